import {
  ZERO,
  decimal,
  lineAmounts,
  nextPart,
  plain,
  pricedAsPart,
  untaxed,
} from '@tradehouse/domain';
import type { Decimal, GoodsAmounts, LineInput, TaxMode } from '@tradehouse/domain';
import { agreedTaxOf } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';

/** How the lines of a document are priced. */
export interface Pricing {
  /** Lines of this kind carry money that their writer may see. */
  readonly priced: boolean;
  /** They carry tax. */
  readonly taxed: boolean;
  /** Somebody pays for them, so that a gift is a line without a price. */
  readonly paid: boolean;
  readonly taxMode: TaxMode;
  /** Decimals of the currency. */
  readonly digits: number;
}

/** A text of a draft as a number; nothing typed is 0. */
export const numberOf = (text: string | null | undefined): Decimal =>
  text === '' || text === null || text === undefined ? ZERO : decimal(text);

/** The line as the domain computes with it. */
export function lineInput(line: LineDraft): LineInput {
  const tax = agreedTaxOf(line);
  return {
    quantity: numberOf(line.quantity),
    taxRate: numberOf(line.taxRate),
    pricedBy: line.pricedBy,
    given: numberOf(line[line.pricedBy]),
    ...(tax === '' ? {} : { tax: numberOf(tax) }),
  };
}

/** The next part of what a line's source agreed; null: it agreed on nothing that is known here. */
export function agreedPartOf(line: LineDraft, digits: number): GoodsAmounts | null {
  const agreed = line.source?.agreed;
  if (agreed === undefined) return null;
  const goods = {
    whole: amountsOf(agreed.quantity, agreed.total, agreed.tax),
    taken: amountsOf(agreed.takenQuantity, agreed.takenTotal, agreed.takenTax),
  };
  const quantity = numberOf(line.quantity).times(line.product?.ratio ?? '1');
  return nextPart(goods, quantity, digits);
}

const amountsOf = (quantity: string, total: string, tax: string): GoodsAmounts => ({
  quantity: decimal(quantity),
  total: decimal(total),
  tax: decimal(tax),
});

/** The line at what its source agreed for its quantity, unless another price was typed. */
function asAgreed(line: LineDraft, { taxMode, digits }: Pricing): LineDraft {
  const { source } = line;
  const part = source?.ownPrice === true ? null : agreedPartOf(line, digits);
  if (part === null) return line;
  const taking = {
    quantity: numberOf(line.quantity),
    taxRate: numberOf(line.taxRate),
    unitPrice: numberOf(source?.agreed?.unitPrice),
  };
  const { pricedBy, given, tax } = pricedAsPart(taking, part, taxMode, digits);
  return {
    ...line,
    pricedBy,
    [pricedBy]: plain(given),
    agreedTax: tax === undefined ? '' : plain(tax),
  };
}

/** The line at another price than the agreed one, with the figures that follow. */
export const atOwnPrice = (
  line: LineDraft,
  change: Partial<LineDraft>,
  pricing: Pricing,
): LineDraft =>
  priced(
    {
      ...line,
      ...change,
      agreedTax: '',
      source: line.source === null ? null : { ...line.source, ownPrice: true },
    },
    pricing,
  );

/** The line with the figures that follow from the one that was given, or from what was agreed. */
export function priced(before: LineDraft, pricing: Pricing): LineDraft {
  if (!pricing.priced) return before;
  const line = asAgreed(before, pricing);
  if (line[line.pricedBy] === '') return { ...line, unitPrice: '', amount: '', tax: '', total: '' };
  const { taxed, taxMode, digits } = pricing;
  const input = lineInput(line);
  const { unitPrice, amount, tax, total } = taxed
    ? lineAmounts(input, taxMode, digits)
    : lineAmounts(untaxed(input), 'exclusive', digits);
  return {
    ...line,
    unitPrice: line.pricedBy === 'unitPrice' ? line.unitPrice : plain(unitPrice),
    amount: line.pricedBy === 'amount' ? line.amount : plain(amount),
    tax: plain(tax),
    total: line.pricedBy === 'total' ? line.total : plain(total),
  };
}

/**
 * Lines of which several take from one source line: each takes what the ones before it leave, so that together they come to
 * what was agreed.
 */
export function sharedTogether(lines: readonly LineDraft[], pricing: Pricing): LineDraft[] {
  const taken = new Map<string, GoodsAmounts>();
  return lines.map((line) => {
    const { source } = line;
    if (source?.agreed === undefined) return line;
    const key = `${source.documentId} ${source.line}`;
    const before = taken.get(key);
    const shared = before === undefined ? line : priced(afterPart(line, before), pricing);
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

/** The line once lines before it took a part of its source line. */
function afterPart(line: LineDraft, part: GoodsAmounts): LineDraft {
  const { source } = line;
  if (source?.agreed === undefined) return line;
  const { takenQuantity, takenTotal, takenTax } = source.agreed;
  const agreed = {
    ...source.agreed,
    takenQuantity: plain(decimal(takenQuantity).plus(part.quantity)),
    takenTotal: plain(decimal(takenTotal).plus(part.total)),
    takenTax: plain(decimal(takenTax).plus(part.tax)),
  };
  return { ...line, source: { ...source, agreed } };
}
