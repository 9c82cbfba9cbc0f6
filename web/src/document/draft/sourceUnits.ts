// Quantities in any unit of a product count against the source line.
import { KEPT_DIGITS, decimal, toPlainDecimal, rounded, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import type { LineDraft, LineProduct, SourceDraft } from './lineDraft.ts';
import { decimalFromDraft } from './priced.ts';

/** Converts a source line to another unit; `from` and `to`: base units in the old and new unit. */
export function sourceInUnit(source: SourceDraft, from: string, to: string): SourceDraft {
  const { original, remaining, agreed } = source;
  return {
    ...source,
    original: quantityInUnit(original, from, to),
    remaining: quantityInUnit(remaining, from, to),
    ...(agreed && { agreed: { ...agreed, unitPrice: priceInUnit(agreed.unitPrice, from, to) } }),
  };
}

/** A quantity in another unit; '' stays ''. */
export const quantityInUnit = (quantity: string, from: string, to: string): string =>
  quantity === ''
    ? ''
    : toPlainDecimal(rounded(decimal(quantity).times(from).dividedBy(to), KEPT_DIGITS));

/** The price of another unit; '' stays ''. */
export const priceInUnit = (price: string, from: string, to: string): string =>
  price === ''
    ? ''
    : toPlainDecimal(rounded(decimal(price).times(to).dividedBy(from), KEPT_DIGITS));

/** Base units of a line. */
const baseQuantity = ({ quantity, product }: LineDraft): Decimal =>
  decimalFromDraft(quantity).times(product?.ratio ?? '1');

const isOfSource = (line: LineDraft, { documentId, line: at }: SourceDraft): boolean =>
  line.source?.documentId === documentId && line.source.line === at;

/**
 * Finds the offered line against which further goods count: first an offer with a remainder, else an offer
 * taken only in other units. Goods beyond an offer in its own unit are separate.
 */
export function offerFor(
  product: LineProduct,
  offers: readonly LineDraft[],
  rows: readonly LineDraft[],
): LineDraft | null {
  const own = offers.filter((offer) => offer.source !== null && isSameGoods(offer, product));
  const rowsOf = ({ source }: LineDraft) =>
    source === null ? [] : rows.filter((row) => isOfSource(row, source));
  const hasLeft = (offer: LineDraft): boolean => {
    const left = decimalFromDraft(offer.source?.remaining).times(offer.product?.ratio ?? '1');
    return left.gt(sum(rowsOf(offer).map(baseQuantity)));
  };
  const isInOtherUnits = (offer: LineDraft): boolean =>
    rowsOf(offer).every((row) => row.barcode !== product.barcode);
  return own.find(hasLeft) ?? own.find(isInOtherUnits) ?? null;
}

const isSameGoods = (line: LineDraft, { skuId }: LineProduct): boolean =>
  line.product?.skuId === skuId;

/** Returns a line of offered goods in the unit of `product`, at agreed amounts; a typed price remains. */
export function lineOfOffer(line: LineDraft, product: LineProduct, offer: LineDraft): LineDraft {
  const { source, product: offered } = offer;
  if (source === null || offered === null) return line;
  const { ownPrice: _, ...agreed } = sourceInUnit(source, offered.ratio, product.ratio);
  if (line.pricedBy !== 'unitPrice' || line.unitPrice !== '')
    return { ...line, source: { ...agreed, ownPrice: true } };
  const unitPrice =
    source.unpriced === true ? '' : priceInUnit(offer.unitPrice, offered.ratio, product.ratio);
  return { ...line, source: agreed, unitPrice, taxRate: offer.taxRate };
}
