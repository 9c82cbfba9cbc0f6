import { boughtOwnTable, itemsOwnTable, soldOwnTable } from '@tradehouse/contract';
import type { TableColumn, TableDeclaration } from '@tradehouse/contract';
import type { PriceKind } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import type { FilterValues } from '../filters/filterState.ts';
import type { CustomReportTable } from './ownSubjects.tsx';
import { Report } from './reportPage.tsx';
import type { ReportDefinition } from './reportPage.tsx';
import { tradeName } from './trade.tsx';

/** Shows the given summed figures first, the rest on request. */
function withShownFigures<T extends TableDeclaration>(table: T, figures: readonly string[]): T {
  const columns = Object.entries(table.columns).map(([name, column]): [string, TableColumn] => {
    const { optional: _, ...shown } = column;
    if (column.sum !== true || column.asksFor !== undefined) return [name, column];
    return [name, figures.includes(name) ? shown : { ...column, optional: true }];
  });
  // SAFETY: columns are unchanged except for default visibility.
  return { ...table, columns: Object.fromEntries(columns) as T['columns'] };
}

const out = ['quantity', 'amount'];
const back = ['returnedQuantity', 'returnedAmount'];
const ofTrade = <T extends TableDeclaration>(table: T) => ({
  out: withShownFigures(table, out),
  back: withShownFigures(table, back),
  net: withShownFigures(table, [...out, ...back]),
});
const sold = ofTrade(soldOwnTable);
const tables = {
  purchase: ofTrade(boughtOwnTable),
  sale: sold,
  retail: sold,
  items: {
    income: withShownFigures(itemsOwnTable, ['income']),
    expense: withShownFigures(itemsOwnTable, ['expense']),
    net: withShownFigures(itemsOwnTable, ['income', 'expense', 'netIncome']),
  },
} as const;

/** Lists documents with their share in one figure, which the shares add up to. */
const CustomReportDocuments = <T extends CustomReportTable>({
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

/** Creates the documents behind a side's trade, returns, or the net of both. */
export const tradeDocuments = (
  side: PriceKind,
  which: 'out' | 'back' | 'net',
  given: FilterValues,
): ReactNode => <CustomReportDocuments table={tables[side][which]} given={given} />;

/** The documents behind income, expense or both of items. */
export const itemDocuments = (
  which: 'income' | 'expense' | 'net',
  given: FilterValues,
): ReactNode => <CustomReportDocuments table={tables.items[which]} given={given} />;
