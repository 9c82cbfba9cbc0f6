import { Table } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { usePhone } from '../app/theme/useMedia.ts';
import { labelledTicks } from './tickLabels.ts';
import './entryTable.css';

/** A column. */
export type EntryColumn<Row> = NonNullable<TableProps<Row>['columns']>[number] & {
  /** Heading of the cell on a card, if the title is not plain text. */
  readonly heading?: string;
  /** Control that fills all rows with one value: beside the title, above the cards on a phone. */
  readonly fill?: ReactNode;
};
interface EntryTableProps<Row> extends Omit<TableProps<Row>, 'columns'> {
  readonly columns: readonly EntryColumn<Row>[];
}

const headingOfEntryColumn = <Row,>({ heading, title }: EntryColumn<Row>): string =>
  heading ?? (typeof title === 'string' ? title : '');

/** Card columns: every cell has a heading, and none is fixed or cut. */
export const toCardColumns = <Row,>(columns: readonly EntryColumn<Row>[]): EntryColumn<Row>[] =>
  columns.map((column) => ({
    ...column,
    fixed: false,
    ellipsis: false,
    align: 'start',
    onCell: (): object => ({ 'data-heading': headingOfEntryColumn(column) }),
  }));

/** Table columns, with the fill controls beside the titles. */
const toTitledColumns = <Row,>(columns: readonly EntryColumn<Row>[]): EntryColumn<Row>[] =>
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

/** Fill controls above the cards; omitted for a single card. */
function Fills<Row>({ columns }: { readonly columns: readonly EntryColumn<Row>[] }): ReactNode {
  const fills = columns.flatMap(({ heading, fill }) =>
    fill === undefined ? [] : [<span key={heading}>{fill}</span>],
  );
  return fills.length === 0 ? null : <div className="entry-fills">{fills}</div>;
}

/**
 * Table for typing into cells or choosing rows. On a phone rows are cards headed by the first cell: no
 * sideways scrolling.
 */
export function EntryTable<Row extends object>({
  columns,
  scroll,
  className = '',
  ...table
}: EntryTableProps<Row>): ReactNode {
  const phone = usePhone();
  const shape = phone
    ? { showHeader: false, columns: toCardColumns(columns) }
    : { columns: toTitledColumns(columns), ...(scroll === undefined ? {} : { scroll }) };
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
