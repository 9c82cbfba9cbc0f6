import type { MoneyLine } from '../document/document.ts';
import type { DocumentKind } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import type { DebtPurse } from './settlement.ts';

/** Reference of a money document line: a settled bill, an account, an item, or an opening balance. */
export type NamedByLine = 'bill' | 'account' | 'item' | 'opening';

/** Derives the reference type of a kind's lines from the money flows. */
export function namedByLines({ cash, debt }: Pick<DocumentKind, 'cash' | 'debt'>): NamedByLine {
  if (debt.some(({ from, to }) => from === 'opening' || to === 'opening')) return 'opening';
  const of = cash.map((flow) => flow.of);
  if (of.includes('itemLines')) return 'item';
  return of.includes('accountLines') || of.includes('transferLines') ? 'account' : 'bill';
}

/** Purse for the retained part of refunded deposits, like overpayments; null: no refunds. */
export function keepsIn(code: AnyKindCode): DebtPurse | null {
  const flow = documentKinds[code].deposit.find(({ of }) => of === 'depositKept');
  if (flow === undefined) return null;
  return flow.from === 'receivable' ? 'receivable' : 'payable';
}

/**
 * Checks if a line holds a deposit's retained part: no order, and below zero, because nothing is paid out.
 */
export const isKept = (
  code: AnyKindCode,
  { settledDocumentId }: Pick<MoneyLine, 'settledDocumentId'>,
): boolean => keepsIn(code) !== null && settledDocumentId === null;

export const inOutItemTypes = ['income', 'expense'] as const;
export type InOutItemType = (typeof inOutItemTypes)[number];

/** Item type named by the lines of a kind: income or expense; null: no items. */
export function itemTypeOf({ cash }: Pick<DocumentKind, 'cash'>): InOutItemType | null {
  const flow = cash.find(({ of }) => of === 'itemLines');
  if (flow === undefined) return null;
  return flow.from === 'item' ? 'income' : 'expense';
}
