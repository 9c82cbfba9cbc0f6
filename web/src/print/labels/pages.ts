import type { LabelTemplate } from '@tradehouse/contract';
import { a4, placesOn } from '@tradehouse/domain';

/** A label on its page: of which row, and where it begins, in millimetres. */
export interface PlacedLabel {
  readonly row: number;
  readonly left: number;
  readonly top: number;
}

/** How large the pages of a template are. */
export const pageSize = ({ onSheet, width, height }: LabelTemplate) =>
  onSheet ? a4 : { width, height };

/** The labels of rows, page by page: each as often as its row wants. */
export function labelPages(
  template: LabelTemplate,
  copies: readonly number[],
): readonly (readonly PlacedLabel[])[] {
  const places = template.onSheet ? placesOn(template.sheet, template) : [{ left: 0, top: 0 }];
  const rows = copies.flatMap((count, row) => Array.from({ length: count }, () => row));
  return Array.from({ length: Math.ceil(rows.length / places.length) }, (_, page) =>
    rows
      .slice(page * places.length, (page + 1) * places.length)
      .map((row, at) => ({ row, left: places[at]?.left ?? 0, top: places[at]?.top ?? 0 })),
  );
}
