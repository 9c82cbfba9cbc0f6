import type { ListAction } from '../record/listTypes.ts';

/** Returns the selected rows suitable for an action; null, with a message, if none. */
export function fittingRows<Row>(
  { fits }: Pick<ListAction<Row>, 'fits'>,
  rows: readonly Row[],
): readonly Row[] | null {
  const fitting = fits === undefined ? rows : rows.filter(fits);
  return rows.length > 0 && fitting.length === 0 ? null : fitting;
}
