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
  /** Said where there are none. */
  readonly none: string;
  /** In pixels: of the columns together, at least. */
  readonly width: number;
  /** What stands above them and adds to them. */
  readonly children: ReactNode;
}

/** The chosen rows of a form, and above them what chooses; neither chosen nor taken away where the form is only read. */
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
