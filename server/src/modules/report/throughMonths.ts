import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

interface Held {
  /** What it is held by: columns of both relations. */
  readonly by: readonly string[];
  /** What is held at the end of the days. */
  readonly held: Sql;
  /** What moved in them, by the same and by `month` where rows are of one. */
  readonly moved: Sql;
  /** Columns of `held` that `moved` has, too: what changed in them. */
  readonly levels: readonly string[];
  /** Further columns of `moved`. */
  readonly flows?: readonly string[];
  /** The months (a relation of one column) that rows are of; null: of all days. */
  readonly months: Sql | null;
}

/**
 * What was held at the end of the days, or of each month of them, from what is held at the end of the last: a relation of what
 * it is held by, `month` (its first day; null of all days), the levels, what each `…Moved` since the beginning, and the flows.
 */
export function throughMonths({ by, held, moved, levels, flows = [], months }: Held): Sql {
  const list = (names: readonly string[], say: (name: string) => Sql) => sql.join(names.map(say));
  const columns = list(by, (name) => sql`held.${sql.ref(name)}`);
  const same = sql.join(
    by.map((name) => sql`moved.${sql.ref(name)} = held.${sql.ref(name)}`),
    sql` and `,
  );
  const changed = (name: string) => sql`coalesce(moved.${sql.ref(name)}, 0)`;
  const since = (name: string) =>
    months === null
      ? sql`held.${sql.ref(name)}`
      : sql`held.${sql.ref(name)} - coalesce(sum(${changed(name)}) over (partition by ${columns} order by span.month desc
          rows between unbounded preceding and 1 preceding), 0)`;
  return sql`(
    select ${columns}, ${months === null ? sql`null::date` : sql`span.month`} as month,
      ${list(levels, (name) => sql`${since(name)} as ${sql.ref(name)}`)},
      ${list(levels, (name) => sql`${changed(name)} as ${sql.ref(`${name}Moved`)}`)}
      ${sql.join(
        flows.map((name) => sql`, ${changed(name)} as ${sql.ref(name)}`),
        sql``,
      )}
    from ${held} as held
    ${months === null ? sql`` : sql`cross join ${months} as span`}
    left join ${moved} as moved on ${same} ${months === null ? sql`` : sql`and moved.month = span.month`})`;
}
