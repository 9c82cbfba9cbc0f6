import type { GoodsLineInput } from '@tradehouse/contract';
import type { Desk } from './desk.ts';
import type { Drawing } from './drawing.ts';
import type { Variant } from './assortment.ts';
import type { Shop } from './masters.ts';
import type { SampleCustomer } from './people.ts';
import type { Shelves } from './shelves.ts';

/** A bill that is not paid yet. */
export interface Bill {
  readonly id: string;
  readonly partnerId: string;
  /** The day of the year it is paid on. */
  readonly due: number;
  readonly abroad: boolean;
  /** A return: it lessens what is paid. */
  readonly back?: true;
}

/** An order with what has not come or gone yet of each of its lines. */
export interface Order {
  readonly id: string;
  readonly partnerId: string;
  readonly lines: readonly { readonly variant: Variant; readonly quantity: number }[];
  /** The day of the year it is delivered on. */
  readonly due: number;
  readonly deposit: boolean;
  readonly abroad: boolean;
}

/** The sample company in the middle of its year. */
export interface Trade {
  readonly desk: Desk;
  readonly shop: Shop;
  readonly draw: Drawing;
  readonly shelves: Shelves;
  readonly ordered: Order[];
  readonly promised: Order[];
  readonly owed: Bill[];
  readonly owing: Bill[];
  /** Sales that something may come back of: the document, its customer, and a line that is kept by neither lot nor serial. */
  readonly sold: {
    readonly id: string;
    readonly partnerId: string;
    readonly line: number;
    readonly variant: Variant;
    readonly price: number;
  }[];
  /** Bills of partners at home that no one was asked to invoice yet. */
  readonly billed: Pick<Bill, 'id' | 'partnerId'>[];
  /** How many invoices there are. */
  invoiced: number;
  /** The last sale over the counter to somebody who is no member, and a line of it that is kept by neither lot nor serial. */
  overCounter?: Pick<Trade['sold'][number], 'id' | 'line' | 'variant'>;
  serials: number;
  /** What each member has paid in and not spent. */
  readonly prepaid: Map<string, number>;
}

/** One day of the year: which one, and what its next document is dated. */
export interface Today {
  readonly at: number;
  readonly day: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** An instant of the day, later than the one before; on the last day, now. */
  readonly time: () => string | undefined;
}

/** What a document of the day says of its time. */
export const dated = ({ time }: Today): { readonly time?: string } => {
  const at = time();
  return at === undefined ? {} : { time: at };
};

export const priced = (
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

/** How many are sold in a week, about: cheap goods by the dozen. The year has its seasons, and grows. */
export function demand({ wanted, sells }: Variant, at: number): number {
  const season = 1 + 0.25 * Math.sin((at / 365) * 2 * Math.PI * 2) + at / 900;
  const bulk = sells < 20 ? 9 : sells < 60 ? 5 : sells < 150 ? 2.2 : 1.2;
  return wanted * bulk * season;
}

/** What a price is in the currency of the partner's country. */
export const priceFor = ({ shop }: Trade, price: number, abroad: boolean): number =>
  abroad ? Math.round((price / shop.foreign.rate) * 100) / 100 : price;

/** By how many percent goods are cheaper to those who buy much. */
export const WHOLESALE = 5;

/** What a customer pays for one of a good, in their currency. */
export function salePrice(
  trade: Trade,
  { sells }: Variant,
  { abroad = false, wholesale = false }: SampleCustomer,
): number {
  return priceFor(trade, wholesale ? Math.round(sells * (100 - WHOLESALE)) / 100 : sells, abroad);
}

/** What a document says of its currency: nothing where it is the company's own. */
export const moneyOf = ({ shop }: Trade, abroad: boolean): { readonly currency?: string } =>
  abroad ? { currency: shop.foreign.currency } : {};
