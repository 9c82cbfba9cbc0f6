import type { TreeNode } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { isValueInUse } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';

/** Rules of hierarchical records: a table with parent_id, number, name and sort. */
export interface Tree {
  /** Name of the parent of the record `row`, if any. */
  readonly parentName: (context: Context) => RawBuilder<string>;
  /** Checks a record before the write: free number, existing parent, no cycle. */
  readonly before: (
    context: Context,
    row: ColumnValues,
    existing: StoredResourceRow | null,
  ) => Promise<void>;
  /** Refuses to delete a record with children. */
  readonly mayDelete: (context: Context, row: StoredResourceRow) => Promise<void>;
  /** Locks the tree: two concurrent moves could create a cycle that neither sees. */
  readonly lock: (context: Context) => Promise<void>;
  /** Ids of a record and all its descendants. */
  readonly within: (tenantId: string, id: unknown) => RawBuilder<unknown>;
  /** Tree in display order, without the record `without` and its descendants. */
  readonly forest: (context: Context, without: string | undefined) => Promise<TreeNode[]>;
}

/** Tables of hierarchical records. */
const tables = {
  category: 'category',
  institution: 'institution',
  revenueClass: 'revenue_class',
} as const;

interface TreeTable {
  readonly name: keyof typeof tables;
  readonly from: RawBuilder<unknown>;
}

/** Operations on the tree of a table whose rows name their parents. */
export function treeOf(name: keyof typeof tables): Tree {
  const from = sql.table(tables[name]);
  const kept = { name, from };
  return {
    lock: (context) => lockTreeTable(kept, context),
    within: (tenantId, id) => sql`(
      with recursive below as (
        select id from ${from} where tenant_id = ${tenantId} and id = ${id}::bigint
        union
        select child.id from ${from} as child join below on child.parent_id = below.id
        where child.tenant_id = ${tenantId})
      select id from below)`,
    parentName: ({ tenantId }) => sql<string>`coalesce((
      select parent.name from ${from} as parent
      where parent.tenant_id = ${tenantId} and parent.id = row.parent_id), '')`,
    async before(context, row, existing) {
      await lockTreeTable(kept, context);
      const number = String(row['number']);
      if (await isValueInUse(context, tables[name], ['number', number], existing))
        refuseWith(`${name}.numberTaken`, { number }, { field: 'number' });
      await refuseOwnBranch(kept, context, { row, existing });
    },
    mayDelete: (context, row) => refuseParent(kept, context, row),
    async forest({ tx, tenantId }, without) {
      const { rows } = await sql<{ id: string; parent: string | null; title: string }>`
        select id, parent_id as parent, name as title from ${from} where tenant_id = ${tenantId}
        order by sort, number, id`.execute(tx);
      return forestOf(
        rows.filter(({ id }) => id !== without),
        null,
      );
    },
  };
}

async function lockTreeTable({ from }: TreeTable, { tx, tenantId }: Context): Promise<void> {
  await sql`select id from ${from} where tenant_id = ${tenantId} order by id for update`.execute(
    tx,
  );
}

async function refuseParent(
  { name, from }: TreeTable,
  { tx, tenantId }: Context,
  { id, name: title }: StoredResourceRow,
): Promise<void> {
  const { rows } = await sql`
    select from ${from} where tenant_id = ${tenantId} and parent_id = ${id} limit 1`.execute(tx);
  if (rows.length > 0) refuseWith(`${name}.hasChildren`, { name: String(title) });
}

/** Record to be written, with its stored state. */
interface TreeChange {
  readonly row: ColumnValues;
  readonly existing: StoredResourceRow | null;
}

/** The parent must be a record of this company outside the record's own branch. */
async function refuseOwnBranch(
  { name, from }: TreeTable,
  { tx, tenantId }: Context,
  { row: { parent_id: parentId }, existing }: TreeChange,
): Promise<void> {
  if (parentId === undefined || parentId === null) return;
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id from ${from} where tenant_id = ${tenantId} and id = ${parentId}
      union
      select parent.id, parent.parent_id from ${from} as parent join above on parent.id = above.parent_id
      where parent.tenant_id = ${tenantId})
    select id from above`.execute(tx);
  if (rows.length === 0) refuseWith('record.missing', {}, { field: 'parentId' });
  if (rows.some(({ id }) => id === existing?.id))
    refuseWith(`${name}.ownParent`, {}, { field: 'parentId' });
}

/** Converts rows in display order to the tree below `root`. */
export function forestOf(
  rows: readonly {
    readonly id: string;
    readonly parent: string | null;
    readonly title: string;
  }[],
  root: string | null,
): TreeNode[] {
  const children = Map.groupBy(rows, ({ parent }) => parent);
  const below = (parent: string | null): TreeNode[] =>
    (children.get(parent) ?? []).map(({ id, title }) => ({
      id,
      key: id,
      value: id,
      title,
      children: below(id),
    }));
  return below(root);
}
