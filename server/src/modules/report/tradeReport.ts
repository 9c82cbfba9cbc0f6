import { choiceLabel } from '@tradehouse/contract';
import type { RowOf, Table, soldOwnTable } from '@tradehouse/contract';
import {
  FIRST_DAY,
  LAST_DAY,
  isKeyOf,
  monthsWithin,
  periodBefore,
  yearBefore,
} from '@tradehouse/domain';
import type { PriceKind, Stretch } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse, source } from '../../kernel/index.ts';
import type { Context, FiltersOf, Source, Wanted } from '../../kernel/index.ts';
import { countsDocuments, figuresOf, measures } from './tradeMeasures.ts';
import type { Measure } from './tradeMeasures.ts';
import { askedOf, byLevel, namedBy, signed, traded } from './tradeLevels.ts';
import type { Signed } from './tradeLevels.ts';
import { readOf, tradedLines } from './tradedBy.ts';
import type { TradeAsked } from './tradedBy.ts';

type Sql = RawBuilder<unknown>;
/** What a report of trade may ask with; most ask with less. */
type Asked = FiltersOf<typeof soldOwnTable>;

/** What has a rank of its own at most, where no one asks for less. */
const MOST = 1_000_000_000;

/** A share of a whole in per cent; none of what is not above zero. */
const shareOf = (part: string, whole: string): string =>
  `case when ${whole} > 0 then ${part} * 100 / ${whole} end`;
const percent = (expression: string): Sql => sql.raw(`round(${expression}, 2)`);

/** Classes by what has passed when a row is counted: up to 80 % of the whole, up to 95 %, the rest; the first is A. */
const abc = sql.raw(`
  case when sold.at is null or sold.whole <= 0 then null when sold.measure <= 0 then 'C'
    when sold.at = 1 or sold.passed * 100 <= sold.whole * 80 then 'A' when sold.passed * 100 <= sold.whole * 95 then 'B'
    else 'C' end`);

/** What a row is beside all others, by the figure that rows are ranked by; worked out only where it is shown. */
const places = {
  rank: sql`sold.rank`,
  share: percent(shareOf('sold.measure', 'sold.whole')),
  cumulative: percent(shareOf('sold.passed', 'sold.whole')),
  abc,
  partOfFirst: percent(shareOf('sold.measure', 'sold.of_first')),
  shareBefore: percent(shareOf('sold.measure_before', 'sold.whole_before')),
  points: percent(
    `${shareOf('sold.measure', 'sold.whole')} - ${shareOf('sold.measure_before', 'sold.whole_before')}`,
  ),
} as const;

type Place = keyof typeof places;
type Told = 'id' | 'documentId' | 'kind' | 'name' | 'firstId' | 'secondId' | 'secondName';

/** The columns that reports of trade can have. */
type TradeColumn = Told | Place | Measure | `${Measure}Before` | `${Measure}Growth`;

/** A table with none but these. */
type TradeTable<T extends Table> =
  Exclude<keyof T['columns'] & string, TradeColumn> extends never ? T : never;

const figureColumns: Readonly<Record<string, Sql>> = Object.fromEntries(
  Object.entries(measures).flatMap(([name, of]) => {
    const [now, before] = [of('sold', ''), of('sold', 'Before')];
    return [
      [name, now],
      [`${name}Before`, before],
      [`${name}Growth`, sql`round((${now} - ${before}) * 100 / nullif(abs(${before}), 0), 2)`],
    ];
  }),
);

/** How the keys of the period that is compared with stand for those of now: months, for the months after them. */
interface Earlier {
  readonly stretch: Stretch;
  readonly months: number;
}

