import {
  boughtOwnTable,
  cashOwnTable,
  itemsOwnTable,
  soldOwnTable,
  stockOwnTable,
} from '@tradehouse/contract';
import type { RowOf, TableDeclaration } from '@tradehouse/contract';
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
export type CustomReportTableName = keyof typeof tables;
export type CustomReportTable = (typeof tables)[CustomReportTableName];

/**
 * Returns a custom report's chart: months in order with a line per other value; otherwise ranked by the
 * measure.
 */
export function ownChart<T extends CustomReportTable>({
  level,
  second,
  measure,
}: FilterValues): ShownChart<T> {
  // SAFETY: the measure's choices are columns.
  const column = String(measure ?? 'quantity') as keyof T['columns'] & string;
  const two = typeof second === 'string' && second !== level;
  if (two && [level, second].includes('month'))
    return { as: 'line', column, along: level === 'month' ? 'name' : 'secondName' };
  return level === 'month'
    ? { as: 'bars', column, order: { column: 'name', order: 'asc' } }
    : { as: 'rows', column };
}

/** Drills into a product's movements, or into the products of any other row. */
function movesBehind<T extends CustomReportTable>(
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

/** Defines a custom report: figures open their documents or movements. */
function definitionOf<T extends CustomReportTable>(table: T): ReportDefinition<T> {
  const documents = (row: RowOf<T>, { applied }: ListState<T>): Drill | null =>
    table.fixed.subject === 'stock'
      ? movesBehind(definition, row, applied)
      : tradeDrill(definition, row, applied, 'document');
  const summed = Object.entries<TableDeclaration['columns'][string]>(table.columns).flatMap(
    ([name, column]) =>
      column.sum === true && column.asksFor === undefined ? [[name, documents] as const] : [],
  );
  const definition: ReportDefinition<T> = {
    table,
    // SAFETY: columns of every subject.
    cells: { name: tradeName } as ReportDefinition<T>['cells'] & object,
    // SAFETY: the names are columns of the table.
    drills: Object.fromEntries(summed) as ReportDefinition<T>['drills'] & object,
    chart: ownChart<T>,
    picks: documents,
  };
  return definition;
}

export const ownSubjects = byKey(keysOf(tables), (subject) =>
  definitionOf<CustomReportTable>(tables[subject]),
);

export const subjectWords = {
  sold: 'own.sold',
  bought: 'own.bought',
  stock: 'own.stock',
  cash: 'own.cash',
  items: 'own.items',
} as const;

/** Returns the subject by name; the first if unknown. */
export const subjectOfCustomReport = (name: string | null): CustomReportTableName =>
  name !== null && isKeyOf(tables, name) ? name : 'sold';

/** Returns the subjects whose pages the signed-in user may open. */
export function useSubjects(): readonly CustomReportTableName[] {
  const may = useMay();
  return keysOf(tables).filter((one) => tables[one].access.page.some((page) => may(page)));
}
