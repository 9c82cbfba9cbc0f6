import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The table whose records rows are, and the column that names one; null: a row is named by its own key. */
export type Names = readonly [table: string, column: string] | null;

interface Keyed {
  readonly tenantId: string;
  /** The column that names the records, as `relation.column`; '0': none. */
  readonly key: string;
  /** What the records are called in the query, where others are named in it. */
  readonly as?: string;
  /** What a row is called that is no record's. */
  readonly itself: RawBuilder<unknown>;
  /** Name of a row whose key names no record; absent: nothing. */
  readonly unnamed?: string;
}

/** What a row's record is called: `joins` find it; a document's id and kind, null of everything else. */
export interface Named {
  readonly joins: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
  readonly documentId: RawBuilder<unknown>;
  readonly kind: RawBuilder<unknown>;
}

/** What a row's record is called: joins on its key; a document's id and kind, null of everything else. */
export function namedRecord(
  names: Names,
  { tenantId, key, as = 'named', itself, unnamed = '' }: Keyed,
): Named {
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
    // One by one, by their key: joined, they are looked for among all that there ever were.
    joins: sql`
      left join lateral (
        select document.id, document.kind, document.number from document
        where document.tenant_id = ${tenantId} and document.id = ${id} offset 0) as ${sql.ref(as)} on true`,
    name,
  };
}
