import type { Column, RowOf, Table } from '@tradehouse/contract';
import { LARGEST_PAGE, arranged } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { readTable } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { PrintedChart } from '../control/chart/Chart.tsx';
import type { Picture } from '../control/chart/picture.ts';
import { quantityText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import { cautionOf } from './Caution.tsx';
import { cellOf, sumsIn, totalOf } from './columns/cells.tsx';
import { isNumber } from './columns/columnChoice.ts';
import { labelOf } from '../record/labels.ts';
import { keyOf } from '../record/listTypes.ts';
import type { ListState } from './useList.ts';

/** Paper ends somewhere: more rows than this are for the export. */
const MOST_ROWS = 5_000;

/** What of a list paper needs; `data`, where it was read, tells how long it is and what it comes to. */
type Printed<T extends Table> = Pick<ListState<T>, 'table' | 'query' | 'columns'> &
  Partial<Pick<ListState<T>, 'data'>>;

/** The whole result, page by page, up to what is printable. */
async function allRows<T extends Table>({
  table,
  query,
}: Printed<T>): Promise<readonly RowOf<T>[]> {
  const rows: RowOf<T>[] = [];
  for (let page = 1; rows.length < MOST_ROWS; page += 1) {
    const answer = await readTable(table, { ...query, currentPage: page, pageSize: LARGEST_PAGE });
    rows.push(...answer.rows);
    if (rows.length >= answer.total || answer.rows.length === 0) break;
  }
  return rows;
}

/** What is not known stays blank on paper: somebody may write it there. */
const onPaper = (name: string, column: Column, value: unknown, row: unknown): ReactNode =>
  value === null || value === undefined || value === '' ? null : cellOf(name, column, value, row);

/** What stands above the rows: a name and what is said of it. */
export interface PrintedFact {
  readonly label: string;
  readonly shown: ReactNode;
}

export interface PrintedTableProps<T extends Table> {
  readonly list: Printed<T>;
  readonly title: string;
  /** What is drawn above the rows. */
  readonly picture?: Picture | undefined;
  /** What stands among the rows. */
  readonly arrange?: ((rows: readonly RowOf<T>[]) => readonly RowOf<T>[]) | undefined;
  readonly rowClass?: ((row: RowOf<T>) => string) | undefined;
  readonly facts?: readonly PrintedFact[];
  /** What is signed or written below the rows, each on a line of its own. */
  readonly signs?: readonly string[];
  readonly onDone: () => void;
}

/** All of its rows, or undefined until they are there: then they are printed, and what stood for it goes away. */
function usePrinted<T extends Table>(
  list: Printed<T>,
  onDone: () => void,
): readonly RowOf<T>[] | undefined {
  const { table, query, data } = list;
  const { data: rows, isError } = useQuery({
    queryKey: ['print', table.id, query],
    queryFn: () => allRows(list),
    gcTime: 0,
  });
  useEffect(() => {
    if (isError) onDone();
    if (rows === undefined) return undefined;
    if ((data?.total ?? 0) > MOST_ROWS)
      notices().message.warning(t('print.cut', { n: quantityText(MOST_ROWS) }));
    globalThis.addEventListener('afterprint', onDone, { once: true });
    globalThis.print();
    return () => globalThis.removeEventListener('afterprint', onDone);
  }, [rows, isError, data, onDone]);
  return rows;
}

const Facts = ({ facts }: { readonly facts: readonly PrintedFact[] }): ReactNode =>
  facts.length === 0 ? null : (
    <dl className="print-facts">
      {facts.map(({ label, shown }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  );

const Signs = ({ signs }: { readonly signs: readonly string[] }): ReactNode =>
  signs.length === 0 ? null : (
    <footer className="print-signs">
      {signs.map((sign) => (
        <span key={sign}>{sign}</span>
      ))}
    </footer>
  );

const sideOf = (column: Column): string => (isNumber(column) ? 'right' : '');

/** The rows, the header on every page, and what they come to where that was read. */
function PrintedRows<T extends Table>({
  list: { table, columns, data },
  rows,
  rowClass,
}: Pick<PrintedTableProps<T>, 'list' | 'rowClass'> & {
  readonly rows: readonly RowOf<T>[];
}): ReactNode {
  const visible = arranged(table, columns).filter((one) => one.visible);
  return (
    <table>
      <thead>
        <tr>
          {visible.map(({ name, column }) => (
            <th key={name} className={sideOf(column)}>
              {labelOf(table, name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(table, row)} className={rowClass?.(row)}>
            {visible.map(({ name, column }) => (
              <td key={name} className={sideOf(column)}>
                {onPaper(name, column, row[name], row)}
              </td>
            ))}
          </tr>
        ))}
        {data === undefined ? null : (
          <tr className="print-total">
            {visible.map(({ name, column }, index) => (
              <td key={name} className={sideOf(column)}>
                {column.sum === true
                  ? totalOf(name, column, data.totals[name] ?? null, sumsIn(table, rows))
                  : index === 0
                    ? t('list.total')
                    : null}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Black on white: the whole result, not what is on screen. Prints itself and goes away. */
export function PrintedTable<T extends Table>({
  list,
  title,
  picture,
  arrange = (all) => all,
  rowClass,
  facts = [],
  signs = [],
  onDone,
}: PrintedTableProps<T>): ReactNode {
  const { companyName } = useSettings();
  const rows = usePrinted(list, onDone);
  const caution = cautionOf(list);
  if (rows === undefined) return <Spin fullscreen />;
  return createPortal(
    <article className="print-sheet">
      <h1>{title}</h1>
      <p>{companyName}</p>
      <Facts
        facts={
          caution === null ? facts : [...facts, { label: t('report.caution'), shown: caution }]
        }
      />
      {picture === undefined ? null : <PrintedChart picture={picture} />}
      <PrintedRows list={list} rows={arrange(rows)} rowClass={rowClass} />
      <Signs signs={signs} />
    </article>,
    document.body,
  );
}
