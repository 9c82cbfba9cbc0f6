import type { ReplyOf, documentTrail } from '@tradehouse/contract';

export type TrailRow = ReplyOf<typeof documentTrail>['rows'][number];

/** Document of a tree with its distance from the origin. */
export interface TrailTreeRow {
  readonly row: TrailRow;
  readonly level: number;
  /** Source documents besides the parent. */
  readonly others: readonly string[];
}

/**
 * Orders documents as a tree: each below its first source, followed by documents made from it. A document
 * with several sources names the rest. Each document appears once.
 */
export function arrangeTrail(rows: readonly TrailRow[]): readonly TrailTreeRow[] {
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const below = Map.groupBy(rows, ({ parents }) => parents[0] ?? '');
  const seen = new Set<string>();
  const from = (row: TrailRow, level: number): readonly TrailTreeRow[] => {
    if (seen.has(row.id)) return [];
    seen.add(row.id);
    const others = row.parents.slice(1).map((id) => numbers.get(id) ?? '');
    const children = (below.get(row.id) ?? []).flatMap((child) => from(child, level + 1));
    return [{ row, level, others }, ...children];
  };
  const rooted = (below.get('') ?? []).flatMap((row) => from(row, 0));
  return [...rooted, ...rows.flatMap((row) => from(row, 0))];
}
