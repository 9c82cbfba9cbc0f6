import { boughtOwnTable, itemsOwnTable, soldOwnTable } from '@tradehouse/contract';
import type { Column, Table } from '@tradehouse/contract';
import type { PriceKind } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import type { FilterValues } from '../filters/filterState.ts';
import type { Own } from './ownSubjects.tsx';
import { Report } from './reportPage.tsx';
import type { ReportDefinition } from './reportPage.tsx';
import { tradeName } from './trade.tsx';

/** A table that starts with these of the figures it adds up. */
function showing<T extends Table>(table: T, figures: readonly string[]): T {
  const columns = Object.entries(table.columns).map(([name, column]): [string, Column] => {
    const { optional: _, ...shown } = column;
    if (column.sum !== true || column.asksFor !== undefined) return [name, column];
    return [name, figures.includes(name) ? shown : { ...column, optional: true }];
  });
  // SAFETY: the same columns, of which others are off at first.
  return { ...table, columns: Object.fromEntries(columns) as T['columns'] };
}

const out = ['quantity', 'amount'];
const back = ['returnedQuantity', 'returnedAmount'];
const ofTrade = <T extends Table>(table: T) => ({
  out: showing(table, out),
  back: showing(table, back),
  net: showing(table, [...out, ...back]),
});
const sold = ofTrade(soldOwnTable);
const tables = {
  purchase: ofTrade(boughtOwnTable),
  sale: sold,
  retail: sold,
  items: {
    income: showing(itemsOwnTable, ['income']),
    expense: showing(itemsOwnTable, ['expense']),
    net: showing(itemsOwnTable, ['income', 'expense', 'netIncome']),
  },
} as const;

/** Documents, each with its part in a figure alone: what they add up to is the figure. */
const Documents = <T extends Own>({
  table,
  given,
}: {
  readonly table: T;
  readonly given: FilterValues;
}): ReactNode => (
  <Report
    table={table}
    // SAFETY: a column of every subject.
    cells={{ name: tradeName } as ReportDefinition<T>['cells'] & object}
    given={{ ...given, level: 'document' }}
  />
);

/** The documents behind what was traded on a side, what came back of it, or what is left of both. */
export const tradeDocuments = (
  side: PriceKind,
  which: 'out' | 'back' | 'net',
  given: FilterValues,
): ReactNode => <Documents table={tables[side][which]} given={given} />;

/** The documents behind income, expense or both of items. */
export const itemDocuments = (
  which: 'income' | 'expense' | 'net',
  given: FilterValues,
): ReactNode => <Documents table={tables.items[which]} given={given} />;
