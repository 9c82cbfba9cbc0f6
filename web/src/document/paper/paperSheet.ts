import { decimal } from '@tradehouse/domain';
import type { Own } from '../../control/currency.ts';
import type { Cell } from '../../app/net/workbook.ts';
import { paperColumns, written } from './paperColumns.ts';
import type { PaperColumn, PaperReply } from './paperColumns.ts';

/** Figures of more digits a spreadsheet would round. */
const DIGITS = 15;

/** What a column says: a figure with all its decimals, else a text, which no spreadsheet reckons with. */
function cellOf(column: PaperColumn, said: string | null | undefined): Cell {
  if (said === '' || said === undefined) return null;
  const figure = said === null || column.write === undefined ? null : decimal(said);
  return figure !== null && figure.precision() <= DIGITS
    ? figure.toNumber()
    : written(column, said);
}

/** The lines of a document as rows of a workbook: titles, lines, totals. */
export function paperRows(reply: PaperReply, own: Own): readonly (readonly Cell[])[] {
  const columns = paperColumns(reply, own);
  return [
    ['#', ...columns.map(({ title }) => title)],
    ...reply.lines.map((line, at) => [
      at + 1,
      ...columns.map((column) => cellOf(column, column.read(line))),
    ]),
    ['Σ', ...columns.map((column) => cellOf(column, column.total?.(reply.lines)))],
  ];
}
