import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Table of the rows' records, and the name column; null: a row is named by its own key. */
export type RecordNameSource = readonly [table: string, column: string] | null;

interface RecordNameKey {
  readonly tenantId: string;
  /** Column of the record ids, `relation.column`; '0': none. */
  readonly key: string;
  /** Alias of the records, if the query names further records. */
  readonly as?: string;
  /** Name of a row without a record. */
  readonly itself: RawBuilder<unknown>;
  /** Name of a row with an unknown record; absent: nothing. */
  readonly unnamed?: string;
}

/** Name of a row's record: `joins` find the record; id and kind for documents, null otherwise. */
export interface RecordNameSql {
  readonly joins: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
  readonly documentId: RawBuilder<unknown>;
  readonly kind: RawBuilder<unknown>;
}

/** Names a row's record: joins on the key; id and kind for documents, null otherwise. */
export function namedRecord(
  names: RecordNameSource,
  { tenantId, key, as = 'named', itself, unnamed = '' }: RecordNameKey,
): RecordNameSql {
  const none = { documentId: sql`null::bigint`, kind: sql`null::text` };
  if (names === null) return { ...none, joins: sql``, name: itself };
  const [table, column] = names;
  const id = sql`${sql.ref(key)}::bigint`;
  const name = sql`coalesce(${sql.ref(`${as}.${column}`)}, ${unnamed}::text)`;
  if (table !== 'document')
    return {
      ...none,
      joins: sql`
        left join ${sql.table(table)} as ${sql.ref(as)}
          on ${sql.ref(`${as}.tenant_id`)} = ${tenantId} and ${sql.ref(`${as}.id`)} = ${id}`,
      name,
    };
  return {
    documentId: sql.ref(`${as}.id`),
    kind: sql.ref(`${as}.kind`),
    // Documents are looked up singly by key: a join would search all documents ever written.
    joins: sql`
      left join lateral (
        select document.id, document.kind, document.number from document
        where document.tenant_id = ${tenantId} and document.id = ${id} offset 0) as ${sql.ref(as)} on true`,
    name,
  };
}
