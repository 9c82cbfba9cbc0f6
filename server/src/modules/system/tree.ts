import { sql } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';

/** A node of a tree as a tree select takes it. */
export interface TreeNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children: readonly TreeNode[];
}

/** How the records of one tree refuse what would break it. */
export interface TreeRefusals {
  readonly numberTaken: (number: string) => never;
  readonly hasChildren: (name: string) => never;
  readonly ownParent: () => never;
}

/** The rules of records that stand below each other: a table with parent_id, number, name and sort. */
export interface Tree {
  /** Before a record is written: its number is free, its parent exists and is neither itself nor below it. */
  readonly before: (context: Context, row: Columns, existing: Row | null) => Promise<void>;
  /** Refuses to delete what others stand below. */
  readonly mayDelete: (context: Context, row: Row) => Promise<void>;
  /** The tree in display order; `without` and everything below it left out. */
  readonly forest: (context: Context, without: string | undefined) => Promise<TreeNode[]>;
}

export function treeOf(name: 'category' | 'institution', refusals: TreeRefusals): Tree {
  const from = sql.table(name);
  return {
    async before(context, row, existing) {
      await lock(context);
      await refuseTakenNumber(context, row, existing);
      await refuseOwnBranch(context, row, existing);
    },
    async mayDelete({ tx, tenantId }, { id, name: title }) {
      const { rows } = await sql`
        select from ${from} where tenant_id = ${tenantId} and parent_id = ${id} limit 1`.execute(
        tx,
      );
      if (rows.length > 0) refusals.hasChildren(String(title));
    },
    async forest({ tx, tenantId }, without) {
      const { rows } = await sql<{ id: string; parent_id: string | null; name: string }>`
        select id, parent_id, name from ${from} where tenant_id = ${tenantId}
        order by sort, number, id`.execute(tx);
      return nodesOf(rows.filter(({ id }) => id !== without));
    },
  };

  /** Trees change one at a time: two moves at once could make a ring that neither sees. */
  async function lock({ tx, tenantId }: Context): Promise<void> {
    await sql`select id from ${from} where tenant_id = ${tenantId} order by id for update`.execute(
      tx,
    );
  }

  async function refuseTakenNumber(
    { tx, tenantId }: Context,
    { number }: Columns,
    existing: Row | null,
  ): Promise<void> {
    const { rows } = await sql`
      select from ${from}
      where tenant_id = ${tenantId} and number = ${String(number)}
        and id is distinct from ${existing?.id ?? null}::bigint limit 1`.execute(tx);
    if (rows.length > 0) refusals.numberTaken(String(number));
  }

  /** The parent must be a record of this company, and neither the record itself nor one below it. */
  async function refuseOwnBranch(
    { tx, tenantId }: Context,
    { parent_id: parentId }: Columns,
    existing: Row | null,
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
    if (rows.some(({ id }) => id === existing?.id)) refusals.ownParent();
  }
}

function nodesOf(
  rows: readonly {
    readonly id: string;
    readonly parent_id: string | null;
    readonly name: string;
  }[],
): TreeNode[] {
  const children = Map.groupBy(rows, ({ parent_id: parentId }) => parentId);
  const below = (parentId: string | null): TreeNode[] =>
    (children.get(parentId) ?? []).map(({ id, name }) => ({
      id,
      key: id,
      value: id,
      title: name,
      children: below(id),
    }));
  return below(null);
}
