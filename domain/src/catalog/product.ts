import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import { documentKinds } from '../document/kinds.ts';
import type { PriceKind } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { normalText } from '../text.ts';

/** A barcode has 4 to 13 digits. */
export const isBarcode = (code: string): boolean => /^[0-9]{4,13}$/.test(code);

/**
 * Codes that mean the same goods as a scanned or typed one, itself first: a UPC-A of 12 digits is the EAN-13 with a 0 before
 * it, and both are the GTIN of 14 digits with more of them (GS1 General Specifications 3.3.2). Digits may be wide.
 */
export function barcodeForms(code: string): readonly string[] {
  const plain = normalText(code);
  if (/^0[0-9]{13}$/.test(plain)) return [plain, ...barcodeForms(plain.slice(1))];
  if (/^[0-9]{12}$/.test(plain)) return [plain, `0${plain}`];
  return /^0[0-9]{12}$/.test(plain) ? [plain, plain.slice(1)] : [plain];
}

/** One form of all codes that mean the same goods. */
export const barcodeKey = (code: string): string =>
  barcodeForms(code).toSorted((one, other) => one.length - other.length)[0] ?? code;

/**
 * Looks up things by a scanned or typed code: the thing of this very code, or where none has it, of its other form. Where both
 * forms are kept, each means its own goods.
 */
export function barcodeFinder<Thing>(
  things: readonly Thing[],
  codeOf: (thing: Thing) => string,
): (code: string) => Thing | undefined {
  const exact = new Map(things.map((thing) => [codeOf(thing), thing]));
  const forms = new Map(things.map((thing) => [barcodeKey(codeOf(thing)), thing]));
  return (code) => exact.get(code) ?? exact.get(normalText(code)) ?? forms.get(barcodeKey(code));
}

/** A product counts in one unit or in one group of units. Throws `product.oneUnit`. */
export function checkOneUnit(unitName: string | null, unitGroupId: string | null): void {
  if ((unitName === null) === (unitGroupId === null))
    throw new DomainError('product.oneUnit', {}, { field: 'unitName' });
}

/** Goods are identified by serials or by lots. Throws `product.serialAndLot`. */
export function checkSerialOrLot(serialManaged: boolean, lotManaged: boolean): void {
  if (serialManaged && lotManaged)
    throw new DomainError('product.serialAndLot', {}, { field: 'lotManaged' });
}

/**
 * Checks the barcodes of a product: each of 4 to 13 digits and its own, and several where it has several units. Throws
 * `barcode.format`, `barcode.repeated`, `product.twoBarcodes`.
 */
export function checkBarcodes(barcodes: readonly string[], severalUnits: boolean): void {
  const unfit = barcodes.findIndex((barcode) => !isBarcode(barcode));
  if (unfit >= 0)
    throw new DomainError(
      'barcode.format',
      { barcode: barcodes[unfit] ?? '' },
      { field: 'barcodes', line: unfit + 1 },
    );
  const keys = barcodes.map(barcodeKey);
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index);
  const barcode = barcodes[repeated];
  if (barcode !== undefined)
    throw new DomainError(
      'barcode.repeated',
      { barcode },
      { field: 'barcodes', line: repeated + 1 },
    );
  if (severalUnits && barcodes.length < 2)
    throw new DomainError('product.twoBarcodes', {}, { field: 'barcodes' });
}

/** The prices of a barcode, in its unit; null where none is set. */
export type Prices = Readonly<Record<PriceKind, Decimal | null>>;

/** Which prices a partner buys at (domain.md 13.14). */
export const priceLevels = ['standard', 'distributor', 'platform'] as const;
export type PriceLevel = (typeof priceLevels)[number];

/** What a line's price depends on besides the barcode's own prices. */
export interface Buyer {
  readonly level: PriceLevel;
  /** What they paid last for the barcode; null: nothing, or the company wants fixed prices. */
  readonly last: Decimal | null;
  /** What their price list says of it; null: nothing. */
  readonly listed: Decimal | null;
  /** What the activity that it is sold in asks for it; null: nothing. */
  readonly offered: Decimal | null;
}

/**
 * The price a new line starts with (domain.md 2.6, 13.14; screens.md 16.21): what is sold in an activity at its own, what is sold
 * else at that of the customer's list, else at a distributor's or a platform's own, else at the customer's last one, else at the
 * kind's; null where none is known.
 */
export function defaultPrice(
  kind: AnyKindCode,
  prices: Prices & Readonly<Record<'distributor' | 'platform', Decimal | null>>,
  { level, last, listed, offered }: Buyer,
): Decimal | null {
  const { price, asks, activities } = documentKinds[kind];
  if (activities && offered !== null) return offered;
  // What is asked for has no price yet, only what it cost to go by.
  if (price === null) return asks ? prices.purchase : null;
  if (price !== 'sale') return prices[price];
  const own = level === 'standard' ? null : prices[level];
  return listed ?? own ?? last ?? prices.sale;
}
