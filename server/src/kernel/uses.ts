import { idsIn, looseNames, naming } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from './context.ts';
import { refuse } from './refuse.ts';

type Books = Pick<Context, 'tx' | 'tenantId'>;
type Named = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Refuses when any row names one of these records: with `record.inUse`, which says what, or with `record.inBooks` where
 * the row has no name of its own. Where records are named is what
 * the database itself knows: its foreign keys, and `looseNames`. Two statements, however many places there are.
 */
export async function refuseUsed(
  books: Books,
  table: string,
  rows: readonly Named[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const uses = (await placesOf(books, table)).map((place) => useSql(books.tenantId, place, ids));
  if (uses.length === 0) return;
  const found = await sql<{ id: string; place: string; used_by: string }>`
    select * from (${sql.join(uses, sql` union all `)}) as uses limit 1`.execute(books.tx);
  const [use] = found.rows;
  if (use === undefined) return;
  const row = rows.find(({ id }) => id === use.id);
  const name = String(row?.['name'] ?? row?.['number'] ?? use.id);
  if (use.used_by === '') refuse('record.inBooks', { name, place: use.place });
  refuse('record.inUse', { name, usedBy: use.used_by, place: use.place });
}

/** Which of these records some row names. */
export async function usedAmong(
  books: Books,
  table: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const places = await placesOf(books, table);
  if (places.length === 0) return new Set();
  const uses = places.map(
    (place) => sql`select named_id from (${namingSql(books.tenantId, place, ids)}) as used`,
  );
  const { rows } = await sql<{ named_id: string }>`
    select distinct named_id from (${sql.join(uses, sql` union all `)}) as uses`.execute(books.tx);
  return new Set(rows.map(({ named_id }) => named_id));
}

/** Takes along what goes with deleted records, and lets what may do without them forget them. */
export async function letFollow(
  { tx, tenantId }: Books,
  table: string,
  ids: readonly string[],
): Promise<void> {
  for (const name of looseNames) {
    const where = naming(name, table);
    if (where === null || name.follows === undefined) continue;
    const column = sql.ref(name.column);
    const change =
      name.follows === 'goes'
        ? sql`delete from ${sql.table(name.table)}`
        : sql`update ${sql.table(name.table)} set ${column} = null`;
    await sql`${change} where tenant_id = ${tenantId} and ${column} = any(${ids}::bigint[])
      and ${written(where, tenantId)}`.execute(tx);
  }
}

/** A condition of `looseNames`, whose `$1` is the company. */
const written = (where: string, tenantId: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(where.replaceAll('$1', `${BigInt(tenantId)}`))})`;

interface Place {
  readonly place: string;
  /** The ids that a row names, one by one. */
  readonly ids: string;
  readonly where: RawBuilder<boolean>;
  /** The column that a reader knows the row by; `document_id`: its document's number. Null: none. */
  readonly label: string | null;
}

/** What stands for a row in a refusal: the first of these that its table has. */
const labels = ['document_id', 'number', 'name', 'title', 'code', 'login_name'];

async function placesOf({ tx, tenantId }: Books, table: string): Promise<readonly Place[]> {
  const loose = looseNames.filter(
    (name) => name.follows === undefined && naming(name, table) !== null,
  );
  const { rows } = await sql<{ place: string; column: string; label: string | null }>`
    select named.place, named.column, (
      select a.attname::text from pg_attribute a
      where a.attrelid = named.place::regclass and a.attname = any(${labels}::text[])
      order by array_position(${labels}::text[], a.attname::text) limit 1) as label
    from (
      select f.conrelid::regclass::text as place, own.attname::text as column
      from pg_constraint f
      cross join lateral unnest(f.conkey, f.confkey) as pair(own, named)
      join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own
      join pg_attribute other on other.attrelid = f.confrelid and other.attnum = pair.named and other.attname = 'id'
      where f.contype = 'f' and f.confdeltype <> 'c' and f.confrelid = ${table}::regclass
      union
      select * from unnest(${loose.map((one) => one.table)}::text[], ${loose.map(({ column }) => column)}::text[])
    ) as named(place, "column")
    order by named.place <> 'document', named.place, named.column`.execute(tx);
  return rows.map(({ place, column, label }) => {
    const name = loose.find((one) => one.table === place && one.column === column);
    const where = written((name && naming(name, table)) ?? 'true', tenantId);
    return { place, label, ids: idsIn(name ?? { column }), where };
  });
}

/** The rows of a place that name any of these ids, with `named_id`. */
const namingSql = (
  tenantId: string,
  { place, ids: named, where, label }: Place,
  ids: readonly string[],
): RawBuilder<unknown> => sql`
  select * from (
    select ${sql.raw(named)} as named_id, ${label === null ? sql`''` : sql.ref(label)} as label
    from ${sql.table(place)} where tenant_id = ${tenantId} and ${where}) as used
  where named_id = any(${ids}::bigint[])`;

function useSql(tenantId: string, place: Place, ids: readonly string[]): RawBuilder<unknown> {
  const inDocument = place.label === 'document_id';
  const head = sql`left join document head on head.tenant_id = ${tenantId} and head.id = used.label`;
  return sql`(
    select used.named_id::text as id, ${place.place}::text as place,
      coalesce(${inDocument ? sql`head.number` : sql`used.label`}, '')::text as used_by
    from (${namingSql(tenantId, place, ids)}) as used ${inDocument ? head : sql``} limit 1)`;
}
