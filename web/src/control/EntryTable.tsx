import { Table } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { usePhone } from '../app/useMedia.ts';
import './entryTable.css';

/** A column; `heading` is what a card says of its cell where the title is more than words. */
export type EntryColumn<Row> = NonNullable<TableProps<Row>['columns']>[number] & {
  readonly heading?: string;
};
interface EntryTableProps<Row> extends Omit<TableProps<Row>, 'columns'> {
  readonly columns: readonly EntryColumn<Row>[];
}

/** The columns of cards: every cell says what it is, and none stands still beside the others. */
const headed = <Row,>(columns: readonly EntryColumn<Row>[]): EntryColumn<Row>[] =>
  columns.map((column) => ({
    ...column,
    fixed: false,
    align: 'start',
    onCell: () => ({ 'data-heading': column.heading ?? String(column.title) }) as object,
  }));

/** A short table whose cells are typed into. On a phone each row is a card, its first cell on top: nothing scrolls sideways. */
export function EntryTable<Row extends object>({
  columns,
  scroll,
  className = '',
  ...table
}: EntryTableProps<Row>): ReactNode {
  const phone = usePhone();
  const shape = phone
    ? { showHeader: false, columns: headed(columns) }
    : { columns: [...columns], ...(scroll === undefined ? {} : { scroll }) };
  return (
    <Table<Row>
      size="small"
      pagination={false}
      className={`${className} ${phone ? 'entry-cards' : ''}`}
      {...table}
      {...shape}
    />
  );
}
