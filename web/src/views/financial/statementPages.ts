// Pages of a statement with the balances that they state: which of them is the last, and whether the rows lead there.
import { decimal } from '@tradehouse/domain';
import type { MessageRow } from './bankFile.ts';

/** A balance as plain decimals; below zero where it is owed. */
export interface StatedBalance {
  /** Sorts as the days do; '' where the message says none. */
  readonly day: string;
  readonly amount: string;
}

/** One page, or one statement, of an account. */
export interface StatementPage {
  readonly opening: StatedBalance | null;
  readonly closing: StatedBalance | null;
  readonly rows: readonly MessageRow[];
}

/** The balance of the latest day. Of several that day, the one that no other page begins with; then the last. */
export function closingOf(pages: readonly StatementPage[]): string | null {
  const closings = pages.flatMap(({ closing }) => closing ?? []);
  const last = closings
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  const latest = closings.filter(({ day }) => day === last);
  const isBegun = ({ amount }: StatedBalance): boolean =>
    pages.some(({ opening }) => opening !== null && decimal(opening.amount).equals(amount));
  return (latest.findLast((one) => !isBegun(one)) ?? latest.at(-1))?.amount ?? null;
}

/** The rows of each page lead from its opening balance to its closing one. A page without them, or with unread rows, says nothing. */
export const isBalanced = (pages: readonly StatementPage[]): boolean =>
  pages.every(({ opening, closing, rows }) => {
    if (opening === null || closing === null || rows.some(({ amount }) => amount === ''))
      return true;
    const sum = rows.reduce((total, { amount }) => total.plus(amount), decimal(opening.amount));
    return sum.equals(closing.amount);
  });
