import type { TableProps } from 'antd';
import { t } from '../phrase/index.ts';

type RowSelection<Row> = NonNullable<TableProps<Row>['rowSelection']>;

/** Labels row checkboxes in the interface language; `nameOf` names a row. */
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
