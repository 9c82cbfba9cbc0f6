import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { BoundTable, FiltersOf, WantedNames } from '../../../kernel/table/index.ts';
import { comparedWith, summedFiguresSql } from './comparedPeriod.ts';
import { neededBy } from './measureFormulas.ts';
import type { RankedReportSql } from './measureFormulas.ts';
import { trendOf } from './monthlyTrend.ts';
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
export function rankedReport<const T extends TableDeclaration, Measure extends string, Asked>(
  table: RankedTable<T, Measure>,
  subject: RankedSubject<Measure, Asked>,
): BoundTable<T> {
  const { question, bounded } = subject;
  // SAFETY: ranked reports use these filters, or fewer.
  const toRequest = (filters: object) => filters as Asked & RankedFilters;
  return bindTable(
    table,
    (context: Context, filters: FiltersOf<T>, wanted: WantedNames) =>
      sql<RowOf<T>>`${rankedReportSql(subject, context, toRequest(filters), wanted)}`,
    {
      pages: 'whole',
      beside: (context, filters) => selectRankedLookups(question(context, toRequest(filters))),
      apart(context, filters) {
        const { apart = [], silent = [] } = question(context, toRequest(filters));
        return [...apart, ...silent].flatMap((name) => [name, `${name}Before`]);
      },
      async meaning(context, filters) {
        const request = toRequest(filters);
        await bounded?.(context, request);
        // Compared days may hold much if the present days hold little, for example future days.
        const earlier = bounded === undefined ? null : comparedWith(question(context, request));
        if (earlier !== null) await bounded?.(context, { ...request, dates: earlier.stretch });
        return filters;
      },
    },
  );
}

function rankedReportSql<Measure extends string, Asked>(
  subject: RankedSubject<Measure, Asked>,
  context: Context,
  request: Asked & RankedFilters,
  wanted: WantedNames,
): RankedReportSql {
  const { measures, question } = subject;
  const { rankedBy, positions, isRanked, present, before } = requestedFigures(
    subject,
    request,
    wanted,
  );
  const query = narrowRankedQuery(question(context, request), present);
  const { apart = [], silent = [] } = query;
  const rows = summedFiguresSql(query, comparedWith(query), neededBy(query.sums, before));
  const trend = wanted.has('trend') ? requestedTrendSql(subject, context, request) : null;
  const known = rankedColumnsSql(measures, silent, trend !== null);
  const columns = Object.entries(known).flatMap(([name, column]) =>
    wanted.has(name) ? [sql`${column} as ${sql.ref(name)}`] : [],
  );
  const trends = trend === null ? sql`` : sql`left join ${trend} as trend on trend.key = told.key`;
  const from = isRanked
    ? rankedRowsSql(rows, query, {
        measure: measures[rankedBy],
        adds: !apart.includes(rankedBy),
        told: positions,
        most: request.top === undefined ? null : Number(request.top),
      })
    : sql`select part.*, false as rest from (${rows}) as part`;
  return sql`select ${sql.join(columns)} from (${from}) as told ${trends}`;
}

const apartFromMonths: readonly string[] = ['month', 'document'];

/** Monthly figures of the ranking figure on request; rows of months, of documents and by two have none. */
function requestedTrendSql<Measure extends string, Asked>(
  subject: RankedSubject<Measure, Asked>,
  context: Context,
  request: Asked & RankedFilters,
): RankedReportSql | null {
  const { measures, question } = subject;
  const rankedBy = rankingMeasure(subject, request);
  const { keys } = question(context, request);
  if (request.trend !== true || keys.length > 1 || apartFromMonths.includes(keys[0])) return null;
  const query = question(context, { ...request, second: 'month' });
  return query.silent?.includes(rankedBy) === true
    ? null
    : trendOf(narrowRankedQuery(query, [measures[rankedBy]]), measures[rankedBy]);
}
