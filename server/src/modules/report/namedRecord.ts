import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The table whose records rows are, and the column that names one; null: a row is named by its own key. */
export type Names = readonly [table: string, column: string] | null;

interface Keyed {
  readonly tenantId: string;
  /** What the relation is called whose `key` names the records; '0': none. */
  readonly alias: string;
  /** What a row is called that is no record's. */
  readonly itself: RawBuilder<unknown>;
}

/** What a row's record is called: joins on its `key`; a document's id and kind, null of everything else. */
export function namedRecord(names: Names, { tenantId, alias, itself }: Keyed) {
  const none = { documentId: sql`null::bigint`, kind: sql`null::text` };
  if (names === null) return { ...none, joins: sql``, name: itself };
  const [table, column] = names;
  return {
    ...(table === 'document' ? { documentId: sql`named.id`, kind: sql`named.kind` } : none),
    joins: sql`
      left join ${sql.table(table)} as named on named.tenant_id = ${tenantId} and named.id = ${sql.ref(`${alias}.key`)}::bigint`,
    name: sql`coalesce(${sql.ref(`named.${column}`)}, '')`,
  };
}
