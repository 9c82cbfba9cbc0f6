import { boughtOwnTable, soldOwnTable } from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
import { useMay } from '../app/settings/permission.ts';
import type { FilterValues } from './filterState.ts';
import type { ShownChart } from './reportChart.tsx';
import type { Drill, ReportDefinition } from './reportPage.tsx';
import { tradeDrill, tradeName } from './trade.tsx';
import type { ListState } from './useList.ts';

export type Own = typeof soldOwnTable | typeof boughtOwnTable;

/** What is drawn of an own report: months in their order, a line for each of the other; all else by what it is ranked by. */
export function ownChart<T extends Own>({ level, second, measure }: FilterValues): ShownChart<T> {
  // SAFETY: its choices are columns.
  const column = String(measure ?? 'quantity') as keyof T['columns'] & string;
  const two = typeof second === 'string' && second !== level;
  if (two && [level, second].includes('month'))
    return { as: 'line', column, along: level === 'month' ? 'name' : 'secondName' };
  return level === 'month'
    ? { as: 'bars', column, order: { column: 'name', order: 'asc' } }
    : { as: 'rows', column };
}

/** What an own report of a subject says: its figures open the documents that they are of. */
function definitionOf<T extends Own>(table: T): ReportDefinition<T> {
  const documents = (row: RowOf<T>, { applied }: ListState<T>): Drill | null =>
    tradeDrill(definition, row, applied, 'document');
  const summed = Object.entries<Table['columns'][string]>(table.columns).flatMap(([name, column]) =>
    column.sum === true && column.asksFor === undefined ? [[name, documents] as const] : [],
  );
  const definition: ReportDefinition<T> = {
    table,
    // SAFETY: columns of every subject.
    cells: { name: tradeName } as ReportDefinition<T>['cells'] & object,
    // SAFETY: names of its columns.
    drills: Object.fromEntries(summed) as ReportDefinition<T>['drills'] & object,
    chart: ownChart<T>,
    picks: documents,
  };
  return definition;
}

/** What own reports can be of. */
export const ownSubjects = {
  sold: definitionOf(soldOwnTable),
  bought: definitionOf(boughtOwnTable),
} as const;
export type Subject = keyof typeof ownSubjects;
const all: readonly Subject[] = ['sold', 'bought'];

export const subjectWords = { sold: 'own.sold', bought: 'own.bought' } as const;

/** The subjects whose own pages are for the signed-in user. */
export function useSubjects(): readonly Subject[] {
  const may = useMay();
  return all.filter((one) => ownSubjects[one].table.access.page.some((page) => may(page)));
}
