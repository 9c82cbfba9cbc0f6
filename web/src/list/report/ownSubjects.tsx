import {
  boughtOwnTable,
  cashOwnTable,
  itemsOwnTable,
  soldOwnTable,
  stockOwnTable,
} from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
import { byKey, isKeyOf, keysOf } from '@tradehouse/domain';
import { useMay } from '../../app/settings/permission.ts';
import { t } from '../../phrase/index.ts';
import { movesOfProduct } from './drills.tsx';
import type { FilterValues } from '../filters/filterState.ts';
import type { ShownChart } from './reportChart.tsx';
import { Report } from './reportPage.tsx';
import type { Drill, ReportDefinition } from './reportPage.tsx';
import { behindRow, tradeDrill, tradeName } from './trade.tsx';
import type { ListState } from '../useList.ts';

const tables = {
  sold: soldOwnTable,
  bought: boughtOwnTable,
  stock: stockOwnTable,
  cash: cashOwnTable,
  items: itemsOwnTable,
} as const;
/** What own reports can be of. */
export type Subject = keyof typeof tables;
export type Own = (typeof tables)[Subject];

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

/** The moves of a product that a row is of, or the products of any other. */
function movesBehind<T extends Own>(
  definition: ReportDefinition<T>,
  row: RowOf<T>,
  applied: FilterValues,
): Drill | null {
  const behind = behindRow(row, applied);
  const { materialId, dates, warehouses, stockType } = { ...applied, ...behind?.filters };
  if (behind === null) return null;
  if (materialId === undefined) return tradeDrill(definition, row, applied, 'product');
  return {
    title: `${t('report.ledger')} · ${behind.title}`,
    width: 1400,
    content: () => (
      <Report
        table={movesOfProduct}
        fixed={{ materialId }}
        given={{ dates, warehouses, stockType }}
      />
    ),
  };
}

/** What an own report of a subject says: its figures open the documents, or the moves, that they are of. */
function definitionOf<T extends Own>(table: T): ReportDefinition<T> {
  const documents = (row: RowOf<T>, { applied }: ListState<T>): Drill | null =>
    table.fixed.subject === 'stock'
      ? movesBehind(definition, row, applied)
      : tradeDrill(definition, row, applied, 'document');
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

export const ownSubjects = byKey(keysOf(tables), (subject) => definitionOf<Own>(tables[subject]));

export const subjectWords = {
  sold: 'own.sold',
  bought: 'own.bought',
  stock: 'own.stock',
  cash: 'own.cash',
  items: 'own.items',
} as const;

/** The subject of this name; the first of all where there is none such. */
export const subjectOf = (name: string | null): Subject =>
  name !== null && isKeyOf(tables, name) ? name : 'sold';

/** The subjects whose own pages are for the signed-in user. */
export function useSubjects(): readonly Subject[] {
  const may = useMay();
  return keysOf(tables).filter((one) => tables[one].access.page.some((page) => may(page)));
}
