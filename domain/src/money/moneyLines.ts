import type { MoneyLine } from '../document/document.ts';
import type { Kind } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import type { DebtPurse } from './settlement.ts';

/** What a line of a money document names: what it settles, an account, an item, or what was open when the books began. */
export type NamedByLine = 'bill' | 'account' | 'item' | 'opening';

/** What the lines of a kind of money document name, seen from its flows. */
export function namedByLines({ cash, debt }: Pick<Kind, 'cash' | 'debt'>): NamedByLine {
  if (debt.some(({ of }) => of === 'openingReceivable')) return 'opening';
  const of = cash.map((flow) => flow.of);
  if (of.includes('itemLines')) return 'item';
  return of.includes('accountLines') || of.includes('transferLines') ? 'account' : 'bill';
}

/**
 * Where what a kind gives back of deposits may be kept instead, as what is paid beyond all debts is; null where it gives none
 * back.
 */
export function keepsIn(code: AnyKindCode): DebtPurse | null {
  const flow = documentKinds[code].deposit.find(({ of }) => of === 'depositKept');
  if (flow === undefined) return null;
  return flow.from === 'receivable' ? 'receivable' : 'payable';
}

/** Whether a line says what of a deposit is kept: it names no order, and is below zero, as it is not paid out. */
export const isKept = (
  code: AnyKindCode,
  { settledDocumentId }: Pick<MoneyLine, 'settledDocumentId'>,
): boolean => keepsIn(code) !== null && settledDocumentId === null;

/** An item is of what comes in, or of what goes out. */
export const inOutItemTypes = ['income', 'expense'] as const;
export type InOutItemType = (typeof inOutItemTypes)[number];

/** Which items the lines of a kind name: of what comes in, or of what goes out. Null where they name none. */
export function itemTypeOf({ cash }: Pick<Kind, 'cash'>): InOutItemType | null {
  const flow = cash.find(({ of }) => of === 'itemLines');
  if (flow === undefined) return null;
  return flow.from === 'item' ? 'income' : 'expense';
}
