import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type MonthLevelSql = RawBuilder<unknown>;

/** Changes in the days. */
interface MonthMovement {
  /** Row for these columns of the held relation, and for `month` if rows are monthly. */
  readonly relation: MonthLevelSql;
  readonly by: readonly string[];
  /** Columns of `held` with a change in this relation. */
  readonly levels: readonly string[];
  /** Further columns of the relation. */
  readonly flows?: readonly string[];
}

interface MonthLevels {
  /** Grouping columns of the held relation. */
  readonly by: readonly string[];
  /** Levels at the end of the days: a relation of these columns and all levels. */
  readonly held: MonthLevelSql;
  readonly moved: readonly MonthMovement[];
  /** Months of the rows (a relation with a single column); null: all days together. */
  readonly months: MonthLevelSql | null;
}

/**
 * Levels at the end of the days, or of each month, from the final levels: a relation of the grouping
 * columns, `month` (the first day; null for all days), the levels, each change `…Moved` since the
 * beginning, and the flows.
 */
export function throughMonths({ by, held, moved, months }: MonthLevels): MonthLevelSql {
  const list = (names: readonly string[], toSql: (name: string) => MonthLevelSql) =>
    names.map(toSql);
  const columns = list(by, (name) => sql`held.${sql.ref(name)}`);
  const level = (name: string, changed: MonthLevelSql) =>
    months === null
      ? sql`held.${sql.ref(name)}`
      : sql`held.${sql.ref(name)} - coalesce(sum(${changed}) over later, 0)`;
  const parts = moved.map(({ relation, levels, flows = [], by: own }, at) => {
    const alias = sql.ref(`moved${at}`);
    const changed = (name: string) => sql`coalesce(${alias}.${sql.ref(name)}, 0)`;
    const same = [
      ...list(own, (name) => sql`${alias}.${sql.ref(name)} = held.${sql.ref(name)}`),
      ...(months === null ? [] : [sql`${alias}.month = span.month`]),
    ];
    return {
      join: sql`left join ${relation} as ${alias} on ${sql.join(same, sql` and `)}`,
      columns: [
        ...list(levels, (name) => sql`${level(name, changed(name))} as ${sql.ref(name)}`),
        ...list(levels, (name) => sql`${changed(name)} as ${sql.ref(`${name}Moved`)}`),
        ...list(flows, (name) => sql`${changed(name)} as ${sql.ref(name)}`),
      ],
    };
  });
  return sql`(
    select ${sql.join([...columns, months === null ? sql`null::date as month` : sql`span.month`, ...parts.flatMap((part) => part.columns)])}
    from ${held} as held
    ${months === null ? sql`` : sql`cross join ${months} as span`}
    ${sql.join(
      parts.map(({ join }) => join),
      sql` `,
    )}
    ${months === null ? sql`` : sql`window later as (partition by ${sql.join(columns)} order by span.month desc rows between unbounded preceding and 1 preceding)`})`;
}

interface LevelsOfMonths extends Omit<MonthLevels, 'months'> {
  /** Consecutive months, by first days: at least one. */
  readonly months: readonly string[];
  /** Months of the rows, among these: a relation with a single column. */
  readonly shown: MonthLevelSql;
}

/**
 * Levels at the end of each month: the relation of `throughMonths`. Changes are summed side by side, in an
 * array for each holder, therefore neither each month of each holder is stored nor sorted. Relations of
 * changes may hold several rows for each holder and month.
 */
export function throughListedMonths({
  by,
  held,
  moved,
  months,
  shown,
}: LevelsOfMonths): MonthLevelSql {
  const sumWhere = (name: string, on: '>' | '>=' | '=', month: string) =>
    sql`sum(${sql.ref(name)}) filter (where month ${sql.raw(on)} ${month}::date)`;
  const array = (name: string, sums: readonly MonthLevelSql[]) =>
    sql`array[${sql.join(sums)}] as ${sql.ref(name)}`;
  const parts = moved.map(({ relation, levels, flows = [], by: own }, at) => {
    const alias = sql.ref(`moved${at}`);
    const keys = sql.join(own.map((name) => sql.ref(name)));
    const summed = [
      // Changes from each month on, and after the last: a level is the last level less later changes.
      ...levels.map((name) =>
        array(name, [
          ...months.map((month) => sumWhere(name, '>=', month)),
          ...months.slice(-1).map((month) => sumWhere(name, '>', month)),
        ]),
      ),
      ...flows.map((name) =>
        array(
          name,
          months.map((month) => sumWhere(name, '=', month)),
        ),
      ),
    ];
    const changed = (name: string, place: MonthLevelSql) =>
      sql`coalesce(${alias}.${sql.ref(name)}[${place}], 0)`;
    const [start, end] = [sql`span.place`, sql`span.place + 1`];
    return {
      join: sql`left join (select ${keys}, ${sql.join(summed)} from ${relation} as moved group by ${keys}) as ${alias}
        on ${sql.join(
          own.map((name) => sql`${alias}.${sql.ref(name)} = held.${sql.ref(name)}`),
          sql` and `,
        )}`,
      columns: [
        ...levels.map(
          (name) => sql`held.${sql.ref(name)} - ${changed(name, end)} as ${sql.ref(name)}`,
        ),
        ...levels.map(
          (name) =>
            sql`${changed(name, start)} - ${changed(name, end)} as ${sql.ref(`${name}Moved`)}`,
        ),
        ...flows.map((name) => sql`${changed(name, start)} as ${sql.ref(name)}`),
      ],
    };
  });
  const columns = by.map((name) => sql`held.${sql.ref(name)}`);
  // `offset 0`: rows leave with their own figures, because a sort would carry every array along.
  return sql`(
    select ${sql.join([...columns, sql`span.month`, ...parts.flatMap((part) => part.columns)])}
    from ${held} as held
    ${sql.join(
      parts.map(({ join }) => join),
      sql` `,
    )}
    cross join (
      select month, place from unnest(${months}::date[]) with ordinality as span(month, place)
      where month in ${shown}) as span
    offset 0)`;
}
