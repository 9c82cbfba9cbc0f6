import type { Kind } from '../document/kind.ts';

/** What a line of a money document names: what it settles, an account, an item, or what was open when the books began. */
export type NamedByLine = 'bill' | 'account' | 'item' | 'opening';

/** What the lines of a kind of money document name, seen from its flows. */
export function namedByLines({ cash, debt }: Pick<Kind, 'cash' | 'debt'>): NamedByLine {
  if (debt.some(({ of }) => of === 'openingReceivable')) return 'opening';
  const of = cash.map((flow) => flow.of);
  if (of.includes('itemLines')) return 'item';
  return of.includes('accountLines') || of.includes('transferLines') ? 'account' : 'bill';
}

/** An item is of what comes in, or of what goes out. */
export const inOutItemTypes = ['income', 'expense'] as const;
export type InOutItemType = (typeof inOutItemTypes)[number];

/** Which items the lines of a kind name: of what comes in, or of what goes out. Null where they name none. */
export function itemTypeOf({ cash }: Pick<Kind, 'cash'>): InOutItemType | null {
  const flow = cash.find(({ of }) => of === 'itemLines');
  if (flow === undefined) return null;
  return flow.from === 'item' ? 'income' : 'expense';
}
