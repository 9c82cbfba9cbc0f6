import { sql } from 'kysely';
import type { RankedReportSql } from './measureFormulas.ts';

/** Returns a part's share in per cent; null for a total not above zero. */
const percentShareSql = (part: string, total: string): string =>
  `case when ${total} > 0 then ${part} * 100 / ${total} end`;
const roundedPercentSql = (expression: string): RankedReportSql =>
  sql.raw(`round(${expression}, 2)`);

/** ABC classes by cumulative share: up to 80 % of the total, up to 95 %, the rest; the first row is A. */
const abc = sql.raw(`
  case when ranked.ordinal is null or coalesce(ranked.total, 0) <= 0 then null
    when ranked.measure <= 0 then 'C'
    when ranked.ordinal = 1 or ranked.running_total * 100 <= ranked.total * 80 then 'A'
    when ranked.running_total * 100 <= ranked.total * 95 then 'B'
    else 'C' end`);

const share = percentShareSql('ranked.measure', 'ranked.total');
const shareBefore = percentShareSql('ranked.measure_before', 'ranked.total_before');

/** Position of a row among all rows, by the ranking figure; computed only if displayed. */
export const rankPositions = {
  rank: sql`ranked.rank`,
  share: roundedPercentSql(share),
  cumulative: roundedPercentSql(percentShareSql('ranked.running_total', 'ranked.total')),
  abc,
  partOfFirst: roundedPercentSql(percentShareSql('ranked.measure', 'ranked.group_total')),
  grouped: sql`ranked.grouped`,
  shareBefore: roundedPercentSql(shareBefore),
  points: roundedPercentSql(`${share} - ${shareBefore}`),
} as const;

export type RankColumn = keyof typeof rankPositions;

/**
 * Window values behind the positions, over all rows: each is slow, therefore unneeded values are left out.
 */
export type RankWindow =
  | 'rank'
  | 'ordinal'
  | 'total'
  | 'running_total'
  | 'group_total'
  | 'total_before';
export const positionWindows: Readonly<Record<RankColumn, readonly RankWindow[]>> = {
  rank: ['rank'],
  share: ['total'],
  cumulative: ['total', 'running_total'],
  abc: ['ordinal', 'total', 'running_total'],
  partOfFirst: ['group_total'],
  grouped: ['group_total'],
  shareBefore: ['total_before'],
  points: ['total', 'total_before'],
};
