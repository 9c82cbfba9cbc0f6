import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import { documentKinds } from '../document/kinds.ts';
import type { PriceKind } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';

/** A barcode has 4 to 13 digits (spec §5). */
export const isBarcode = (code: string): boolean => /^\d{4,13}$/.test(code);

/** Throws `barcode.format`. */
export function checkBarcode(barcode: string): void {
  if (!isBarcode(barcode)) throw new DomainError('barcode.format', { barcode });
}

/** What decides how a product is counted. */
export interface ProductRules {
  readonly unit: string | null;
  readonly unitGroupId: string | null;
  readonly serialManaged: boolean;
  readonly lotManaged: boolean;
  readonly barcodes: readonly string[];
}

/**
 * Checks a product: one unit or one group of units, serials or lots, several barcodes where it has several units, each
 * barcode well formed and its own. Throws `product.oneUnit`, `product.serialAndLot`, `product.twoBarcodes`,
 * `barcode.format`, `barcode.repeated`.
 */
export function checkProduct({
  unit,
  unitGroupId,
  serialManaged,
  lotManaged,
  barcodes,
}: ProductRules): void {
  if ((unit === null || unit === '') === (unitGroupId === null))
    throw new DomainError('product.oneUnit');
  if (serialManaged && lotManaged) throw new DomainError('product.serialAndLot');
  if (unitGroupId !== null && barcodes.length < 2) throw new DomainError('product.twoBarcodes');
  const seen = new Set<string>();
  for (const barcode of barcodes) {
    checkBarcode(barcode);
    if (seen.has(barcode)) throw new DomainError('barcode.repeated', { barcode });
    seen.add(barcode);
  }
}

/** The prices of a barcode, in its unit; null where none is set. */
export type Prices = Readonly<Record<PriceKind, Decimal | null>>;

/** The price a new line starts with: the customer's last one where it counts, else the kind's; null where neither is known. */
export function defaultPrice(
  kind: AnyKindCode,
  prices: Prices,
  lastOfCustomer: Decimal | null,
): Decimal | null {
  const { price } = documentKinds[kind];
  if (price === null) return null;
  return price === 'sale' && lastOfCustomer !== null ? lastOfCustomer : prices[price];
}
