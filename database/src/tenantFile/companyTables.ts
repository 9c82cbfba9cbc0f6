import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../database.generated.ts';

/** Table of companies, from the catalogue. */
export interface CompanyTable {
  readonly name: string;
  /** Columns without the leading company column. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Primary key without the company: rows are written in this order. */
  readonly key: readonly string[];
  readonly namesItself: boolean;
  readonly hasIds: boolean;
  /**
   * Has sealed secrets: written without rows, because another company or installation cannot open the
   * secrets, and a lost sealing key would open those in stolen files.
   */
  readonly sealed: boolean;
}

/**
 * Tables meaningful only here: backfill progress, stored replies, pending events, received files, marks
 * of months; and pending roll-up postings, exported with the roll-ups.
 */
const leftOut = [
  'backfill',
  'dump_import',
  'idempotency',
  'outbox',
  'sheet_fault',
  'sheet_import',
  'sheet_row',
  'trade_month',
  'unfolded_posting',
  'webhook_delivery',
  'webhook_turn',
];

interface CompanyTableRow {
  readonly name: string;
  readonly columns: CompanyTable['columns'];
  readonly key: readonly string[] | null;
  readonly refers: readonly string[] | null;
  readonly has_ids: boolean;
}

/** Tables with company rows, referenced tables first. */
export async function companyTables(tx: Transaction<Database>): Promise<readonly CompanyTable[]> {
  const { rows } = await sql<CompanyTableRow>`
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
  return orderReferredFirst(rows).map(({ name, columns, key, refers, has_ids }) => ({
    name,
    columns,
    key: key ?? [],
    namesItself: refers?.includes(name) === true,
    hasIds: has_ids,
    sealed: columns.some((column) => column.name === 'sealed'),
  }));
}

/** Sorts referenced tables before referencing tables. */
function orderReferredFirst(rows: readonly CompanyTableRow[]): readonly CompanyTableRow[] {
  const placed: CompanyTableRow[] = [];
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

/** Hashes the company columns; installations with equal hashes have equal columns. */
export function schemaHash(tables: readonly CompanyTable[]): string {
  const lines = tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name} ${column.type}`),
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}
