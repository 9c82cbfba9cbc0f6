import type { TableProps } from 'antd';
import { t } from '../phrase/index.ts';

type RowSelection<Row> = NonNullable<TableProps<Row>['rowSelection']>;

/** Ticks of a table, read out in the language of the interface; `nameOf` says what a row is called. */
export const labelledTicks = <Row>(
  selection: RowSelection<Row>,
  nameOf: (row: Row) => string = () => '',
): RowSelection<Row> => ({
  ...selection,
  getTitleCheckboxProps: () => ({ 'aria-label': t('select.allRows') }),
  getCheckboxProps: (row) => ({
    'aria-label': t('select.row', { name: nameOf(row) }).trim(),
    ...selection.getCheckboxProps?.(row),
  }),
});
