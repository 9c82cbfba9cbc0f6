import type { GridColumn } from './column.ts';

/** Pixels of a cell's padding and border, of the widest digit of possible system fonts, and of separators. */
const EDGE = 17;
const DIGIT = 8.3;
const SIGN = 4.7;

const figureWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/\d/.test(sign) ? DIGIT : SIGN), EDGE);

/** Memoizes a function for its latest argument. */
function answeredOnce<Asked, Answer>(ask: (of: Asked) => Answer): (of: Asked) => Answer {
  let last: { readonly of: Asked; readonly answer: Answer } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, answer: ask(of) };
    return last.answer;
  };
}

/** Returns the column with its total computed once for the same rows. */
export const summedOnce = <Row>(column: GridColumn<Row>): GridColumn<Row> =>
  column.total === undefined ? column : { ...column, total: answeredOnce(column.total) };

/**
 * Returns rendered widths in pixels: declared widths, widened so that no figure or total is cut. Each row
 * is measured once, so a change among thousands measures only new rows.
 */
export function widthsOver<Row extends object>(
  columns: readonly GridColumn<Row>[],
): (rows: readonly Row[]) => readonly number[] {
  const figures = columns.filter(({ align }) => align === 'right');
  const known = new WeakMap<Row, readonly number[]>();
  const measured = (row: Row): readonly number[] => {
    const widths = known.get(row) ?? figures.map(({ show }) => figureWidth(show(row)));
    known.set(row, widths);
    return widths;
  };
  return answeredOnce((rows) => {
    const widest = figures.map(({ width, total }) =>
      Math.max(width, figureWidth(total?.(rows) ?? '')),
    );
    for (const row of rows)
      measured(row).forEach((width, at) => (widest[at] = Math.max(widest[at] ?? 0, width)));
    return columns.map((column) => Math.ceil(widest[figures.indexOf(column)] ?? column.width));
  });
}
