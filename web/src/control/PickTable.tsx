import { lastPage } from '@tradehouse/contract';
import { Alert, Table } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';

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

/** Rows to choose from, a page at a time, under what went wrong while they were read. */
export function PickTable<Row extends object>(props: Props<Row>): ReactNode {
  const { found, page, pageSize, onPage, none, ...table } = props;
  const { data, isFetching, error } = found;
  return (
    <>
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <Table<Row>
        {...table}
        size="small"
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
