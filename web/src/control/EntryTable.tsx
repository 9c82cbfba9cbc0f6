import { Table } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { usePhone } from '../app/theme/useMedia.ts';
import { labelledTicks } from './tickLabels.ts';
import './entryTable.css';

/** A column. */
export type EntryColumn<Row> = NonNullable<TableProps<Row>['columns']>[number] & {
  /** What a card says of its cell where the title is more than words. */
  readonly heading?: string;
  /** Writes one value into all rows: it stands beside the title, and above the cards of a phone. */
  readonly fill?: ReactNode;
};
interface EntryTableProps<Row> extends Omit<TableProps<Row>, 'columns'> {
  readonly columns: readonly EntryColumn<Row>[];
}

const headingOf = <Row,>({ heading, title }: EntryColumn<Row>): string =>
  heading ?? (typeof title === 'string' ? title : '');

/** The columns of cards: every cell says what it is, and none stands still beside the others. */
const headed = <Row,>(columns: readonly EntryColumn<Row>[]): EntryColumn<Row>[] =>
  columns.map((column) => ({
    ...column,
    fixed: false,
    align: 'start',
    onCell: (): object => ({ 'data-heading': headingOf(column) }),
  }));

/** The columns of a table, what fills them beside their titles. */
const titled = <Row,>(columns: readonly EntryColumn<Row>[]): EntryColumn<Row>[] =>
  columns.map((column) =>
    column.fill === undefined
      ? column
      : {
          ...column,
          title: (
            <>
              {
                // SAFETY: entry columns are titled in plain words.
                column.title as string
              }
              {column.fill}
            </>
          ),
        },
  );

/** What fills the columns, above the cards; one card alone is filled by itself. */
function Fills<Row>({ columns }: { readonly columns: readonly EntryColumn<Row>[] }): ReactNode {
  const fills = columns.flatMap(({ heading, fill }) =>
    fill === undefined ? [] : [<span key={heading}>{fill}</span>],
  );
  return fills.length === 0 ? null : <div className="entry-fills">{fills}</div>;
}

/** A table whose cells are typed into, or rows chosen. On a phone each row is a card, its first cell on top: nothing scrolls sideways. */
export function EntryTable<Row extends object>({
  columns,
  scroll,
  className = '',
  ...table
}: EntryTableProps<Row>): ReactNode {
  const phone = usePhone();
  const shape = phone
    ? { showHeader: false, columns: headed(columns) }
    : { columns: titled(columns), ...(scroll === undefined ? {} : { scroll }) };
  return (
    <>
      {phone && (table.dataSource?.length ?? 0) > 1 ? <Fills columns={columns} /> : null}
      <Table<Row>
        size="small"
        pagination={false}
        className={`${className} ${phone ? 'entry-cards' : ''}`}
        {...table}
        {...(table.rowSelection === undefined
          ? {}
          : { rowSelection: labelledTicks<Row>(table.rowSelection) })}
        {...shape}
      />
    </>
  );
}
