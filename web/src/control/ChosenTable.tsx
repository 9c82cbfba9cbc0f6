import { ConfigProvider } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { EntryTable } from './EntryTable.tsx';
import type { EntryColumn } from './EntryTable.tsx';
import { removeColumn } from './removeColumn.tsx';
import type { ChosenRows } from './useChosenRows.ts';

interface Props<Row> {
  readonly chosen: ChosenRows<Row>;
  readonly rowKey: NonNullable<TableProps<Row>['rowKey']>;
  readonly columns: readonly EntryColumn<Row>[];
  /** Text for an empty table. */
  readonly none: string;
  /** In pixels: of the columns together, at least. */
  readonly width: number;
  /** Controls above the rows, for adding. */
  readonly children: ReactNode;
}

/** Chosen rows of a form, below the chooser; fixed in a read-only form. */
export function ChosenTable<Row extends object>(props: Props<Row>): ReactNode {
  const { chosen, rowKey, columns, none, width, children } = props;
  const { componentDisabled: readOnly = false } = ConfigProvider.useConfig();
  const { rows, change, pages } = chosen;
  const remove = removeColumn<Row>((row) => change(rows.filter((other) => other !== row)));
  return (
    <>
      {readOnly ? null : children}
      <EntryTable<Row>
        rowKey={rowKey}
        pagination={pages}
        scroll={{ x: width }}
        dataSource={[...rows]}
        columns={[...columns, ...(readOnly ? [] : [remove])]}
        locale={{ emptyText: none }}
      />
    </>
  );
}
