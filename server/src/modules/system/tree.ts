import type { TreeNode } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isTaken, refuse } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';

/** The rules of records that stand below each other: a table with parent_id, number, name and sort. */
export interface Tree {
  /** What the one is called below which the record `row` stands, or nothing. */
  readonly parentName: (context: Context) => RawBuilder<string>;
  /** Before a record is written: its number is free, its parent exists and is neither itself nor below it. */
  readonly before: (context: Context, row: Columns, existing: Row | null) => Promise<void>;
  /** Refuses to delete what others stand below. */
  readonly mayDelete: (context: Context, row: Row) => Promise<void>;
  /** Trees change one at a time: two moves at once could make a ring that neither sees. */
  readonly lock: (context: Context) => Promise<void>;
  /** The ids of one and of all below it. */
  readonly within: (tenantId: string, id: unknown) => RawBuilder<unknown>;
  /** The tree in display order; `without` and everything below it left out. */
  readonly forest: (context: Context, without: string | undefined) => Promise<TreeNode[]>;
}

/** Whose records stand below each other, and the table that keeps them. */
const tables = {
  category: 'category',
  institution: 'institution',
  revenueClass: 'revenue_class',
} as const;

interface Kept {
  readonly name: keyof typeof tables;
  readonly from: RawBuilder<unknown>;
}

/** The tree of a table whose rows name their parents, with what may be done to it. */
export function treeOf(name: keyof typeof tables): Tree {
  const from = sql.table(tables[name]);
  const kept = { name, from };
  return {
    lock: (context) => lock(kept, context),
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
      await lock(kept, context);
      const number = String(row['number']);
      if (await isTaken(context, tables[name], ['number', number], existing))
        refuse(`${name}.numberTaken`, { number }, { field: 'number' });
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

async function lock({ from }: Kept, { tx, tenantId }: Context): Promise<void> {
  await sql`select id from ${from} where tenant_id = ${tenantId} order by id for update`.execute(
    tx,
  );
}

async function refuseParent(
  { name, from }: Kept,
  { tx, tenantId }: Context,
  { id, name: title }: Row,
): Promise<void> {
  const { rows } = await sql`
    select from ${from} where tenant_id = ${tenantId} and parent_id = ${id} limit 1`.execute(tx);
  if (rows.length > 0) refuse(`${name}.hasChildren`, { name: String(title) });
}

/** A record as it is to be written, and as it stands. */
interface Change {
  readonly row: Columns;
  readonly existing: Row | null;
}

/** The parent must be a record of this company, and neither the record itself nor one below it. */
async function refuseOwnBranch(
  { name, from }: Kept,
  { tx, tenantId }: Context,
  { row: { parent_id: parentId }, existing }: Change,
): Promise<void> {
  if (parentId === undefined || parentId === null) return;
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id from ${from} where tenant_id = ${tenantId} and id = ${parentId}
      union
      select parent.id, parent.parent_id from ${from} as parent join above on parent.id = above.parent_id
      where parent.tenant_id = ${tenantId})
    select id from above`.execute(tx);
  if (rows.length === 0) refuse('record.missing', {}, { field: 'parentId' });
  if (rows.some(({ id }) => id === existing?.id))
    refuse(`${name}.ownParent`, {}, { field: 'parentId' });
}

/** Rows in display order as the tree they make below `root`. */
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
