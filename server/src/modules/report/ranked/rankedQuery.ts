import type { Context } from '../../../kernel/access/index.ts';
import type { RecordNameSql } from '../namedRecord.ts';
import { selectNeededSums } from './measureFormulas.ts';
import type { MeasureFormula, RankedReportSql } from './measureFormulas.ts';

/** Filters of ranked reports, in addition to filters of the subject. */
export interface RankedFilters {
  readonly level?: string;
  readonly second?: string;
  readonly measure?: string;
  readonly top?: string;
  readonly trend?: boolean;
}

export type RankedDateRange = readonly [string | null, string | null];

export interface RankedQuery {
  readonly context: Context;
  readonly keys: readonly [string] | readonly [string, string];
  readonly dates: RankedDateRange | undefined;
  readonly compare: string | undefined;
  readonly sums: readonly string[];
  /** Sums that are non-additive over the rows of these keys: no remainder and no whole. */
  readonly nonAdditive?: readonly string[];
  /** Unavailable figures for these keys: always null. */
  readonly unavailable?: readonly string[];
  /** Sums of some days: a relation with `key`, `second` (null if absent) and these sums, a row for each. */
  readonly sumsSql: (days: RankedDateRange, sums: readonly string[]) => RankedReportSql;
  /** Name of the first or the second key: joins on the key column. */
  readonly nameSql: (by: string, key: string, as: string) => RecordNameSql;
}

/** Subject of a report: the figures, and the query of a request. */
export interface RankedSubject<Measure extends string, Filters> {
  readonly measures: Readonly<Record<Measure, MeasureFormula>>;
  /** Default ranking figure. */
  readonly ranksBy: Measure;
  /** Builds the query; refuses callers without access. */
  readonly toQuery: (context: Context, filters: Filters & RankedFilters) => RankedQuery;
  /** Refuses queries that read too much, in the present and the compared days. */
  readonly refuseLarge?: (context: Context, filters: Filters & RankedFilters) => Promise<void>;
}

export const narrowRankedQuery = (
  query: RankedQuery,
  figures: readonly MeasureFormula[],
): RankedQuery => ({
  ...query,
  sums: selectNeededSums(query.sums, figures),
});
