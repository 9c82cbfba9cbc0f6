import { Table } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { usePhone } from '../app/useMedia.ts';
import './entryTable.css';

type Columns<Row> = NonNullable<TableProps<Row>['columns']>;

/** The columns of cards: every cell says what it is, and none stands still beside the others. */
const headed = <Row,>(columns: Columns<Row>): Columns<Row> =>
  columns.map((column) => ({
    ...column,
    fixed: false,
    align: 'start',
    onCell: () => ({ 'data-heading': String(column.title) }) as object,
  }));

/** A short table whose cells are typed into. On a phone each row is a card, its first cell on top: nothing scrolls sideways. */
export function EntryTable<Row extends object>({
  columns = [],
  scroll,
  ...table
}: TableProps<Row>): ReactNode {
  const phone = usePhone();
  const shape = phone
    ? { className: 'entry-cards', showHeader: false, columns: headed(columns) }
    : { columns, ...(scroll === undefined ? {} : { scroll }) };
  return <Table<Row> size="small" pagination={false} {...table} {...shape} />;
}
