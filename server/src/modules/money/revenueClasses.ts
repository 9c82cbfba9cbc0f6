import { revenueClasses } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, recordWriter, refuse, together } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';

const { lock, parentName, before, mayDelete, forest, within } = treeOf('revenueClass');

/** The tree in display order; `without` and everything below it left out. */
export const revenueClassForest = forest;
/** The ids of a class and of all below it. */
export const classesWithin = within;

export const revenueClassWriter = recordWriter(revenueClasses, {
  reads: {
    parentName,
    items: ({ tenantId }) => sql`(
      select count(*)::int from in_out_item as item
      where item.tenant_id = ${tenantId} and item.class_id = row.id)`,
  },
  row: async (columns, { parentId = null, type }, context) => {
    await lock(context);
    const parent = parentId === null ? undefined : await standing(context, parentId);
    return { ...columns, type: parent?.type ?? type };
  },
  before: async (context, row, existing) => {
    await before(context, row, existing);
    await refuseBelowItems(context, row);
    await refuseOtherType(context, row, existing);
  },
  mayDelete,
});

interface Standing {
  readonly name: string;
  readonly type: string;
  readonly children: boolean;
  readonly items: boolean;
}

/**
 * What a class is, and what hangs on it; undefined: there is none. It is held first, until the transaction ends, and looked
 * at by a statement of its own, which sees what those who held it before have hung on it.
 */
async function standing({ tx, tenantId }: Context, id: unknown): Promise<Standing | undefined> {
  const [, { rows }] = await together([
    sql`
      select from revenue_class where tenant_id = ${tenantId} and id = ${id}::bigint for no key update`.execute(
      tx,
    ),
    sql<Standing>`
      select name, type,
        exists (select from revenue_class as child where child.tenant_id = ${tenantId} and child.parent_id = row.id) as children,
        exists (select from in_out_item as item where item.tenant_id = ${tenantId} and item.class_id = row.id) as items
      from revenue_class as row where tenant_id = ${tenantId} and id = ${id}::bigint`.execute(tx),
  ]);
  return rows[0];
}

/** Items point at leaves alone, so what has items gets none below it. */
async function refuseBelowItems(context: Context, { parent_id: parentId }: Columns): Promise<void> {
  if (parentId === undefined || parentId === null) return;
  const parent = await standing(context, parentId);
  if (parent?.items === true)
    refuse('revenueClass.hasItems', { name: parent.name }, { field: 'parentId' });
}

/** What stands below it, or points at it, is of its type. */
async function refuseOtherType(
  context: Context,
  { type }: Columns,
  existing: Row | null,
): Promise<void> {
  if (existing === null || existing['type'] === type) return;
  const { name, children, items } = found(await standing(context, existing.id));
  if (children || items) refuse('revenueClass.typeStays', { name }, { field: 'type' });
}

/** An item's class is a leaf of the item's own type. It stays so until the transaction ends: `standing` locks it. */
export async function refuseClassOf(
  context: Context,
  { class_id: classId, type }: Columns,
): Promise<void> {
  if (classId === undefined || classId === null) return;
  const own = await standing(context, classId);
  const field = { field: 'classId' };
  if (own === undefined) return refuse('record.missing', {}, field);
  if (own.children) refuse('revenueClass.notLeaf', { name: own.name }, field);
  if (own.type !== type) refuse('revenueClass.otherType', { name: own.name }, field);
}
