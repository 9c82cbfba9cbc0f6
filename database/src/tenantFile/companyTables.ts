import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../database.generated.ts';

/** A table of companies, as the catalogue has it. */
export interface CompanyTable {
  readonly name: string;
  /** Without the company, which stands first. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The primary key without the company: in its order rows are written. */
  readonly key: readonly string[];
  /** Has rows that name others of the same table. */
  readonly namesItself: boolean;
  /** Gives its rows ids. */
  readonly hasIds: boolean;
}

/**
 * What means nothing anywhere else: how far rows were filled, answers kept for repeats, events on their way, files that came in;
 * and what is not folded yet, which goes with the roll-ups.
 */
const leftOut = [
  'backfill',
  'dump_import',
  'idempotency',
  'outbox',
  'sheet_fault',
  'sheet_import',
  'sheet_row',
  'unfolded_posting',
  'webhook_delivery',
  'webhook_turn',
];

interface Row {
  readonly name: string;
  readonly columns: CompanyTable['columns'];
  readonly key: readonly string[] | null;
  readonly refers: readonly string[] | null;
  readonly has_ids: boolean;
}

/** Every table whose rows belong to a company, those that others refer to first. */
export async function companyTables(tx: Transaction<Database>): Promise<readonly CompanyTable[]> {
  const { rows } = await sql<Row>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        -- What is made of other columns is not given.
        where a.attrelid = c.oid and a.attnum > 1 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary and k.number <> 1) as key,
      (select json_agg(distinct f.confrelid::regclass::text) from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f') as refers,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as has_ids
    from pg_class c
    join pg_attribute wall on wall.attrelid = c.oid and wall.attname = 'tenant_id' and wall.attnum = 1
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> all (${leftOut})
    order by 1`.execute(tx);
  return inOrder(rows).map(({ name, columns, key, refers, has_ids }) => ({
    name,
    columns,
    key: key ?? [],
    namesItself: refers?.includes(name) === true,
    hasIds: has_ids,
  }));
}

/** Referred-to tables before those that refer to them. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const placed: Row[] = [];
  const waiting = new Set(rows.map(({ name }) => name));
  while (waiting.size > 0) {
    const free = rows.filter(
      ({ name, refers }) =>
        waiting.has(name) && !(refers ?? []).some((other) => other !== name && waiting.has(other)),
    );
    if (free.length === 0) throw new Error(`tables refer in a circle: ${[...waiting].join(', ')}`);
    for (const row of free) waiting.delete(row.name);
    placed.push(...free);
  }
  return placed;
}

/** Two installations with the same hash keep the same columns of a company. */
export function schemaHash(tables: readonly CompanyTable[]): string {
  const lines = tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name} ${column.type}`),
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}
