import { lastPage } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { EntryTable } from './EntryTable.tsx';

/** A page of what may be chosen, as a query has it. */
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
  /** What stands there where nothing is found. */
  readonly none: string;
}

/** Rows to choose from, a page at a time, cards on a phone, under what went wrong while they were read. */
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
