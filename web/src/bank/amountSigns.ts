// Signs of one amount column: plus, minus, DR, CR and the column itself jointly give the direction.
import { decimal, parseNumberCell } from '@tradehouse/domain';
import type { Decimal, DecimalMark, NumberCellText } from '@tradehouse/domain';

export const isNone = (text: string): boolean => /^[-–—\s]*$/.test(text);

/** Number in the file's notation, with its DR or CR mark. */
export interface WrittenAmount {
  readonly value: Decimal;
  readonly side: 'debit' | 'credit' | null;
  readonly hasPlus: boolean;
}
export type AmountReading = WrittenAmount | 'none' | 'amount' | 'mark';

/** Reads a cell of an amount; a dash is none. */
export function figureIn(cell: NumberCellText, mark: DecimalMark | undefined): AmountReading {
  const { text } = cell;
  if (isNone(text)) return 'none';
  const read = parseNumberCell(cell, mark);
  if (read.kind === 'ambiguous') return 'mark';
  if (read.kind === 'none' || read.isPercent) return 'amount';
  return {
    value: decimal(read.value),
    side: read.side,
    hasPlus: /^\s*[+＋]|[+＋]\s*$/.test(text),
  };
}

/** Applies DR to a balance or an amount: negative. */
export const applyDebitSign = ({ value, side }: WrittenAmount): Decimal =>
  side === 'debit' ? value.abs().negated() : value;

export interface AmountColumnSigns {
  readonly hasPositive: boolean;
  readonly negatives: number;
  /** True if a written plus or CR marks any amount received. */
  readonly hasPlus: boolean;
}
export const amountsIn = (figures: readonly AmountReading[]): readonly WrittenAmount[] =>
  figures.flatMap((figure) =>
    typeof figure === 'string' || figure.value.isZero() ? [] : [figure],
  );
const isMarkedIn = ({ value, side, hasPlus }: WrittenAmount): boolean =>
  value.gt(0) && (hasPlus || side === 'credit');

export const signsOfAmountColumn = (figures: readonly AmountReading[]): AmountColumnSigns => {
  const amounts = amountsIn(figures);
  const plain = amounts.filter(({ side }) => side === null);
  return {
    hasPositive: plain.some(({ value }) => value.gt(0)),
    negatives: plain.filter(({ value }) => value.lt(0)).length,
    hasPlus: amounts.some(isMarkedIn),
  };
};

/**
 * Sign of a payment column. With positive amounts, negative ones are refunds. Two or more negative amounts
 * carry their sign; a single one is ambiguous. DR agrees with the column, CR contradicts it.
 */
export function signOutgoingAmount(
  { value, side }: WrittenAmount,
  { hasPositive, negatives }: AmountColumnSigns,
): Decimal | null {
  if (side !== null) return side === 'debit' && value.gt(0) ? value.negated() : null;
  if (hasPositive) return value.negated();
  return negatives > 1 ? value : null;
}
export function signIncomingAmount(
  { value, side }: WrittenAmount,
  { hasPositive }: AmountColumnSigns,
): Decimal | null {
  if (side !== null) return side === 'credit' && value.gt(0) ? value : null;
  return hasPositive ? value : null;
}

/** Marks in a column: an unmarked amount is of the opposite kind. */
export interface DebitCreditMarks {
  readonly marksIn: boolean;
  readonly marksOut: boolean;
  /** DR stands beside amounts with a minus and without. */
  readonly isDebitUnclear: boolean;
}

export function marksOf(amounts: readonly WrittenAmount[]): DebitCreditMarks {
  const debits = amounts.filter(({ side }) => side === 'debit');
  return {
    marksIn: amounts.some(isMarkedIn),
    marksOut: debits.length > 0 || amounts.some(({ value }) => value.lt(0)),
    isDebitUnclear: new Set(debits.map(({ value }) => value.isNegative())).size > 1,
  };
}

/**
 * Reads an amount by its sign. Unmarked amounts are receipts if all payments are marked and no receipt is.
 */
export function bySign(
  amount: WrittenAmount,
  { marksIn, marksOut, isDebitUnclear }: DebitCreditMarks,
): Decimal | null {
  const { value, side } = amount;
  if (side === 'debit') return isDebitUnclear ? null : applyDebitSign(amount);
  if (side === 'credit') return value.isNegative() ? null : value;
  return value.isNegative() || isMarkedIn(amount) || (marksOut && !marksIn) ? value : null;
}
