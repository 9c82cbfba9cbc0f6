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
