import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { BoundTable, FiltersOf, WantedNames } from '../../../kernel/table/index.ts';
import { toComparedPeriod, summedFiguresSql } from './comparedPeriod.ts';
import { selectNeededSums } from './measureFormulas.ts';
import type { RankedReportSql } from './measureFormulas.ts';
import { monthlyTrendSql } from './monthlyTrend.ts';
import { rankedColumnsSql, selectRankedLookups } from './rankedColumns.ts';
import type { RankedTable } from './rankedColumns.ts';
import { narrowRankedQuery } from './rankedQuery.ts';
import type { RankedFilters, RankedSubject } from './rankedQuery.ts';
import { rankedRowsSql } from './rankedRows.ts';
import { rankingMeasure, requestedFigures } from './requestedFigures.ts';

/**
 * Builds a ranked report: the table declares the keys, the figures and the positions, and a single query
 * answers every such report. A column without an answer does not compile.
 */
export function rankedReport<const T extends TableDeclaration, Measure extends string, Filters>(
  table: RankedTable<T, Measure>,
  subject: RankedSubject<Measure, Filters>,
): BoundTable<T> {
  const { toQuery, refuseLarge } = subject;
  // SAFETY: ranked reports use these filters, or fewer.
  const toRequest = (filters: object) => filters as Filters & RankedFilters;
  return bindTable(
    table,
    (context: Context, filters: FiltersOf<T>, wanted: WantedNames) =>
      sql<RowOf<T>>`${rankedReportSql(subject, context, toRequest(filters), wanted)}`,
    {
      pages: 'whole',
      beside: (context, filters) => selectRankedLookups(toQuery(context, toRequest(filters))),
      nonAdditive(context, filters) {
        const { nonAdditive = [], unavailable = [] } = toQuery(context, toRequest(filters));
        return [...nonAdditive, ...unavailable].flatMap((name) => [name, `${name}Before`]);
      },
      async meaning(context, filters) {
        const request = toRequest(filters);
        await refuseLarge?.(context, request);
        // Compared days may hold much if the present days hold little, for example future days.
        const compared =
          refuseLarge === undefined ? null : toComparedPeriod(toQuery(context, request));
        if (compared !== null) await refuseLarge?.(context, { ...request, dates: compared.range });
        return filters;
      },
    },
  );
}

function rankedReportSql<Measure extends string, Filters>(
  subject: RankedSubject<Measure, Filters>,
  context: Context,
  request: Filters & RankedFilters,
  wanted: WantedNames,
): RankedReportSql {
  const { measures, toQuery } = subject;
  const { rankedBy, positions, isRanked, present, before } = requestedFigures(
    subject,
    request,
    wanted,
  );
  const query = narrowRankedQuery(toQuery(context, request), present);
  const { nonAdditive = [], unavailable = [] } = query;
  const rows = summedFiguresSql(
    query,
    toComparedPeriod(query),
    selectNeededSums(query.sums, before),
  );
  const trend = wanted.has('trend') ? requestedTrendSql(subject, context, request) : null;
  const known = rankedColumnsSql(measures, unavailable, trend !== null);
  const columns = Object.entries(known).flatMap(([name, column]) =>
    wanted.has(name) ? [sql`${column} as ${sql.ref(name)}`] : [],
  );
  const trends =
    trend === null ? sql`` : sql`left join ${trend} as trend on trend.key = ranked.key`;
  const from = isRanked
    ? rankedRowsSql(rows, query, {
        measure: measures[rankedBy],
        isAdditive: !nonAdditive.includes(rankedBy),
        positions,
        limit: request.top === undefined ? null : Number(request.top),
      })
    : sql`select summed.*, false as is_remainder from (${rows}) as summed`;
  return sql`select ${sql.join(columns)} from (${from}) as ranked ${trends}`;
}

const keysWithoutTrend: readonly string[] = ['month', 'document'];

/** Monthly figures of the ranking figure on request; rows of months, of documents and by two have none. */
function requestedTrendSql<Measure extends string, Filters>(
  subject: RankedSubject<Measure, Filters>,
  context: Context,
  request: Filters & RankedFilters,
): RankedReportSql | null {
  const { measures, toQuery } = subject;
  const rankedBy = rankingMeasure(subject, request);
  const { keys } = toQuery(context, request);
  if (request.trend !== true || keys.length > 1 || keysWithoutTrend.includes(keys[0])) return null;
  const query = toQuery(context, { ...request, second: 'month' });
  return query.unavailable?.includes(rankedBy) === true
    ? null
    : monthlyTrendSql(narrowRankedQuery(query, [measures[rankedBy]]), measures[rankedBy]);
}
