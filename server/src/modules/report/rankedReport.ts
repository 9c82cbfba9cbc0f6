import { choiceLabel } from '@tradehouse/contract';
import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import {
  FIRST_DAY,
  LAST_DAY,
  isKeyOf,
  keysOf,
  monthsBefore,
  monthsWithin,
  periodBefore,
  yearBefore,
} from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { FiltersOf, BoundTable, WantedNames } from '../../kernel/table/index.ts';
import type { RecordNameSql } from './namedRecord.ts';

type RankedReportSql = RawBuilder<unknown>;

/** Figure: the required sums, and the SQL over a relation; `when` is `Before` for the compared period. */
export interface MeasureFormula {
  readonly sums: readonly string[];
  readonly at: (relation: string, when: '' | 'Before') => RankedReportSql;
}
export const measureFromSum = (name: string): MeasureFormula => ({
  sums: [name],
  at: (relation, when) => sql.ref(`${relation}.${name}${when}`),
});
const combineMeasures = (
  parts: readonly MeasureFormula[],
  of: (...parts: readonly RankedReportSql[]) => RankedReportSql,
): MeasureFormula => ({
  sums: parts.flatMap(({ sums }) => sums),
  at: (...where) => of(...parts.map(({ at }) => at(...where))),
});
export const addMeasures = (...parts: readonly MeasureFormula[]): MeasureFormula =>
  combineMeasures(parts, (...all) => sql`(${sql.join(all, sql` + `)})`);
export const subtractMeasures = (...parts: readonly MeasureFormula[]): MeasureFormula =>
  combineMeasures(parts, (...all) => sql`(${sql.join(all, sql` - `)})`);
