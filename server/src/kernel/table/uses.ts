import { idsIn, ledgers, looseNames, naming, parts } from '@tradehouse/database';
import type { Part } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';

type Books = Pick<Context, 'tx' | 'tenantId'>;
type Named = Readonly<Record<string, unknown>> & { readonly id: string };

/** How a deletion is refused where only history names the record, by what can be done instead. */
export type Kept = 'record.inBooks' | 'record.stays' | 'activity.inBooks';

/**
 * Refuses when any row names one of these records: with `record.inUse`, which says which record of which sort does, or as
 * `kept` where it is history: a ledger, a day's totals, a document that was deleted. Where records are named is what the
 * database itself knows: its foreign keys, and `looseNames`. Two statements, however many places there are.
 */
export async function refuseUsed(
  books: Books,
  table: string,
  rows: readonly Named[],
  kept: Kept,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const uses = (await placesOf(books, table)).map((place) => useSql(books.tenantId, place, ids));
  if (uses.length === 0) return;
  const found = await sql<{ id: string; place: string; used_by: string }>`
    select * from (${sql.join(uses, sql` union all `)}) as uses order by used_by = '' limit 1`.execute(
    books.tx,
  );
  const [use] = found.rows;
  if (use === undefined) return;
  const row = rows.find(({ id }) => id === use.id);
  const facts = { name: String(row?.['name'] ?? row?.['number'] ?? use.id), place: use.place };
  if (use.used_by === '') refuse(kept, facts);
  refuse('record.inUse', { ...facts, usedBy: use.used_by });
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
  /** What the rows are a part of and known by; null: they are known by themselves. */
  readonly part: Part | null;
  /** The columns that say what a row itself is called. */
  readonly labels: readonly string[];
}

async function placesOf({ tx, tenantId }: Books, table: string): Promise<readonly Place[]> {
  const loose = looseNames.filter(
    (name) => name.follows === undefined && naming(name, table) !== null,
  );
  const { rows } = await sql<{ place: string; column: string; columns: readonly string[] }>`
    select named.place, named.column, (
      select array_agg(a.attname::text) from pg_attribute a
      where a.attrelid = named.place::regclass and a.attnum > 0) as columns
    from (
      select f.conrelid::regclass::text as place, own.attname::text as column
      from pg_constraint f
      cross join lateral unnest(f.conkey, f.confkey) as pair(own, named)
      join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own
      join pg_attribute other on other.attrelid = f.confrelid and other.attnum = pair.named and other.attname = 'id'
      where f.contype = 'f' and f.confdeltype <> 'c' and f.confrelid = ${table}::regclass
      union
      select * from unnest(${loose.map((one) => one.table)}::text[], ${loose.map(({ column }) => column)}::text[])
    ) as named(place, "column")`.execute(tx);
  return rows.map(({ place, column, columns }) => {
    const name = loose.find((one) => one.table === place && one.column === column);
    const where = written((name && naming(name, table)) ?? 'true', tenantId);
    const known = knownBy(place, columns);
    // What is only a part of the record itself is no use of it by another.
    const part = known.part?.of === table ? null : known.part;
    return { place, ids: idsIn(name ?? { column }), where, labels: known.labels, part };
  });
}

/** What stands for a row in a refusal: the first of these that says something. */
const names = ['number', 'name', 'title', 'code', 'login_name'];
const ofDocument: Part = { column: 'document_id', of: 'document', name: 'number' };

function knownBy(place: string, columns: readonly string[]): Pick<Place, 'part' | 'labels'> {
  const labels = names.filter((name) => columns.includes(name));
  const inDocument =
    labels.length === 0 && columns.includes(ofDocument.column) && !ledgers.includes(place);
  return { labels, part: parts[place] ?? (inDocument ? ofDocument : null) };
}

/** The rows of a place that name any of these ids, with `named_id`. */
const namingSql = (
  tenantId: string,
  { place, ids: named, where }: Place,
  ids: readonly string[],
): RawBuilder<unknown> => sql`
  select * from (
    select ${sql.raw(named)} as named_id, place.* from ${sql.table(place)} as place
    where tenant_id = ${tenantId} and ${where}) as used
  where named_id = any(${ids}::bigint[])`;

/** One row of a place that names any of these ids: its sort (of a document its kind) and its name, '' if it has none. */
function useSql(tenantId: string, place: Place, ids: readonly string[]): RawBuilder<unknown> {
  const { part } = place;
  const table = part?.of ?? place.place;
  const labels = part === null ? place.labels : [part.name];
  const name = sql`coalesce(${sql.join([...labels.map((label) => sql`nullif(${sql.ref(`known.${label}`)}, '')`), sql`''`])})`;
  const rows = sql`(${namingSql(tenantId, place, ids)})`;
  const from =
    part === null
      ? sql`${rows} as known`
      : sql`${rows} as used left join ${sql.table(table)} as known
          on known.tenant_id = ${tenantId} and known.id = ${sql.ref(`used.${part.column}`)}`;
  // A document that was deleted is history.
  const [sort, used] =
    table === 'document'
      ? [
          sql`coalesce(known.kind, 'document')`,
          sql`case when known.deleted_at is null then ${name} else '' end`,
        ]
      : [sql`${table}::text`, name];
  return sql`(select named_id::text as id, ${sort} as place, ${used} as used_by from ${from} limit 1)`;
}
