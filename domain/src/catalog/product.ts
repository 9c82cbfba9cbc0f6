import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import { documentKinds } from '../document/kinds.ts';
import type { PriceKind } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { normalText } from '../searchText.ts';

/** A barcode has 4 to 13 digits. */
export const isBarcode = (code: string): boolean => /^[0-9]{4,13}$/.test(code);

/**
 * Equivalents of a scanned or typed code, itself first. A 12-digit UPC-A is the EAN-13 with a leading 0;
 * zeros pad both, and an EAN-8, to the 14-digit GTIN (GS1 General Specifications 3.3.2). Digits may be
 * full-width.
 */
export function barcodeForms(code: string): readonly string[] {
  const plain = normalText(code);
  if (/^0{6}[0-9]{8}$/.test(plain)) return [plain, plain.slice(6)];
  if (/^0[0-9]{13}$/.test(plain)) return [plain, ...barcodeForms(plain.slice(1))];
  if (/^[0-9]{12}$/.test(plain)) return [plain, `0${plain}`];
  return /^0[0-9]{12}$/.test(plain) ? [plain, plain.slice(1)] : [plain];
}

/** Canonical form of all codes for the same goods. */
export const barcodeKey = (code: string): string =>
  barcodeForms(code).toSorted((one, other) => one.length - other.length)[0] ?? code;

/**
 * Finds things by code: exact match, else an equivalent form. If both forms are stored, each means separate
 * goods.
 */
export function barcodeFinder<Thing>(
  things: readonly Thing[],
  codeOf: (thing: Thing) => string,
): (code: string) => Thing | undefined {
  const exact = new Map(things.map((thing) => [codeOf(thing), thing]));
  const forms = new Map(things.map((thing) => [barcodeKey(codeOf(thing)), thing]));
  return (code) => exact.get(code) ?? exact.get(normalText(code)) ?? forms.get(barcodeKey(code));
}

/**
 * Own barcodes of a company are shorter than codes of makers, which GS1 assigns: counting on a maker's code
 * gives a wrong check digit or names foreign goods.
 */
const isOwnBarcode = (code: string): boolean => /^[0-9]{1,11}$/.test(code);

/** Highest own barcode, compared by number, not by text; '' if none. */
export const highestOwnBarcode = (codes: readonly string[]): string =>
  codes
    .filter(isOwnBarcode)
    .reduce((one, other) => (BigInt(other) > BigInt(one || '0') ? other : one), '');

/** Next number after an own barcode, without losing digits; 1001 after another text. */
export function nextBarcode(code: string): string {
  const before = isOwnBarcode(code) ? code : '1000';
  return (BigInt(before) + 1n).toString().padStart(Math.max(4, before.length), '0');
}

/** Requires one unit or one unit group for a product. Throws `product.oneUnit`. */
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
 * Checks a product's barcodes: 4 to 13 digits, no duplicates, several for several units. Throws
 * `barcode.format`, `barcode.repeated`, `product.twoBarcodes`.
 */
export function checkProductBarcodes(barcodes: readonly string[], severalUnits: boolean): void {
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

/** Prices of a barcode, in the barcode's unit; null: unset. */
export type PricesByKind = Readonly<Record<PriceKind, Decimal | null>>;

/** Price levels of a partner. */
export const priceLevels = ['standard', 'distributor', 'platform'] as const;
export type PriceLevel = (typeof priceLevels)[number];

/** Buyer facts deciding a line price besides the barcode prices. */
export interface Buyer {
  readonly level: PriceLevel;
  /** Last price paid for the barcode; null: none, or the company wants fixed prices. */
  readonly last: Decimal | null;
  /** Price by the buyer's price list; null: none. */
  readonly listed: Decimal | null;
  /** Activity price of the barcode; null: none. */
  readonly offered: Decimal | null;
}

/**
 * Initial price of a new line. In an activity: the activity price. Otherwise the first known of: price list,
 * distributor or platform price, the customer's last price, the kind's price. Null if unknown.
 */
export function defaultPriceOfLine(
  kind: AnyKindCode,
  prices: PricesByKind & Readonly<Record<'distributor' | 'platform', Decimal | null>>,
  { level, last, listed, offered }: Buyer,
): Decimal | null {
  const { price, asks, activities } = documentKinds[kind];
  if (activities && offered !== null) return offered;
  // A requested product has no price yet; its last cost serves for guidance.
  if (price === null) return asks ? prices.purchase : null;
  if (price !== 'sale') return prices[price];
  const own = level === 'standard' ? null : prices[level];
  return listed ?? own ?? last ?? prices.sale;
}
