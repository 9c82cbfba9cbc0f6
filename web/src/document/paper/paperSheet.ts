import { decimal } from '@tradehouse/domain';
import type { OwnCurrency } from '../../control/currency.ts';
import type { WorkbookCell } from '../../app/net/workbook.ts';
import { columnsOfPaper, toPaperText } from './paperColumns.ts';
import type { PaperColumn, PaperReply } from './paperColumns.ts';

/** Figures of more digits a spreadsheet would round. */
const DIGITS = 15;

/** Returns a workbook cell: figures with all decimals, or text never used in calculations. */
function toWorkbookCell(column: PaperColumn, said: string | null | undefined): WorkbookCell {
  if (said === '' || said === undefined) return null;
  const figure = said === null || column.write === undefined ? null : decimal(said);
  return figure !== null && figure.precision() <= DIGITS
    ? figure.toNumber()
    : toPaperText(column, said);
}

/** Returns a document's lines as workbook rows: titles, lines, totals. */
export function paperRows(
  reply: PaperReply,
  own: OwnCurrency,
): readonly (readonly WorkbookCell[])[] {
  const columns = columnsOfPaper(reply, own);
  return [
    ['#', ...columns.map(({ title }) => title)],
    ...reply.lines.map((line, at) => [
      at + 1,
      ...columns.map((column) => toWorkbookCell(column, column.read(line))),
    ]),
    ['Σ', ...columns.map((column) => toWorkbookCell(column, column.total?.(reply.lines)))],
  ];
}