/** The days that others are compared with; null: none, and documents, which each are of one day. */
function comparedWith({ dates, compare }: Asked, { by, second }: TradeAsked): Earlier | null {
  const keys = [by, second];
  const stretch = [dates?.[0] ?? FIRST_DAY, dates?.[1] ?? LAST_DAY] as const;
  if (compare === undefined || keys.includes('document')) return null;
  const earlier = compare === 'yearBefore' ? yearBefore(stretch) : periodBefore(stretch);
  if (earlier === null) return null;
  const months = monthsWithin(earlier[0], stretch[0], 10_000).length - 1;
  // Months stand beside months only where both periods begin with one, or a year apart.
  const fit = compare === 'yearBefore' || stretch[0].endsWith('-01');
  return keys.includes('month') && !fit ? null : { stretch: earlier, months };
}

interface Question {
  readonly context: Context;
  readonly kinds: Signed;
  readonly asked: TradeAsked;
  readonly earlier: Earlier | null;
}

/** What was traded, a row for each key (and second): the figures of now, and as `…Before` those of the earlier days. */
function summed({ context, kinds, asked, earlier }: Question): Sql {
  const figures = Object.entries(figuresOf(context, asked));
  const list = (of: (name: string, figure: Sql) => Sql) =>
    sql.join(figures.map(([name, figure]) => of(name, figure)));
  const nothing = (name: string) => sql`null::numeric as ${sql.ref(name)}`;
  const now = sql`
    select trade.key, trade.second, ${list((name, figure) => sql`${figure} as ${sql.ref(name)}`)},
      ${list((name) => nothing(`${name}Before`))}
    from ${traded(context, kinds, asked)} group by 1, 2`;
  if (earlier === null) return now;
  const [since, until] = earlier.stretch;
  const shifted = (by: TradeAsked['second'], key: Sql) =>
    by === 'month'
      ? sql`(${key}::date + make_interval(months => ${earlier.months}))::date::text`
      : key;
  const then = sql`
    select ${shifted(asked.by, sql`trade.key`)} as key, ${shifted(asked.second, sql`trade.second`)} as second,
      ${list((name) => nothing(name))}, ${list((name, figure) => sql`${figure} as ${sql.ref(`${name}Before`)}`)}
    from ${traded(context, kinds, { ...asked, since, until })} group by 1, 2`;
  const both = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`;
  return sql`
    select key, second, ${list(both)}, ${list((name) => both(`${name}Before`))}
    from (${now} union all ${then}) as part group by 1, 2`;
}

/** The same, each by its place among all others; beyond the first so many, one row of the rest, without a key. */
function placed(question: Question, measure: Measure, most: number): Sql {
  const { context, asked } = question;
  const of = measures[measure];
  const names = Object.keys(figuresOf(context, asked)).flatMap((name) => [name, `${name}Before`]);
  const figures = sql.join(names.map((name) => sql.ref(name)));
  // Who sold together is counted with each of them: documents of several do not add up.
  const rest = sql.join(
    names.map((name) =>
      name.startsWith('documents') ? sql`null::numeric` : sql`sum(${sql.ref(name)})`,
    ),
  );
  return sql`
    with counted as materialized (
      select part.*, dense_rank() over (order by measure desc) as rank,
        row_number() over (order by measure desc, key, second) as at, sum(measure) over () as whole,
        sum(measure) over (order by measure desc, key, second) as passed, sum(measure) over (partition by key) as of_first,
        sum(measure_before) over () as whole_before
      from (
        select part.*, ${of('part', '')} as measure, ${of('part', 'Before')} as measure_before
        from (${summed(question)}) as part) as part)
    select key, second, false as rest, rank, at, measure, measure_before, passed, whole, of_first, whole_before, ${figures}
    from counted where at <= ${most}
    union all
    select null, null, true, null, null, sum(measure), sum(measure_before), max(whole), max(whole), null, max(whole_before), ${rest}
    from counted where at > ${most} having count(*) > 0`;
}

interface Options {
  readonly sides: readonly PriceKind[];
  /** Refuses who may not read it, beside what its page and its masks say. */
  readonly guard?: (context: Context) => void;
  /** How many lines are added up at most, where no roll-up knows what is asked. */
  readonly most?: number;
}

/**
 * A report of trade: its table says by what, which figures and what of their place among all others, and this is the one query
 * that answers all of them. A column that it has no answer to does not compile.
 */
export const tradeReport = <const T extends Table>(
  table: TradeTable<T>,
  { sides, guard, most }: Options,
): Source<T> => {
  const kinds = signed(...sides);
  const questionOf = (context: Context, filters: Asked): Question => {
    guard?.(context);
    const { level = 'product', second, ...rest } = filters;
    const by = byLevel(level);
    const other = second === undefined || second === level ? undefined : byLevel(second);
    const asked = askedOf(kinds, { by, second: other }, rest);
    return { context, kinds, asked, earlier: comparedWith(rest, asked) };
  };
  return source(
    table,
    (context: Context, filters: FiltersOf<T>, wanted: Wanted) => {
      // SAFETY: a report of trade asks with these filters, or with fewer.
      const { measure: ranking = 'amount', top, ...rest } = filters as Asked;
      const measure = isKeyOf(measures, ranking) ? ranking : 'amount';
      const question = questionOf(context, rest);
      const isPlaced = top !== undefined || Object.keys(places).some((name) => wanted.has(name));
      const sold = isPlaced
        ? placed(question, measure, top === undefined ? MOST : Number(top))
        : sql`select part.*, false as rest from (${summed(question)}) as part`;
      const told = toldOf(question);
      const known: Readonly<Record<string, Sql>> = {
        ...figureColumns,
        ...places,
        ...told.columns,
        ...(countsDocuments(context, question.asked) ? {} : { documents: sql`null::numeric` }),
      };
      const columns = Object.keys(table.columns).flatMap((name) =>
        wanted.has(name) ? [sql`${known[name]} as ${sql.ref(name)}`] : [],
      );
      return sql<RowOf<T>>`select ${sql.join(columns)} from (${sold}) as sold ${told.joins}`;
    },
    {
      pages: 'whole',
      async meaning(context, filters) {
        // SAFETY: as above.
        if (most !== undefined) await bounded(questionOf(context, filters as Asked), most);
        return filters;
      },
    },
  );
};

/** Refuses a question that would read more lines than these. Those of a product or a partner are few, and found by an index. */
async function bounded({ context, asked }: Question, most: number): Promise<void> {
  const { kinds, since, until, productId, partnerId, warehouseIds, institution } = asked;
  if (productId !== undefined || partnerId !== undefined) return;
  if (readOf(context.scope, asked) !== 'lines') return;
  const lined = tradedLines(context, { kinds, since, until, warehouseIds, institution });
  const { rows } = await sql<{ lines: string }>`
    select lines::text as lines from (${lined}) as trade`.execute(context.tx);
  const lines = rows[0]?.lines ?? '0';
  if (Number(lines) > most) refuse('report.tooManyLines', { lines, most });
}

/** What a row is of, in words. */
function toldOf({ context, asked: { by, second } }: Question) {
  const first = namedBy(context, by, { key: 'sold.key', as: 'named' });
  const other =
    second === undefined
      ? null
      : namedBy(context, second, { key: 'sold.second', as: 'second_named' });
  const rest = choiceLabel(context.language, 'level', 'rest');
  const columns: Readonly<Record<Told, Sql>> = {
    id: sql`case when sold.rest then 'rest' else concat_ws('.', sold.key, sold.second) end`,
    firstId: sql`sold.key`,
    secondId: sql`sold.second`,
    documentId: first.documentId,
    kind: first.kind,
    name: sql`case when sold.rest then ${rest} else ${first.name} end`,
    secondName:
      other === null ? sql`null::text` : sql`case when not sold.rest then ${other.name} end`,
  };
  return { columns, joins: sql`${first.joins} ${other?.joins ?? sql``}` };
}
