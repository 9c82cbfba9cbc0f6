import type { ReplyOf, documentTrail } from '@tradehouse/contract';

export type TrailRow = ReplyOf<typeof documentTrail>['rows'][number];

/** A document of a tree, as far from what began it as it stands. */
export interface Placed {
  readonly row: TrailRow;
  readonly level: number;
  /** Documents it comes from besides the one it stands below. */
  readonly others: readonly string[];
}

/**
 * Documents in the order of a tree: each below the first one it comes from, with what came of it below it in turn. One that
 * comes from several names the others. Whatever the data says, each stands once.
 */
export function placed(rows: readonly TrailRow[]): readonly Placed[] {
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const below = Map.groupBy(rows, ({ parents }) => parents[0] ?? '');
  const seen = new Set<string>();
  const from = (row: TrailRow, level: number): readonly Placed[] => {
    if (seen.has(row.id)) return [];
    seen.add(row.id);
    const others = row.parents.slice(1).map((id) => numbers.get(id) ?? '');
    const children = (below.get(row.id) ?? []).flatMap((child) => from(child, level + 1));
    return [{ row, level, others }, ...children];
  };
  const rooted = (below.get('') ?? []).flatMap((row) => from(row, 0));
  return [...rooted, ...rows.flatMap((row) => from(row, 0))];
}
