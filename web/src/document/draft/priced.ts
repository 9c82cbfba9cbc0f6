import {
  ONE,
  ZERO,
  decimal,
  lineAmounts,
  nextPart,
  toPlainDecimal,
  pricedAsPart,
  stepAt,
  untaxed,
} from '@tradehouse/domain';
import type { Decimal, GoodsAmounts, LineInput, TaxMode } from '@tradehouse/domain';
import { agreedTaxOf, promotionOf } from './lineDraft.ts';
import type { LineDraft, LineProduct } from './lineDraft.ts';

/** Pricing of a document's lines. */
export interface Pricing {
  /** Lines carry money visible to the writer. */
  readonly priced: boolean;
  /** Lines carry tax. */
  readonly taxed: boolean;
  /** Lines are paid for, so a gift is a line without a price. */
  readonly paid: boolean;
  readonly taxMode: TaxMode;
  /** Currency code and number of decimals. */
  readonly currency: string;
  readonly digits: number;
}

/** Parses a draft's text as a number; empty is 0. */
export const decimalFromDraft = (text: string | null | undefined): Decimal =>
  text === '' || text === null || text === undefined ? ZERO : decimal(text);

/** Checks if a price is still the proposed price. */
export function isProposed({
  source,
  product,
  pricedBy,
  unitPrice,
  proposedPrice,
}: LineDraft): boolean {
  if ((source !== null && source.unpriced !== true) || pricedBy !== 'unitPrice') return false;
  return (
    unitPrice === '' ||
    [product?.price ?? null, proposedPrice ?? null].some(
      (price) => price !== null && decimalFromDraft(unitPrice).equals(price),
    )
  );
}

/** Returns a product at the list price of a quantity; '' counts as the quantity of a new line. */
export function productAt(product: LineProduct, quantity: string): LineProduct {
  const steps = product.priceSteps.map((step) => ({ ...step, from: decimal(step.from) }));
  const step = stepAt(steps, quantity === '' ? ONE : decimalFromDraft(quantity));
  return step === null || step.price === product.price
    ? product
    : { ...product, price: step.price };
}

/** Moves a line to the list price of its quantity; a price typed by the user stays. */
function withStepPrice(line: LineDraft): LineDraft {
  if (line.product === null || line.product.priceSteps.length === 0) return line;
  const product = productAt(line.product, line.quantity);
  if (product === line.product) return line;
  const follows = line.unitPrice !== '' && product.price !== null && isProposed(line);
  return { ...line, product, ...(follows ? { unitPrice: product.price ?? '' } : {}) };
}

/** Returns a line as domain input. */
export function lineInput(line: LineDraft): LineInput {
  const promotion = promotionOf(line);
  if (promotion !== null && !decimal(promotion.discount).isZero())
    return {
      quantity: decimalFromDraft(line.quantity),
      taxRate: decimalFromDraft(line.taxRate),
      pricedBy: 'amount',
      given: decimal(promotion.amount),
    };
  const tax = agreedTaxOf(line);
  return {
    quantity: decimalFromDraft(line.quantity),
    taxRate: decimalFromDraft(line.taxRate),
    pricedBy: line.pricedBy,
    given: decimalFromDraft(line[line.pricedBy]),
    ...(tax === '' ? {} : { tax: decimalFromDraft(tax) }),
  };
}

/** Returns the next part of a source line's agreed amounts; null: none known here. */
export function agreedPartOf(line: LineDraft, digits: number): GoodsAmounts | null {
  const agreed = line.source?.agreed;
  if (agreed === undefined) return null;
  const goods = {
    whole: toGoodsAmounts(agreed.quantity, agreed.total, agreed.tax),
    taken: toGoodsAmounts(agreed.takenQuantity, agreed.takenTotal, agreed.takenTax),
  };
  const quantity = decimalFromDraft(line.quantity).times(line.product?.ratio ?? '1');
  return nextPart(goods, quantity, digits);
}

