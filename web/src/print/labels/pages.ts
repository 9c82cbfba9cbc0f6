import type { LabelTemplate } from '@tradehouse/contract';
import { a4, placesOn } from '@tradehouse/domain';

/** Label on a page: the row, and the position in millimetres. */
export interface PlacedLabel {
  readonly row: number;
  readonly left: number;
  readonly top: number;
}

/** Page size of a template. */
export const pageSize = ({ onSheet, width, height }: LabelTemplate) =>
  onSheet ? a4 : { width, height };

/** Returns labels by page, with the copies of each row. */
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

/** Labels of one template: rows and copies. */
export interface LabelSet {
  readonly template: LabelTemplate;
  readonly rows: readonly number[];
  readonly copies: readonly number[];
}

/** Groups rows by template: each group shares pages of one size. */
export function labelSets(
  rows: readonly { readonly template: LabelTemplate; readonly copies: number }[],
): readonly LabelSet[] {
  const sets = new Map<LabelTemplate, { row: number; copies: number }[]>();
  for (const [row, { template, copies }] of rows.entries())
    sets.set(template, [...(sets.get(template) ?? []), { row, copies }]);
  return [...sets].map(([template, all]) => ({
    template,
    rows: all.map(({ row }) => row),
    copies: all.map(({ copies }) => copies),
  }));
}

/** Returns all sets' pages in sequence; labels name their row among all. */
export const pagesOfSets = (sets: readonly LabelSet[]) =>
  sets.flatMap(({ template, rows, copies }, set) =>
    labelPages(template, copies).map((labels) => ({
      template,
      set,
      labels: labels.map((label) => ({ ...label, row: rows[label.row] ?? 0 })),
    })),
  );
