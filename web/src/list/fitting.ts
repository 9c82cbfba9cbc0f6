import type { ListAction } from '../record/listTypes.ts';

/** The selected rows that an action runs on; null where none is one, which is said. */
export function fittingRows<Row>(
  { fits }: Pick<ListAction<Row>, 'fits'>,
  rows: readonly Row[],
): readonly Row[] | null {
  const fitting = fits === undefined ? rows : rows.filter(fits);
  return rows.length > 0 && fitting.length === 0 ? null : fitting;
}