const toGoodsAmounts = (quantity: string, total: string, tax: string): GoodsAmounts => ({
  quantity: decimal(quantity),
  total: decimal(total),
  tax: decimal(tax),
});

/** Prices a line at the amounts agreed for its quantity, unless another price was typed. */
function withAgreedAmounts(line: LineDraft, { taxMode, digits }: Pricing): LineDraft {
  const { source } = line;
  const part = source?.ownPrice === true ? null : agreedPartOf(line, digits);
  if (part === null) return line;
  const taking = {
    quantity: decimalFromDraft(line.quantity),
    taxRate: decimalFromDraft(line.taxRate),
    unitPrice: decimalFromDraft(source?.agreed?.unitPrice),
  };
  const { pricedBy, given, tax } = pricedAsPart(taking, part, taxMode, digits);
  return {
    ...line,
    pricedBy,
    [pricedBy]: toPlainDecimal(given),
    agreedTax: tax === undefined ? '' : toPlainDecimal(tax),
  };
}

/** Prices a line at other than the agreed price, and updates dependent figures. */
export const atOwnPrice = (
  line: LineDraft,
  change: Partial<LineDraft>,
  pricing: Pricing,
): LineDraft =>
  priceLine(
    {
      ...line,
      ...change,
      agreedTax: '',
      source: line.source === null ? null : { ...line.source, ownPrice: true },
    },
    pricing,
  );

/** Computes a line's figures from the given figure or the agreed amounts. */
export function priceLine(before: LineDraft, pricing: Pricing): LineDraft {
  if (!pricing.priced) return before;
  const line = withAgreedAmounts(withStepPrice(before), pricing);
  if (line[line.pricedBy] === '') return { ...line, unitPrice: '', amount: '', tax: '', total: '' };
  const { taxed, taxMode, digits } = pricing;
  const input = lineInput(line);
  const { unitPrice, amount, tax, total } = taxed
    ? lineAmounts(input, taxMode, digits)
    : lineAmounts(untaxed(input), 'exclusive', digits);
  return {
    ...line,
    unitPrice: line.pricedBy === 'unitPrice' ? line.unitPrice : toPlainDecimal(unitPrice),
    amount: line.pricedBy === 'amount' ? line.amount : toPlainDecimal(amount),
    tax: toPlainDecimal(tax),
    total: line.pricedBy === 'total' ? line.total : toPlainDecimal(total),
  };
}

/**
 * Prices lines that share a source line: each takes the remainder of earlier lines, so all sum to the
 * agreed amounts.
 */
export function sharedTogether(lines: readonly LineDraft[], pricing: Pricing): LineDraft[] {
  const taken = new Map<string, GoodsAmounts>();
  return lines.map((line) => {
    const { source } = line;
    if (source?.agreed === undefined) return line;
    const key = `${source.documentId} ${source.line}`;
    const before = taken.get(key);
    const shared = before === undefined ? line : priceLine(afterPart(line, before), pricing);
    const part = agreedPartOf(shared, pricing.digits);
    if (part !== null) taken.set(key, before === undefined ? part : bothOf(before, part));
    return shared;
  });
}

const bothOf = (one: GoodsAmounts, other: GoodsAmounts): GoodsAmounts => ({
  quantity: one.quantity.plus(other.quantity),
  total: one.total.plus(other.total),
  tax: one.tax.plus(other.tax),
});

/** Returns a line after earlier lines took part of its source line. */
function afterPart(line: LineDraft, part: GoodsAmounts): LineDraft {
  const { source } = line;
  if (source?.agreed === undefined) return line;
  const { takenQuantity, takenTotal, takenTax } = source.agreed;
  const agreed = {
    ...source.agreed,
    takenQuantity: toPlainDecimal(decimal(takenQuantity).plus(part.quantity)),
    takenTotal: toPlainDecimal(decimal(takenTotal).plus(part.total)),
    takenTax: toPlainDecimal(decimal(takenTax).plus(part.tax)),
  };
  return { ...line, source: { ...source, agreed } };
}
