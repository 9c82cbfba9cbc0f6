import { decimal, lineAmounts, plain, ZERO } from '@tradehouse/domain';
import type { Decimal, LineInput, TaxMode } from '@tradehouse/domain';
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
export const lineInput = (line: LineDraft): LineInput => ({
  quantity: numberOf(line.quantity),
  taxRate: numberOf(line.taxRate),
  pricedBy: line.pricedBy,
  given: numberOf(line[line.pricedBy]),
});

/** The line with the figures that follow from the one that was given. */
export function priced(line: LineDraft, pricing: Pricing): LineDraft {
  if (!pricing.priced) return line;
  if (line[line.pricedBy] === '') return { ...line, unitPrice: '', amount: '', tax: '', total: '' };
  const { taxed, taxMode, digits } = pricing;
  const input = lineInput(line);
  const { unitPrice, amount, tax, total } = taxed
    ? lineAmounts(input, taxMode, digits)
    : lineAmounts({ ...input, taxRate: ZERO }, 'exclusive', digits);
  return {
    ...line,
    unitPrice: line.pricedBy === 'unitPrice' ? line.unitPrice : plain(unitPrice),
    amount: line.pricedBy === 'amount' ? line.amount : plain(amount),
    tax: plain(tax),
    total: line.pricedBy === 'total' ? line.total : plain(total),
  };
}
