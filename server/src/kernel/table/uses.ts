import { idsIn, ledgers, looseNames, looseNameConditionSql, parts } from '@tradehouse/database';
import type { ParentRecordRef } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import { refuseWith } from '../refuse.ts';

type RecordUseContext = Pick<Context, 'tx' | 'tenantId'>;
type ReferencedRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Refusals of a deletion if only history references the record, by the alternative offered. */
export type HistoryRefusal = 'record.inBooks' | 'record.stays' | 'activity.inBooks';

/**
 * Refuses if any row references a record: with `record.inUse`, naming the referencing record and kind, or
 * with `kept` for history: a ledger, a day's totals, a deleted document. The references come from the
 * database itself: foreign keys, and `looseNames`. Two statements serve any number of places.
 */
export async function refuseReferencedRecords(
  books: RecordUseContext,
  table: string,
  rows: readonly ReferencedRecord[],
  kept: HistoryRefusal,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const uses = (await readRecordReferences(books, table)).map((place) =>
    useSql(books.tenantId, place, ids),
  );
  if (uses.length === 0) return;
  const found = await sql<{ id: string; place: string; used_by: string }>`
    select * from (${sql.join(uses, sql` union all `)}) as uses order by used_by = '' limit 1`.execute(
    books.tx,
  );
  const [use] = found.rows;
  if (use === undefined) return;
  const row = rows.find(({ id }) => id === use.id);
  const facts = { name: String(row?.['name'] ?? row?.['number'] ?? use.id), place: use.place };
  if (use.used_by === '') refuseWith(kept, facts);
  refuseWith('record.inUse', { ...facts, usedBy: use.used_by });
}

/** Returns the records referenced by any row. */
export async function usedAmong(
  books: RecordUseContext,
  table: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const places = await readRecordReferences(books, table);
  if (places.length === 0) return new Set();
  const uses = places.map(
    (place) => sql`select named_id from (${namingSql(books.tenantId, place, ids)}) as used`,
  );
  const { rows } = await sql<{ named_id: string }>`
    select distinct named_id from (${sql.join(uses, sql` union all `)}) as uses`.execute(books.tx);
  return new Set(rows.map(({ named_id }) => named_id));
}

/** Deletes the dependents of deleted records, and clears optional references. */
export async function letFollow(
  { tx, tenantId }: RecordUseContext,
  table: string,
  ids: readonly string[],
): Promise<void> {
  for (const name of looseNames) {
    const where = looseNameConditionSql(name, table);
    if (where === null || name.follows === undefined) continue;
    const column = sql.ref(name.column);
    const change =
      name.follows === 'goes'
        ? sql`delete from ${sql.table(name.table)}`
        : sql`update ${sql.table(name.table)} set ${column} = null`;
    await sql`${change} where tenant_id = ${tenantId} and ${column} = any(${ids}::bigint[])
      and ${looseNameTestSql(where, tenantId)}`.execute(tx);
  }
}

/** Converts a condition of `looseNames`, with the company for `$1`. */
const looseNameTestSql = (where: string, tenantId: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(where.replaceAll('$1', `${BigInt(tenantId)}`))})`;

interface RecordReference {
  readonly place: string;
  /** Ids referenced by a row, one by one. */
  readonly ids: string;
  readonly where: RawBuilder<boolean>;
  /** Parent that identifies the rows; null: the rows identify themselves. */
  readonly part: ParentRecordRef | null;
  /** Columns with the row's own name. */
  readonly labels: readonly string[];
}

async function readRecordReferences(
  { tx, tenantId }: RecordUseContext,
  table: string,
): Promise<readonly RecordReference[]> {
  const loose = looseNames.filter(
    (name) => name.follows === undefined && looseNameConditionSql(name, table) !== null,
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
    const where = looseNameTestSql(
      (name && looseNameConditionSql(name, table)) ?? 'true',
      tenantId,
    );
    const known = referenceLabelsOf(place, columns);
    // A part of the record itself is no use by another record.
    const part = known.part?.of === table ? null : known.part;
    return { place, ids: idsIn(name ?? { column }), where, labels: known.labels, part };
  });
}

/** Columns that name a row in a refusal: the first with a value. */
const names = ['number', 'name', 'title', 'code', 'login_name'];
const ofDocument: ParentRecordRef = { column: 'document_id', of: 'document', name: 'number' };

function referenceLabelsOf(
  place: string,
  columns: readonly string[],
): Pick<RecordReference, 'part' | 'labels'> {
  const labels = names.filter((name) => columns.includes(name));
  const inDocument =
    labels.length === 0 && columns.includes(ofDocument.column) && !ledgers.includes(place);
  return { labels, part: parts[place] ?? (inDocument ? ofDocument : null) };
}

/** Selects the rows of a place that reference any of the ids, with `named_id`. */
const namingSql = (
  tenantId: string,
  { place, ids: named, where }: RecordReference,
  ids: readonly string[],
): RawBuilder<unknown> => sql`
  select * from (
    select ${sql.raw(named)} as named_id, place.* from ${sql.table(place)} as place
    where tenant_id = ${tenantId} and ${where}) as used
  where named_id = any(${ids}::bigint[])`;

/**
 * Selects one row of a place that references any of the ids: kind (for a document its kind) and name, ''
 * without one.
 */
function useSql(
  tenantId: string,
  place: RecordReference,
  ids: readonly string[],
): RawBuilder<unknown> {
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
  // A deleted document is history.
  const [sort, used] =
    table === 'document'
      ? [
          sql`coalesce(known.kind, 'document')`,
          sql`case when known.deleted_at is null then ${name} else '' end`,
        ]
      : [sql`${table}::text`, name];
  return sql`(select named_id::text as id, ${sort} as place, ${used} as used_by from ${from} limit 1)`;
}
