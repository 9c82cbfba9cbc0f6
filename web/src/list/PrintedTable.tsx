import type { TableColumn, RowOf, TableDeclaration } from '@tradehouse/contract';
import { LARGEST_PAGE, arrangeColumns } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { readTablePage } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { PrintedChart } from '../control/chart/Chart.tsx';
import type { ChartPicture } from '../control/chart/picture.ts';
import { quantityText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import { cautionOf } from './Caution.tsx';
import { renderListCell, sumsIn, renderTotalCell } from './columns/cells.tsx';
import { isFigureColumn } from './columns/columnChoice.ts';
import { labelOfColumn } from '../record/labels.ts';
import { keyOfRow } from '../record/listTypes.ts';
import type { ListState } from './useList.ts';

/** Paper ends somewhere: more rows than this are for the export. */
const MOST_ROWS = 5_000;

/** List parts needed for printing; `data`, if read, gives length and totals. */
type PrintableList<T extends TableDeclaration> = Pick<ListState<T>, 'table' | 'query' | 'columns'> &
  Partial<Pick<ListState<T>, 'data'>>;

/** Reads the whole result by page, up to the printing limit. */
async function allRows<T extends TableDeclaration>({
  table,
  query,
}: PrintableList<T>): Promise<readonly RowOf<T>[]> {
  const rows: RowOf<T>[] = [];
  for (let page = 1; rows.length < MOST_ROWS; page += 1) {
    const answer = await readTablePage(table, {
      ...query,
      currentPage: page,
      pageSize: LARGEST_PAGE,
    });
    rows.push(...answer.rows);
    if (rows.length >= answer.total || answer.rows.length === 0) break;
  }
  return rows;
}

/** Unknown values remain blank on paper: for handwriting. */
const renderPrintedCell = (
  name: string,
  column: TableColumn,
  value: unknown,
  row: unknown,
): ReactNode =>
  value === null || value === undefined || value === ''
    ? null
    : renderListCell(name, column, value, row);

export interface PrintedFact {
  readonly label: string;
  readonly shown: ReactNode;
}

export interface PrintedTableProps<T extends TableDeclaration> {
  readonly list: PrintableList<T>;
  readonly title: string;
  /** Chart above the rows. */
  readonly picture?: ChartPicture | undefined;
  /** Inserts rows among the rows. */
  readonly arrange?: ((rows: readonly RowOf<T>[]) => readonly RowOf<T>[]) | undefined;
  readonly rowClass?: ((row: RowOf<T>) => string) | undefined;
  readonly facts?: readonly PrintedFact[];
  /** Labels below the rows for signatures or handwriting, one per line. */
  readonly signs?: readonly string[];
  readonly onDone: () => void;
}

/** Reads all rows, undefined until read: then prints and calls `onDone`. */
function usePrinted<T extends TableDeclaration>(
  list: PrintableList<T>,
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
      getNotices().message.warning(t('print.cut', { n: quantityText(MOST_ROWS) }));
    globalThis.addEventListener('afterprint', onDone, { once: true });
    globalThis.print();
    return () => globalThis.removeEventListener('afterprint', onDone);
  }, [rows, isError, data, onDone]);
  return rows;
}

const PrintedFactList = ({ facts }: { readonly facts: readonly PrintedFact[] }): ReactNode =>
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

const PrintedSignatures = ({ signs }: { readonly signs: readonly string[] }): ReactNode =>
  signs.length === 0 ? null : (
    <footer className="print-signs">
      {signs.map((sign) => (
        <span key={sign}>{sign}</span>
      ))}
    </footer>
  );

const alignmentOfPrintedColumn = (column: TableColumn): string =>
  isFigureColumn(column) ? 'right' : '';

/** Renders rows with the header on every page, and totals if read. */
function PrintedRows<T extends TableDeclaration>({
  list: { table, columns, data },
  rows,
  rowClass,
}: Pick<PrintedTableProps<T>, 'list' | 'rowClass'> & {
  readonly rows: readonly RowOf<T>[];
}): ReactNode {
  const visible = arrangeColumns(table, columns).filter((one) => one.visible);
  return (
    <table>
      <thead>
        <tr>
          {visible.map(({ name, column }) => (
            <th key={name} className={alignmentOfPrintedColumn(column)}>
              {labelOfColumn(table, name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOfRow(table, row)} className={rowClass?.(row)}>
            {visible.map(({ name, column }) => (
              <td key={name} className={alignmentOfPrintedColumn(column)}>
                {renderPrintedCell(name, column, row[name], row)}
              </td>
            ))}
          </tr>
        ))}
        {data === undefined ? null : (
          <tr className="print-total">
            {visible.map(({ name, column }, index) => (
              <td key={name} className={alignmentOfPrintedColumn(column)}>
                {column.sum === true
                  ? renderTotalCell(name, column, data.totals[name] ?? null, sumsIn(table, rows))
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

/** Prints the whole result in black on white, not only rows on screen; then closes. */
export function PrintedTable<T extends TableDeclaration>({
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
      <PrintedFactList
        facts={
          caution === null ? facts : [...facts, { label: t('report.caution'), shown: caution }]
        }
      />
      {picture === undefined ? null : <PrintedChart picture={picture} />}
      <PrintedRows list={list} rows={arrange(rows)} rowClass={rowClass} />
      <PrintedSignatures signs={signs} />
    </article>,
    document.body,
  );
}
