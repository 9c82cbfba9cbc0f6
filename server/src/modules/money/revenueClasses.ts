import { revenueClasses } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { treeOf } from '../system/index.ts';

const { lock, parentName, before, mayDelete, forest, within } = treeOf('revenueClass');

/** Tree in display order; `without` excludes a node and everything below. */
export const revenueClassForest = forest;
/** Ids of a class and all classes below. */
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
    const parent = parentId === null ? undefined : await lockRevenueClass(context, parentId);
    return { ...columns, type: parent?.type ?? type };
  },
  before: async (context, row, existing) => {
    await before(context, row, existing);
    await refuseBelowItems(context, row);
    await refuseRevenueTypeChange(context, row, existing);
  },
  mayDelete,
});

interface RevenueClassState {
  readonly name: string;
  readonly type: string;
  readonly children: boolean;
  readonly items: boolean;
}

/**
 * Reads a class with children and items; undefined: missing. Locked first, until the transaction ends; a
 * separate statement then sees earlier lock holders' additions.
 */
async function lockRevenueClass(
  { tx, tenantId }: Context,
  id: unknown,
): Promise<RevenueClassState | undefined> {
  const [, { rows }] = await runTogether([
    sql`
      select from revenue_class where tenant_id = ${tenantId} and id = ${id}::bigint for no key update`.execute(
      tx,
    ),
    sql<RevenueClassState>`
      select name, type,
        exists (select from revenue_class as child where child.tenant_id = ${tenantId} and child.parent_id = row.id) as children,
        exists (select from in_out_item as item where item.tenant_id = ${tenantId} and item.class_id = row.id) as items
      from revenue_class as row where tenant_id = ${tenantId} and id = ${id}::bigint`.execute(tx),
  ]);
  return rows[0];
}

/** Refuses a child below a class with items, because items belong to leaves only. */
async function refuseBelowItems(
  context: Context,
  { parent_id: parentId }: ColumnValues,
): Promise<void> {
  if (parentId === undefined || parentId === null) return;
  const parent = await lockRevenueClass(context, parentId);
  if (parent?.items === true)
    refuseWith('revenueClass.hasItems', { name: parent.name }, { field: 'parentId' });
}

/** Refuses a type different from children's and items' type. */
async function refuseRevenueTypeChange(
  context: Context,
  { type }: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<void> {
  if (existing === null || existing['type'] === type) return;
  const { name, children, items } = orRefuseMissing(await lockRevenueClass(context, existing.id));
  if (children || items) refuseWith('revenueClass.typeStays', { name }, { field: 'type' });
}

/** An item's class is a leaf of the item's own type. It stays so until the transaction ends: `lockRevenueClass` locks it. */
export async function refuseClassOf(
  context: Context,
  { class_id: classId, type }: ColumnValues,
): Promise<void> {
  if (classId === undefined || classId === null) return;
  const own = await lockRevenueClass(context, classId);
  const field = { field: 'classId' };
  if (own === undefined) return refuseWith('record.missing', {}, field);
  if (own.children) refuseWith('revenueClass.notLeaf', { name: own.name }, field);
  if (own.type !== type) refuseWith('revenueClass.otherType', { name: own.name }, field);
}
