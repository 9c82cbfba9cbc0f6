import { choiceLabel } from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
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
import type { Stretch } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source } from '../../kernel/index.ts';
import type { Context, FiltersOf, Source, Wanted } from '../../kernel/index.ts';
import type { Named } from './namedRecord.ts';

type Sql = RawBuilder<unknown>;

/** A figure: which sums it is made of, and how it is read off a relation; `when` is `Before` for the period that is compared with. */
export interface Of {
  readonly sums: readonly string[];
  readonly at: (relation: string, when: '' | 'Before') => Sql;
}
export const figure = (name: string): Of => ({
  sums: [name],
  at: (relation, when) => sql.ref(`${relation}.${name}${when}`),
});
const made = (parts: readonly Of[], of: (...parts: readonly Sql[]) => Sql): Of => ({
  sums: parts.flatMap(({ sums }) => sums),
  at: (...where) => of(...parts.map(({ at }) => at(...where))),
});
export const plus = (...parts: readonly Of[]): Of =>
  made(parts, (...all) => sql`(${sql.join(all, sql` + `)})`);
export const less = (...parts: readonly Of[]): Of =>
  made(parts, (...all) => sql`(${sql.join(all, sql` - `)})`);
export const rate = (part: Of, whole: Of, digits: number, times = 1): Of =>
  made(
    [part, whole],
    (counted, of) =>
      sql`round(${counted} * ${sql.lit(times)} / nullif(${of}, 0), ${sql.lit(digits)})`,
  );

/** A share of a whole in per cent; none of what is not above zero. */
const shareOf = (part: string, whole: string): string =>
  `case when ${whole} > 0 then ${part} * 100 / ${whole} end`;
const percent = (expression: string): Sql => sql.raw(`round(${expression}, 2)`);

/** Classes by what has passed when a row is counted: up to 80 % of the whole, up to 95 %, the rest; the first is A. */
const abc = sql.raw(`
  case when told.at is null or coalesce(told.whole, 0) <= 0 then null when told.measure <= 0 then 'C'
    when told.at = 1 or told.passed * 100 <= told.whole * 80 then 'A' when told.passed * 100 <= told.whole * 95 then 'B'
    else 'C' end`);

/** What a row is beside all others, by the figure that rows are ranked by; worked out only where it is shown. */
const places = {
  rank: sql`told.rank`,
  share: percent(shareOf('told.measure', 'told.whole')),
  cumulative: percent(shareOf('told.passed', 'told.whole')),
  abc,
  partOfFirst: percent(shareOf('told.measure', 'told.of_first')),
  grouped: sql`told.grouped`,
  shareBefore: percent(shareOf('told.measure_before', 'told.whole_before')),
  points: percent(
    `${shareOf('told.measure', 'told.whole')} - ${shareOf('told.measure_before', 'told.whole_before')}`,
  ),
} as const;

type Place = keyof typeof places;

