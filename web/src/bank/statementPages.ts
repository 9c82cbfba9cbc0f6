// Pages of a statement with stated balances: choice of the last page, and check of the rows.
import { decimal } from '@tradehouse/domain';
import type { MessageRow } from './bankFile.ts';

/** Balance in plain decimals; negative if owed. */
export interface StatedBalance {
  /** Sorts by day; '' if the message has none. */
  readonly day: string;
  readonly amount: string;
}

export interface StatementPage {
  readonly opening: StatedBalance | null;
  readonly closing: StatedBalance | null;
  readonly rows: readonly MessageRow[];
}

/** Closing balance of the latest day; among several, the balance no other page begins with, then the last. */
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

/**
 * Tests that each page's rows lead from opening to closing balance. A page without balances or with unread
 * rows passes.
 */
export const isBalanced = (pages: readonly StatementPage[]): boolean =>
  pages.every(({ opening, closing, rows }) => {
    if (opening === null || closing === null || rows.some(({ amount }) => amount === ''))
      return true;
    const sum = rows.reduce((total, { amount }) => total.plus(amount), decimal(opening.amount));
    return sum.equals(closing.amount);
  });
