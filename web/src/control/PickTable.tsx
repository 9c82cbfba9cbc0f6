import { lastPage } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { EntryTable } from './EntryTable.tsx';

/** Page of a query's choices. */
export interface PickPage<Row> {
  readonly data: { readonly rows: readonly Row[]; readonly total: number } | undefined;
  readonly isFetching: boolean;
  readonly error: Error | null;
}

interface Props<Row> extends Pick<
  TableProps<Row>,
  'columns' | 'rowKey' | 'rowSelection' | 'scroll' | 'onRow' | 'expandable'
> {
  readonly found: PickPage<Row>;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  /** Text shown without results. */
  readonly none: string;
}

/** Pages of rows to choose from, cards on a phone, below any read error. */
export function PickTable<Row extends object>(props: Props<Row>): ReactNode {
  const { found, page, pageSize, onPage, none, columns = [], ...table } = props;
  const { data, isFetching, error } = found;
  return (
    <>
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <EntryTable<Row>
        {...table}
        columns={columns}
        className={table.rowSelection === undefined ? '' : 'pick-cards'}
        dataSource={[...(data?.rows ?? [])]}
        loading={isFetching}
        pagination={{
          current: page,
          pageSize,
          total: Math.min(data?.total ?? 0, lastPage(pageSize) * pageSize),
          onChange: onPage,
          showSizeChanger: false,
          hideOnSinglePage: true,
        }}
        locale={{ emptyText: none }}
      />
    </>
  );
}
