import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { arrangeColumns } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { amountIn } from './columns/cells.tsx';
import { findEchoingColumns, hasCellContent, isInformative } from './columns/columnRoom.ts';
import type { ListState } from './useList.ts';

interface SelectionSum {
  /** The summed column. */
  readonly name: string;
  readonly amount: string;
  /** Null: the company's own. */
  readonly currency: string | null;
}

/**
 * Adds the selected rows in the first shown money column with a total; null without such a column, across
 * currencies, or if an amount is hidden. Zeros without information have no sum.
 */
export function sumSelectedRows<T extends TableDeclaration>(
  { table, columns, data }: Pick<ListState<T>, 'table' | 'columns' | 'data'>,
  rows: readonly RowOf<T>[],
): SelectionSum | null {
  const echoing = data === undefined ? new Set() : findEchoingColumns(table, data);
  const summed = arrangeColumns(table, columns).find(
    ({ name, visible, column: { type, sum } }) =>
      visible && type === 'money' && sum === true && !echoing.has(name),
  );
  if (summed === undefined) return null;
  const { name, column } = summed;
  if (column.zeroIsNone === true && !rows.some((row) => isInformative(column, row[name])))
    return null;
  const amounts = rows
    .map((row) => row[name])
    .filter(hasCellContent)
    .map(String);
  const [currency = null, ...others] = new Set(rows.map((row) => amountIn(column, row)));
  if (others.length > 0 || amounts.length < rows.length) return null;
  const sum = amounts.reduce((before, amount) => before.plus(amount), decimal(0));
  return { name, amount: toPlainDecimal(sum), currency };
}