export const divideMeasures = (
  part: MeasureFormula,
  whole: MeasureFormula,
  digits: number,
  times = 1,
): MeasureFormula =>
  combineMeasures(
    [part, whole],
    (counted, of) =>
      sql`round(${counted} * ${sql.lit(times)} / nullif(${of}, 0), ${sql.lit(digits)})`,
  );

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
const places = {
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

type RankColumn = keyof typeof places;

/**
 * Window values behind the positions, over all rows: each is slow, therefore unneeded values are left out.
 */
type RankWindow = 'rank' | 'at' | 'whole' | 'passed' | 'of_first' | 'whole_before';
const needed: Readonly<Record<RankColumn, readonly RankWindow[]>> = {
  rank: ['rank'],
  share: ['whole'],
  cumulative: ['whole', 'passed'],
  abc: ['at', 'whole', 'passed'],
  partOfFirst: ['of_first'],
  grouped: ['of_first'],
  shareBefore: ['whole_before'],
  points: ['whole', 'whole_before'],
};
type InWords = 'documentId' | 'kind' | 'name' | 'secondName';
type RankedCommonColumn = InWords | 'id' | 'firstId' | 'secondId' | 'trend';

/** Possible columns of ranked reports, by measure name. */
type RankedColumn<Measure extends string> =
  | RankedCommonColumn
  | RankColumn
  | Measure
  | `${Measure}Before`
  | `${Measure}Growth`;

/** A table with none but these. */
export type RankedTable<T extends TableDeclaration, Measure extends string> =
  Exclude<keyof T['columns'] & string, RankedColumn<Measure>> extends never ? T : never;

/** Filters of ranked reports, in addition to filters of the subject. */
export interface RankedFilters {
  readonly level?: string;
  readonly second?: string;
  readonly measure?: string;
  readonly top?: string;
  readonly trend?: boolean;
}

/** Compared period; `months` shifts the earlier month keys to the present months. */
interface Earlier {
  readonly stretch: InclusiveDateRange;
  readonly months: number;
}

type RankedDateRange = readonly [string | null, string | null];

/** Returns the compared period; null: none, or documents, because each belongs to a single day. */
function comparedWith({ keys, dates, compare }: RankedQuery): Earlier | null {
  const stretch = [dates?.[0] ?? FIRST_DAY, dates?.[1] ?? LAST_DAY] as const;
  if (compare === undefined || keys.includes('document')) return null;
  const earlier = compare === 'yearBefore' ? yearBefore(stretch) : periodBefore(stretch);
  if (earlier === null) return null;
  const months = monthsWithin(earlier[0], stretch[0], 10_000).length - 1;
  // Months are comparable only if both periods start with a month, or a year apart.
  const fit = compare === 'yearBefore' || stretch[0].endsWith('-01');
  return keys.includes('month') && !fit ? null : { stretch: earlier, months };
}

export interface RankedQuery {
  readonly context: Context;
  readonly keys: readonly [string] | readonly [string, string];
  readonly dates: RankedDateRange | undefined;
  readonly compare: string | undefined;
  readonly sums: readonly string[];
  /** Sums that are non-additive over the rows of these keys: no remainder and no whole. */
  readonly apart?: readonly string[];
  /** Unavailable figures for these keys: always null. */
  readonly silent?: readonly string[];
  /** Sums of some days: a relation with `key`, `second` (null if absent) and these sums, a row for each. */
  readonly of: (days: RankedDateRange, sums: readonly string[]) => RankedReportSql;
  /** Name of the first or the second key: joins on the key column. */
  readonly named: (by: string, key: string, as: string) => RecordNameSql;
}

/**
 * Present figures, with earlier figures in `…Before`, a row for each key (and second).
 *
 * @param shown requested sums of the earlier days; the rest is null
 */
function summedFiguresSql(
  { keys, dates, sums, of }: RankedQuery,
  earlier: Earlier | null,
  shown: readonly string[],
): RankedReportSql {
  const list = (say: (name: string) => RankedReportSql, names = sums) => sql.join(names.map(say));
  const nothing = (name: string) => sql`null::numeric as ${sql.ref(`${name}Before`)}`;
  const now = of(dates ?? [null, null], sums);
  if (earlier === null)
    return sql`
      select part.key, part.second, ${list((name) => sql`part.${sql.ref(name)}`)}, ${list(nothing)}
      from (${now}) as part`;
  const shifted = (by: string | undefined, key: RankedReportSql) =>
    by === 'month'
      ? sql`(${key}::date + make_interval(months => ${earlier.months}))::date::text`
      : key;
  // A key of the earlier days alone has a row, too, even without a requested earlier figure.
  const asked = shown.length > 0 ? shown : sums.slice(0, 1);
  const then = sql`
    select ${shifted(keys[0], sql`part.key`)} as key, ${shifted(keys[1], sql`part.second`)} as second,
      ${list((name) => sql`part.${sql.ref(name)}`, asked)}
    from (${of(earlier.stretch, asked)}) as part`;
  const told = (when: string, name: string, as = name) =>
    sql`coalesce(${sql.ref(`${when}.${name}`)}, 0) as ${sql.ref(as)}`;
  const before = (name: string) =>
    asked.includes(name) ? told('earlier', name, `${name}Before`) : nothing(name);
  const second = keys.length > 1 ? sql`and earlier.second = now.second` : sql``;
  return sql`
    select coalesce(now.key, earlier.key) as key, coalesce(now.second, earlier.second) as second,
      ${list((name) => told('now', name))}, ${list(before)}
    from (${now}) as now full join (${then}) as earlier on earlier.key = now.key ${second}`;
}

/**
 * Ranking: the figure, the requested positions, and the number of rows with a rank of their own (null:
 * all).
 */
interface Ranking {
  readonly measure: MeasureFormula;
  readonly adds: boolean;
  readonly told: readonly RankColumn[];
  readonly most: number | null;
}

/** Ranked rows; rows beyond the limit form a single remainder row without a key. */
function rankedRowsSql(
  rows: RankedReportSql,
  { keys, sums, apart = [] }: RankedQuery,
  { measure, adds, told, most }: Ranking,
): RankedReportSql {
  const names = sums.flatMap((name) => [name, `${name}Before`]);
  const figures = sql.join(names.map((name) => sql.ref(name)));
  const whole = (sum: RankedReportSql): RankedReportSql => (adds ? sum : sql`null::numeric`);
  const over: Readonly<Record<RankWindow, RankedReportSql>> = {
    rank: sql`dense_rank() over (order by measure desc)`,
    at: sql`row_number() over (order by measure desc, key, second)`,
    whole: whole(sql`sum(measure) over ()`),
    passed: whole(sql`sum(measure) over (order by measure desc, key, second)`),
    of_first: whole(sql`sum(measure) over (partition by key)`),
    whole_before: whole(sql`sum(measure_before) over ()`),
  };
  const used = new Set(told.flatMap((name) => needed[name]));
  if (most !== null) used.add('at');
  const columns = keysOf(over).filter((name) => used.has(name));
  const list = (say: (name: RankWindow) => RankedReportSql, of = columns): RankedReportSql =>
    sql.join(
      of.map((name) => sql`, ${say(name)}`),
      sql``,
    );
  const worked = (name: RankWindow): RankedReportSql => sql`${over[name]} as ${sql.ref(name)}`;
  // Running values are computed only for ranked rows.
  const isEarly = (name: RankWindow): boolean =>
    most === null || !['rank', 'passed'].includes(name);
  const counted = sql`
    select part.*${list(worked, columns.filter(isEarly))}
    from (
      select part.*, ${measure.at('part', '')} as measure, ${measure.at('part', 'Before')} as measure_before
      from (${rows}) as part) as part`;
  // Groups are ordered by rank, months by time.
  const group = keys[0] === 'month' ? sql`key` : sql`of_first desc nulls last`;
  const grouped = told.includes('grouped')
    ? sql`row_number() over (order by ${group}, key, measure desc, second)`
    : sql`null::bigint`;
  const first = sql`
    select key, second, false as rest, measure, measure_before${list((name) => (isEarly(name) ? sql.ref(name) : worked(name)))}, ${grouped} as grouped, ${figures}`;
  if (most === null) return sql`${first} from (${counted}) as counted`;
  const together = new Set(apart.flatMap((name) => [name, `${name}Before`]));
  const rest = names.map((name) =>
    together.has(name) ? sql`null::numeric` : sql`sum(${sql.ref(name)})`,
  );
  // The cumulative value including the remainder is the whole; the remainder itself has no rank.
  const overRest: Readonly<Record<RankWindow, RankedReportSql>> = {
    rank: sql`null`,
    at: sql`null`,
    whole: sql`max(whole)`,
    passed: sql`max(whole)`,
    of_first: sql`null`,
    whole_before: sql`max(whole_before)`,
  };
  return sql`
    with counted as materialized (${counted})
    ${first} from counted where at <= ${most}
    union all
    select null, null, true, sum(measure), sum(measure_before)${list((name) => overRest[name])}, null, ${sql.join(rest)}
    from counted where at > ${most} having count(*) > 0`;
}

/** Key columns of a row, present in the table or not. */
const keyColumns = { firstId: sql`told.key`, secondId: sql`told.second` } as const;
const idColumn = sql`case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end`;

/** Name columns of rows: looked up only for displayed rows. */
function selectRankedLookups({ context, keys: [by, second], named }: RankedQuery) {
  const first = named(by, 'row.firstId', 'named');
  const other = second === undefined ? null : named(second, 'row.secondId', 'second_named');
  const rest = choiceLabel(context.language, 'level', 'rest');
  const columns: Readonly<Record<InWords, RankedReportSql>> = {
    documentId: first.documentId,
    kind: first.kind,
    name: sql`case when "row".id = 'rest' then ${rest} else ${first.name} end`,
    secondName:
      other === null ? sql`null::text` : sql`case when "row".id <> 'rest' then ${other.name} end`,
  };
  return {
    by: Object.keys(keyColumns),
    joins: sql`${first.joins} ${other?.joins ?? sql``}`,
    columns,
  };
}

const TREND_MONTHS = 24;

/**
 * Monthly figures of each key up to today: a relation of `key` and `figures` (`2026-01=12.5 2026-02=3`). A
 * month missing for the key but present for any key is 0.
 */
function trendOf({ dates, sums, of }: RankedQuery, measure: MeasureFormula): RankedReportSql {
  const [since, until] = dates ?? [null, null];
  // Days to come have told nothing yet.
  const today = new Date().toISOString().slice(0, 10);
  const last = until === null || until > today ? today : until;
  const first = monthsBefore(`${last.slice(0, 7)}-01`, TREND_MONTHS - 1);
  const days: RankedDateRange = [since !== null && since > first ? since : first, until];
  return sql`(
    with part as materialized (
      select part.key, part.second as month, ${measure.at('part', '')} as value from (${of(days, sums)}) as part)
    select own.key, (
        select string_agg(left(month, 7) || '=' || trim_scale(coalesce((own.figures ->> month)::numeric, 0)), ' ' order by month)
        from unnest(everyone.months) as month) as figures
    from (select key, jsonb_object_agg(month, value) as figures from part group by 1) as own
    cross join (select array_agg(distinct month) as months from part) as everyone)`;
}

/** Subject of a report: the figures, and the reading of a query. */
export interface RankedSubject<Measure extends string, Asked> {
  readonly measures: Readonly<Record<Measure, MeasureFormula>>;
  /** Default ranking figure. */
  readonly ranksBy: Measure;
  /** Builds the query; refuses callers without access. */
  readonly question: (context: Context, filters: Asked & RankedFilters) => RankedQuery;
  /** Refuses queries that read too much, in the present and the compared days. */
  readonly bounded?: (context: Context, filters: Asked & RankedFilters) => Promise<void>;
}

/** Columns of a figure: present, before, and growth in per cent. */
const columnsOfMeasure = (name: string) => [name, `${name}Before`, `${name}Growth`] as const;

const figureColumns = (
  measures: Readonly<Record<string, MeasureFormula>>,
): Readonly<Record<string, RankedReportSql>> =>
  Object.fromEntries(
    Object.entries(measures).flatMap(([name, of]) => {
      const [now, before] = [of.at('told', ''), of.at('told', 'Before')];
      const growth = sql`round((${now} - ${before}) * 100 / nullif(abs(${before}), 0), 2)`;
      const [ofNow, ofBefore, grown] = columnsOfMeasure(name);
      return [
        [ofNow, now],
        [ofBefore, before],
        [grown, growth],
      ];
    }),
  );

const apartFromMonths: readonly string[] = ['month', 'document'];

const nothingOf = (names: readonly string[]): Readonly<Record<string, RankedReportSql>> =>
  Object.fromEntries(
    names.flatMap((name) => columnsOfMeasure(name).map((column) => [column, sql`null::numeric`])),
  );

/** Returns the sums needed by these figures: fewer sums are faster. */
function neededBy(sums: readonly string[], figures: readonly MeasureFormula[]): readonly string[] {
  const needed = new Set(figures.flatMap((one) => one.sums));
  return sums.filter((name) => needed.has(name));
}
const narrowRankedQuery = (asks: RankedQuery, figures: readonly MeasureFormula[]): RankedQuery => ({
  ...asks,
  sums: neededBy(asks.sums, figures),
});

/**
 * Builds a ranked report: the table declares the keys, the figures and the positions, and a single query
 * answers every such report. A column without an answer does not compile.
 */
export function rankedReport<const T extends TableDeclaration, Measure extends string, Asked>(
  table: RankedTable<T, Measure>,
  { measures, ranksBy, question, bounded }: RankedSubject<Measure, Asked>,
): BoundTable<T> {
  const figures = figureColumns(measures);
  const measureOf = ({ measure = ranksBy }: RankedFilters): Measure =>
    isKeyOf(measures, measure) ? measure : ranksBy;
  // Rows of months and of documents have no months, rows by two no third key.
  const trendAsked = (context: Context, asked: Asked & RankedFilters): RankedReportSql | null => {
    const by = measureOf(asked);
    const { keys } = question(context, asked);
    if (asked.trend !== true || keys.length > 1 || apartFromMonths.includes(keys[0])) return null;
    const asks = question(context, { ...asked, second: 'month' });
    return asks.silent?.includes(by) === true
      ? null
      : trendOf(narrowRankedQuery(asks, [measures[by]]), measures[by]);
  };
  return bindTable(
    table,
    (context: Context, filters: FiltersOf<T>, wanted: WantedNames) => {
      // SAFETY: ranked reports use these filters, or fewer.
      const asked = filters as Asked & RankedFilters;
      const { top } = asked;
      const by = measureOf(asked);
      const told = keysOf(places).filter((name) => wanted.has(name));
      const isPlaced = top !== undefined || told.length > 0;
      const shown = keysOf(measures).filter((name) =>
        columnsOfMeasure(name).some((column) => wanted.has(column)),
      );
      // Without a displayed figure, rows follow the ranking figure.
      const used = isPlaced || shown.length === 0 ? [by, ...shown] : shown;
      const asks = narrowRankedQuery(
        question(context, asked),
        used.map((name) => measures[name]),
      );
      const { apart = [], silent = [] } = asks;
      // Earlier positions need the ranking figure.
      const before = keysOf(measures).filter((name) => {
        const [, ofBefore, grown] = columnsOfMeasure(name);
        return wanted.has(ofBefore) || wanted.has(grown) || (isPlaced && name === by);
      });
      const shownBefore = neededBy(
        asks.sums,
        before.map((name) => measures[name]),
      );
      const rows = summedFiguresSql(asks, comparedWith(asks), shownBefore);
      const most = top === undefined ? null : Number(top);
      const trend = wanted.has('trend') ? trendAsked(context, asked) : null;
      const known: Readonly<Record<string, RankedReportSql>> = {
        ...figures,
        ...places,
        ...keyColumns,
        id: idColumn,
        trend: trend === null ? sql`null::text` : sql`trend.figures`,
        ...nothingOf(silent),
      };
      const columns = Object.entries(known).flatMap(([name, told]) =>
        wanted.has(name) ? [sql`${told} as ${sql.ref(name)}`] : [],
      );
      const trends =
        trend === null ? sql`` : sql`left join ${trend} as trend on trend.key = told.key`;
      const from = isPlaced
        ? rankedRowsSql(rows, asks, {
            measure: measures[by],
            adds: !apart.includes(by),
            told,
            most,
          })
        : sql`select part.*, false as rest from (${rows}) as part`;
      return sql<RowOf<T>>`select ${sql.join(columns)} from (${from}) as told ${trends}`;
    },
    {
      pages: 'whole',
      // SAFETY: see above.
      beside: (context, filters) =>
        selectRankedLookups(question(context, filters as Asked & RankedFilters)),
      apart(context, filters) {
        // SAFETY: see above.
        const { apart = [], silent = [] } = question(context, filters as Asked & RankedFilters);
        return [...apart, ...silent].flatMap((name) => [name, `${name}Before`]);
      },
      async meaning(context, filters) {
        // SAFETY: see above.
        const asked = filters as Asked & RankedFilters;
        await bounded?.(context, asked);
        // Compared days may hold much if the present days hold little, for example future days.
        const earlier = bounded === undefined ? null : comparedWith(question(context, asked));
        if (earlier !== null) await bounded?.(context, { ...asked, dates: earlier.stretch });
        return filters;
      },
    },
  );
}
