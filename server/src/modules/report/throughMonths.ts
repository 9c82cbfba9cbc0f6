import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** What moved in the days. */
interface Moved {
  /** A row by these columns of what is held, and by `month` where rows are of one. */
  readonly relation: Sql;
  readonly by: readonly string[];
  /** Columns of `held` that it has, too: what changed in them. */
  readonly levels: readonly string[];
  /** Further columns of it. */
  readonly flows?: readonly string[];
}

interface Held {
  /** What it is held by. */
  readonly by: readonly string[];
  /** What is held at the end of the days: a relation of these columns and all levels. */
  readonly held: Sql;
  readonly moved: readonly Moved[];
  /** The months (a relation of one column) that rows are of; null: of all days. */
  readonly months: Sql | null;
}

/**
 * What was held at the end of the days, or of each month of them, from what is held at the end of the last: a relation of what
 * it is held by, `month` (its first day; null of all days), the levels, what each `…Moved` since the beginning, and the flows.
 */
export function throughMonths({ by, held, moved, months }: Held): Sql {
  const list = (names: readonly string[], say: (name: string) => Sql) => names.map(say);
  const columns = list(by, (name) => sql`held.${sql.ref(name)}`);
  const level = (name: string, changed: Sql) =>
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
