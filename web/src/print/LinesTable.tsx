import type { ReactNode } from 'react';
import type { ContentColumn } from './content.ts';
import type { PrintPiece } from './parts.tsx';

interface TableProps {
  readonly piece: PrintPiece;
  readonly from: number;
  readonly to: number;
  /** Widths in CSS pixels; null during measuring: nothing wraps. */
  readonly widths: readonly number[] | null;
  readonly pageSum: boolean;
  readonly totals: boolean;
}

interface SumRowProps {
  readonly columns: readonly ContentColumn[];
  readonly word: string;
  readonly sums: readonly string[];
  readonly className: string;
}

/** Renders sums; the label spans the empty cells in front. */
function SumRow({ columns, word, sums, className }: SumRowProps): ReactNode {
  const empty = sums.findIndex((text) => text !== '');
  const span = Math.max(1, empty === -1 ? columns.length : empty);
  return (
    <tr className={className}>
      <td colSpan={span}>{empty === 0 ? `${word} ${sums[0]}` : word}</td>
      {columns.slice(span).map((column, at) => (
        <td key={column.field} className={column.right ? 'right' : ''}>
          {sums[span + at]}
        </td>
      ))}
    </tr>
  );
}

/** Renders the lines below a row of column names. */
export function LinesTable({ piece, from, to, widths, pageSum, totals }: TableProps): ReactNode {
  const { content, template } = piece;
  const { columns, rows } = content;
  const has = (sums: readonly string[]): boolean => sums.some((text) => text !== '');
  const pageSums = content.sumOf(from, to);
  return (
    <table
      className={`${template.lines.borders ? 'borders' : 'plain'} ${widths === null ? 'natural' : ''}`}
    >
      {widths === null ? null : (
        <colgroup>
          {columns.map(({ field }, at) => (
            <col key={field} style={{ width: `${widths[at]}px` }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.field} className={column.right ? 'right' : ''}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(from, to).map(({ cells }, at) => (
          <tr key={from + at} className="line">
            {columns.map((column, index) => (
              <td key={column.field} className={column.right ? 'right' : ''}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
        {pageSum && has(pageSums) ? (
          <SumRow
            className="page-sum"
            columns={columns}
            word={content.pageSumWord}
            sums={pageSums}
          />
        ) : null}
        {totals && has(content.totals) ? (
          <SumRow
            className="total"
            columns={columns}
            word={content.totalWord}
            sums={content.totals}
          />
        ) : null}
      </tbody>
    </table>
  );
}
