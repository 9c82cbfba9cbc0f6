import { sql } from 'kysely';
import type { RankedReportSql } from './measureFormulas.ts';

/** Returns a part's share in per cent; null for a whole not above zero. */
const percentShareSql = (part: string, whole: string): string =>
  `case when ${whole} > 0 then ${part} * 100 / ${whole} end`;
const roundedPercentSql = (expression: string): RankedReportSql =>
  sql.raw(`round(${expression}, 2)`);

/** ABC classes by cumulative share: up to 80 % of the whole, up to 95 %, the rest; the first row is A. */
const abc = sql.raw(`
  case when told.at is null or coalesce(told.whole, 0) <= 0 then null when told.measure <= 0 then 'C'
    when told.at = 1 or told.passed * 100 <= told.whole * 80 then 'A' when told.passed * 100 <= told.whole * 95 then 'B'
    else 'C' end`);

/** Position of a row among all rows, by the ranking figure; computed only if displayed. */
export const places = {
  rank: sql`told.rank`,
  share: roundedPercentSql(percentShareSql('told.measure', 'told.whole')),
  cumulative: roundedPercentSql(percentShareSql('told.passed', 'told.whole')),
  abc,
  partOfFirst: roundedPercentSql(percentShareSql('told.measure', 'told.of_first')),
  grouped: sql`told.grouped`,
  shareBefore: roundedPercentSql(percentShareSql('told.measure_before', 'told.whole_before')),
  points: roundedPercentSql(
    `${percentShareSql('told.measure', 'told.whole')} - ${percentShareSql('told.measure_before', 'told.whole_before')}`,
  ),
} as const;

export type RankColumn = keyof typeof places;

/**
 * Window values behind the positions, over all rows: each is slow, therefore unneeded values are left out.
 */
export type RankWindow = 'rank' | 'at' | 'whole' | 'passed' | 'of_first' | 'whole_before';
export const needed: Readonly<Record<RankColumn, readonly RankWindow[]>> = {
  rank: ['rank'],
  share: ['whole'],
  cumulative: ['whole', 'passed'],
  abc: ['at', 'whole', 'passed'],
  partOfFirst: ['of_first'],
  grouped: ['of_first'],
  shareBefore: ['whole_before'],
  points: ['whole', 'whole_before'],
};