/** What places are told from, over all rows: each takes its time, so that what no place needs is left out. */
type Over = 'rank' | 'at' | 'whole' | 'passed' | 'of_first' | 'whole_before';
const needed: Readonly<Record<Place, readonly Over[]>> = {
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
type Told = InWords | 'id' | 'firstId' | 'secondId' | 'trend';

/** The columns that such reports can have, by the names of their measures. */
type RankedColumn<Measure extends string> =
  | Told
  | Place
  | Measure
  | `${Measure}Before`
  | `${Measure}Growth`;

/** A table with none but these. */
export type RankedTable<T extends Table, Measure extends string> =
  Exclude<keyof T['columns'] & string, RankedColumn<Measure>> extends never ? T : never;

/** What such a report may ask with, beside what narrows its subject. */
export interface RankedFilters {
  readonly level?: string;
  readonly second?: string;
  readonly measure?: string;
  readonly top?: string;
  readonly trend?: boolean;
}

/** How the keys of the period that is compared with stand for those of now: months, for the months after them. */
interface Earlier {
  readonly stretch: Stretch;
  readonly months: number;
}

type Days = readonly [string | null, string | null];

/** The days that others are compared with; null: none, and documents, which each are of one day. */
function comparedWith({ keys, dates, compare }: Question): Earlier | null {
  const stretch = [dates?.[0] ?? FIRST_DAY, dates?.[1] ?? LAST_DAY] as const;
  if (compare === undefined || keys.includes('document')) return null;
  const earlier = compare === 'yearBefore' ? yearBefore(stretch) : periodBefore(stretch);
  if (earlier === null) return null;
  const months = monthsWithin(earlier[0], stretch[0], 10_000).length - 1;
  // Months stand beside months only where both periods begin with one, or a year apart.
  const fit = compare === 'yearBefore' || stretch[0].endsWith('-01');
  return keys.includes('month') && !fit ? null : { stretch: earlier, months };
}

/** What is asked of a subject. */
export interface Question {
  readonly context: Context;
  /** What its rows are by: one, or two. */
  readonly keys: readonly [string] | readonly [string, string];
  readonly dates: Days | undefined;
  readonly compare: string | undefined;
  /** The names of what can be added up. */
  readonly sums: readonly string[];
  /** Those of them that do not add up over rows, as these are by: the rest and a whole have none of them. */
  readonly apart?: readonly string[];
  /** Figures that nothing true can be said of, as rows are by here: they say nothing. */
  readonly silent?: readonly string[];
  /** What of some days is added up: a relation with `key`, `second` (null where there is none) and these sums, a row for each. */
  readonly of: (days: Days, sums: readonly string[]) => Sql;
  /** What the first key, or the second, is called: joins on the column that holds it. */
  readonly named: (by: string, key: string, as: string) => Named;
}

/**
 * The figures of now, and as `…Before` those of the earlier days, a row for each key (and second).
 *
 * @param shown which sums of the earlier days are asked for; the others are null
 */
function summed(
  { keys, dates, sums, of }: Question,
  earlier: Earlier | null,
  shown: readonly string[],
): Sql {
  const list = (say: (name: string) => Sql, names = sums) => sql.join(names.map(say));
  const nothing = (name: string) => sql`null::numeric as ${sql.ref(`${name}Before`)}`;
  const now = of(dates ?? [null, null], sums);
  if (earlier === null)
    return sql`
      select part.key, part.second, ${list((name) => sql`part.${sql.ref(name)}`)}, ${list(nothing)}
      from (${now}) as part`;
  const shifted = (by: string | undefined, key: Sql) =>
    by === 'month'
      ? sql`(${key}::date + make_interval(months => ${earlier.months}))::date::text`
      : key;
  // A key of the earlier days alone has its row, too: even where no figure of them is asked for.
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

/** How rows are ranked: by which figure, what is told of it, and how many of them have a rank of their own (null: all). */
interface Ranking {
  readonly measure: Of;
  readonly adds: boolean;
  readonly told: readonly Place[];
  readonly most: number | null;
}

/** The same, each by its place among all others; beyond the first so many, one row of the rest, without a key. */
function placed(
  rows: Sql,
  { keys, sums, apart = [] }: Question,
  { measure, adds, told, most }: Ranking,
): Sql {
  const names = sums.flatMap((name) => [name, `${name}Before`]);
  const figures = sql.join(names.map((name) => sql.ref(name)));
  const whole = (sum: Sql): Sql => (adds ? sum : sql`null::numeric`);
  const over: Readonly<Record<Over, Sql>> = {
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
  const list = (say: (name: Over) => Sql, of = columns): Sql =>
    sql.join(
      of.map((name) => sql`, ${say(name)}`),
      sql``,
    );
  const worked = (name: Over): Sql => sql`${over[name]} as ${sql.ref(name)}`;
  // What is told in passing is worked out for those that have a place alone.
  const isEarly = (name: Over): boolean => most === null || !['rank', 'passed'].includes(name);
  const counted = sql`
    select part.*${list(worked, columns.filter(isEarly))}
    from (
      select part.*, ${measure.at('part', '')} as measure, ${measure.at('part', 'Before')} as measure_before
      from (${rows}) as part) as part`;
  // Groups stand as they rank, months as they came.
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
  // All that has passed once the rest is counted is the whole; the rest itself has no place.
  const overRest: Readonly<Record<Over, Sql>> = {
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

/** What tells whose a row is, whether its table has it or not. */
const keyColumns = { firstId: sql`told.key`, secondId: sql`told.second` } as const;
const idColumn = sql`case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end`;

/** What a row is of, in words: looked up for those that are shown. */
function besideOf({ context, keys: [by, second], named }: Question) {
  const first = named(by, 'row.firstId', 'named');
  const other = second === undefined ? null : named(second, 'row.secondId', 'second_named');
  const rest = choiceLabel(context.language, 'level', 'rest');
  const columns: Readonly<Record<InWords, Sql>> = {
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

/** Months that a trend is told of at most. */
const TREND_MONTHS = 24;

/**
 * A figure of each key in each month that any has one in, of the last of the days until today: a relation of `key` and `figures`
 * (`2026-01=12.5 2026-02=3`). A month that others have and it has not is 0.
 */
function trendOf({ dates, sums, of }: Question, measure: Of): Sql {
  const [since, until] = dates ?? [null, null];
  // Days to come have told nothing yet.
  const today = new Date().toISOString().slice(0, 10);
  const last = until === null || until > today ? today : until;
  const first = monthsBefore(`${last.slice(0, 7)}-01`, TREND_MONTHS - 1);
  const days: Days = [since !== null && since > first ? since : first, until];
  return sql`(
    with part as materialized (
      select part.key, part.second as month, ${measure.at('part', '')} as value from (${of(days, sums)}) as part)
    select own.key, (
        select string_agg(left(month, 7) || '=' || trim_scale(coalesce((own.figures ->> month)::numeric, 0)), ' ' order by month)
        from unnest(everyone.months) as month) as figures
    from (select key, jsonb_object_agg(month, value) as figures from part group by 1) as own
    cross join (select array_agg(distinct month) as months from part) as everyone)`;
}

/** What a report is of: its figures, and how a question about them is read. */
export interface Subject<Measure extends string, Asked> {
  readonly measures: Readonly<Record<Measure, Of>>;
  /** What rows are ranked by where no one asks for another. */
  readonly ranksBy: Measure;
  /** Refuses who may not ask. */
  readonly question: (context: Context, filters: Asked & RankedFilters) => Question;
  /** Refuses what would read too much, of now and of the days that are compared with. */
  readonly bounded?: (context: Context, filters: Asked & RankedFilters) => Promise<void>;
}

/** A figure's columns: of now, of before, and by how many per cent it grew. */
const columnsOf = (name: string) => [name, `${name}Before`, `${name}Growth`] as const;

const figureColumns = (measures: Readonly<Record<string, Of>>): Readonly<Record<string, Sql>> =>
  Object.fromEntries(
    Object.entries(measures).flatMap(([name, of]) => {
      const [now, before] = [of.at('told', ''), of.at('told', 'Before')];
      const growth = sql`round((${now} - ${before}) * 100 / nullif(abs(${before}), 0), 2)`;
      const [ofNow, ofBefore, grown] = columnsOf(name);
      return [
        [ofNow, now],
        [ofBefore, before],
        [grown, growth],
      ];
    }),
  );

const apartFromMonths: readonly string[] = ['month', 'document'];

const nothingOf = (names: readonly string[]): Readonly<Record<string, Sql>> =>
  Object.fromEntries(
    names.flatMap((name) => columnsOf(name).map((column) => [column, sql`null::numeric`])),
  );

/** Of some sums, what these figures need: fewer take less. */
function neededBy(sums: readonly string[], figures: readonly Of[]): readonly string[] {
  const needed = new Set(figures.flatMap((one) => one.sums));
  return sums.filter((name) => needed.has(name));
}
const narrowed = (asks: Question, figures: readonly Of[]): Question => ({
  ...asks,
  sums: neededBy(asks.sums, figures),
});

/**
 * A report whose table says by what its rows are, which figures they have and what of their place among all others: this is the
 * one query that answers all of them. A column that it has no answer to does not compile.
 */
export function rankedReport<const T extends Table, Measure extends string, Asked>(
  table: RankedTable<T, Measure>,
  { measures, ranksBy, question, bounded }: Subject<Measure, Asked>,
): Source<T> {
  const figures = figureColumns(measures);
  const measureOf = ({ measure = ranksBy }: RankedFilters): Measure =>
    isKeyOf(measures, measure) ? measure : ranksBy;
  // Rows of months and of documents have no months, rows by two no third key.
  const trendAsked = (context: Context, asked: Asked & RankedFilters): Sql | null => {
    const by = measureOf(asked);
    const { keys } = question(context, asked);
    if (asked.trend !== true || keys.length > 1 || apartFromMonths.includes(keys[0])) return null;
    const asks = question(context, { ...asked, second: 'month' });
    return asks.silent?.includes(by) === true
      ? null
      : trendOf(narrowed(asks, [measures[by]]), measures[by]);
  };
  return source(
    table,
    (context: Context, filters: FiltersOf<T>, wanted: Wanted) => {
      // SAFETY: such a report asks with these filters, or with fewer.
      const asked = filters as Asked & RankedFilters;
      const { top } = asked;
      const by = measureOf(asked);
      const told = keysOf(places).filter((name) => wanted.has(name));
      const isPlaced = top !== undefined || told.length > 0;
      const shown = keysOf(measures).filter((name) =>
        columnsOf(name).some((column) => wanted.has(column)),
      );
      // Where none is shown, rows are counted by the one they would be ranked by.
      const used = isPlaced || shown.length === 0 ? [by, ...shown] : shown;
      const asks = narrowed(
        question(context, asked),
        used.map((name) => measures[name]),
      );
      const { apart = [], silent = [] } = asks;
      // The place among those of before is told by what they are ranked by.
      const before = keysOf(measures).filter((name) => {
        const [, ofBefore, grown] = columnsOf(name);
        return wanted.has(ofBefore) || wanted.has(grown) || (isPlaced && name === by);
      });
      const shownBefore = neededBy(
        asks.sums,
        before.map((name) => measures[name]),
      );
      const rows = summed(asks, comparedWith(asks), shownBefore);
      const most = top === undefined ? null : Number(top);
      const trend = wanted.has('trend') ? trendAsked(context, asked) : null;
      const known: Readonly<Record<string, Sql>> = {
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
        ? placed(rows, asks, {
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
      // SAFETY: as above.
      beside: (context, filters) => besideOf(question(context, filters as Asked & RankedFilters)),
      apart(context, filters) {
        // SAFETY: as above.
        const { apart = [], silent = [] } = question(context, filters as Asked & RankedFilters);
        return [...apart, ...silent].flatMap((name) => [name, `${name}Before`]);
      },
      async meaning(context, filters) {
        // SAFETY: as above.
        const asked = filters as Asked & RankedFilters;
        await bounded?.(context, asked);
        // What is compared with may be much where now is little: the days to come, say.
        const earlier = bounded === undefined ? null : comparedWith(question(context, asked));
        if (earlier !== null) await bounded?.(context, { ...asked, dates: earlier.stretch });
        return filters;
      },
    },
  );
}
