import { priceAdjustments } from '@tradehouse/contract';
import type { BankRowInput, GoodsLineInput } from '@tradehouse/contract';
import type { SampleClient } from './desk.ts';
import type { Drawing } from './drawing.ts';
import type { Variant } from './assortment.ts';
import type { SampleShop } from './masters.ts';
import type { SampleCustomer } from './people.ts';
import type { Shelves } from './shelves.ts';
import type { SampleShipment } from './shipping.ts';

export interface UnpaidBill {
  readonly id: string;
  readonly partnerId: string;
  /** Day of the year for the payment. */
  readonly due: number;
  readonly abroad: boolean;
  /** Return: reduces the payment. */
  readonly back?: true;
}

/** Order with the open quantity of each line. */
export interface OpenSampleOrder {
  readonly id: string;
  readonly partnerId: string;
  readonly lines: readonly { readonly variant: Variant; readonly quantity: number }[];
  /** Day of the year for the delivery. */
  readonly due: number;
  readonly deposit: boolean;
  readonly abroad: boolean;
}

/** State of the sample company during the year. */
export interface SampleTrade {
  readonly desk: SampleClient;
  readonly shop: SampleShop;
  readonly draw: Drawing;
  readonly shelves: Shelves;
  readonly ordered: OpenSampleOrder[];
  readonly promised: OpenSampleOrder[];
  readonly owed: UnpaidBill[];
  readonly owing: UnpaidBill[];
  /** Sales that may be returned: the document, the customer, and a line kept by neither lot nor serial. */
  readonly sold: {
    readonly id: string;
    readonly partnerId: string;
    readonly line: number;
    readonly variant: Variant;
    readonly price: number;
    /** Share of a piece in the discount of the sale. */
    readonly discount: number;
  }[];
  /** Bills of domestic partners not yet invoiced. */
  readonly billed: Pick<UnpaidBill, 'id' | 'partnerId'>[];
  invoiced: number;
  /** Last counter sale to a non-member, with a line kept by neither lot nor serial. */
  overCounter?: Pick<SampleTrade['sold'][number], 'id' | 'line' | 'variant'>;
  serials: number;
  /** Unspent deposit of each member. */
  readonly prepaid: Map<string, number>;
  readonly shipped: SampleShipment[];
  /** Rows of the bank statement. */
  readonly banked: BankRowInput[];
}

/** Day of the year: the index, and the next document's time. */
export interface Today {
  readonly at: number;
  readonly day: string;
  /** Days until the last day. */
  readonly left: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Returns a time of the day, later than the last; on the last day, now. */
  readonly time: () => string | undefined;
}

/** Time fields of a document of the day. */
export const timeOfSampleDocument = ({ time }: Today): { readonly time?: string } => {
  const at = time();
  return at === undefined ? {} : { time: at };
};

/** Finds the id of a barcode. */
export async function findBarcodeId(desk: SampleClient, barcode: string): Promise<string> {
  const [found] = await desk.call(priceAdjustments.candidates, { price: 'retail', q: barcode });
  return found?.barcodeId ?? '';
}

export const makePricedLine = (
  variant: Variant,
  quantity: number,
  price: number,
  warehouseId: string,
): GoodsLineInput => ({
  barcode: variant.barcode,
  quantity: String(quantity),
  unitPrice: String(price),
  warehouseId,
});

/** Estimates weekly sales: cheap goods sell by the dozen. The year has seasons and growth. */
export function estimateWeeklyDemand({ wanted, sells }: Variant, at: number): number {
  const season = 1 + 0.25 * Math.sin((at / 365) * 2 * Math.PI * 2) + at / 900;
  const bulk = sells < 20 ? 9 : sells < 60 ? 5 : sells < 150 ? 2.2 : 1.2;
  return wanted * bulk * season;
}

/** Converts a price to the currency of the partner's country. */
export const convertSamplePrice = ({ shop }: SampleTrade, price: number, abroad: boolean): number =>
  abroad ? Math.round((price / shop.foreign.rate) * 100) / 100 : price;

/** Discount of wholesale prices, in percent. */
export const WHOLESALE = 5;

/** Price per piece for a customer, in the customer's currency. */
export function salePrice(
  trade: SampleTrade,
  { sells }: Variant,
  { abroad = false, wholesale = false }: SampleCustomer,
): number {
  return convertSamplePrice(
    trade,
    wholesale ? Math.round(sells * (100 - WHOLESALE)) / 100 : sells,
    abroad,
  );
}

/** Currency fields of a document; empty for the company's own currency. */
export const currencyOfSampleDocument = (
  { shop }: SampleTrade,
  abroad: boolean,
): { readonly currency?: string } => (abroad ? { currency: shop.foreign.currency } : {});
