// Signs of one column of amounts: a plus, a minus, DR and CR, and the column itself say the direction together.
import { decimal, parseNumberText } from '@tradehouse/domain';
import type { Decimal, DecimalMark } from '@tradehouse/domain';

export const isNone = (text: string): boolean => /^[-–—\s]*$/.test(text);

/** A number as it is written, with what stands beside it. */
export interface WrittenAmount {
  readonly value: Decimal;
  readonly side: 'debit' | 'credit' | null;
  readonly hasPlus: boolean;
}
export type Figure = WrittenAmount | 'none' | 'amount' | 'mark';

/** Reads a cell of an amount; a dash is none. */
export function figureIn(text: string, mark: DecimalMark | undefined): Figure {
  if (isNone(text)) return 'none';
  const read = parseNumberText(text, mark);
  if (read.kind === 'ambiguous') return 'mark';
  if (read.kind === 'none' || read.isPercent) return 'amount';
  return {
    value: decimal(read.value),
    side: read.side,
    hasPlus: /^\s*[+＋]|[+＋]\s*$/.test(text),
  };
}

/** A balance, or an amount, below zero where DR stands beside it. */
export const debited = ({ value, side }: WrittenAmount): Decimal =>
  side === 'debit' ? value.abs().negated() : value;

export interface Column {
  readonly hasPositive: boolean;
  readonly negatives: number;
  /** A written sign, or CR, says of any that it came in. */
  readonly hasPlus: boolean;
}
export const amountsIn = (figures: readonly Figure[]): readonly WrittenAmount[] =>
  figures.flatMap((figure) =>
    typeof figure === 'string' || figure.value.isZero() ? [] : [figure],
  );
const isMarkedIn = ({ value, side, hasPlus }: WrittenAmount): boolean =>
  value.gt(0) && (hasPlus || side === 'credit');

export const columnOf = (figures: readonly Figure[]): Column => {
  const amounts = amountsIn(figures);
  const plain = amounts.filter(({ side }) => side === null);
  return {
    hasPositive: plain.some(({ value }) => value.gt(0)),
    negatives: plain.filter(({ value }) => value.lt(0)).length,
    hasPlus: amounts.some(isMarkedIn),
  };
};

/**
 * The direction of a column of payments. Where any is above zero, those below it are turned back (refunds). Two and more below zero
 * carry their sign; a single one may be either. DR agrees with the column, CR contradicts it.
 */
export function spent(
  { value, side }: WrittenAmount,
  { hasPositive, negatives }: Column,
): Decimal | null {
  if (side !== null) return side === 'debit' && value.gt(0) ? value.negated() : null;
  if (hasPositive) return value.negated();
  return negatives > 1 ? value : null;
}
export function received({ value, side }: WrittenAmount, { hasPositive }: Column): Decimal | null {
  if (side !== null) return side === 'credit' && value.gt(0) ? value : null;
  return hasPositive ? value : null;
}

/** Marks that the amounts of one column carry: an amount without one is of the other kind. */
export interface Marks {
  readonly marksIn: boolean;
  readonly marksOut: boolean;
  /** DR stands beside amounts with a minus and without. */
  readonly isDebitUnclear: boolean;
}

export function marksOf(amounts: readonly WrittenAmount[]): Marks {
  const debits = amounts.filter(({ side }) => side === 'debit');
  return {
    marksIn: amounts.some(isMarkedIn),
    marksOut: debits.length > 0 || amounts.some(({ value }) => value.lt(0)),
    isDebitUnclear: new Set(debits.map(({ value }) => value.isNegative())).size > 1,
  };
}

/** An amount by its own sign. One without any came in where all that went out are marked, and none that came in. */
export function bySign(
  amount: WrittenAmount,
  { marksIn, marksOut, isDebitUnclear }: Marks,
): Decimal | null {
  const { value, side } = amount;
  if (side === 'debit') return isDebitUnclear ? null : debited(amount);
  if (side === 'credit') return value.isNegative() ? null : value;
  return value.isNegative() || isMarkedIn(amount) || (marksOut && !marksIn) ? value : null;
}
