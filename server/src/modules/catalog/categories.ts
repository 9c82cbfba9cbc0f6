import { categoryTable } from '@tradehouse/contract';
import type { categories } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, refuse, source } from '../../kernel/index.ts';
import type { Context, Writer } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';

const tree = treeOf('category', {
  numberTaken: (number) => refuse('category.numberTaken', { number }, { field: 'number' }),
  hasChildren: (name) => refuse('category.hasChildren', { name }),
  ownParent: () => refuse('category.ownParent', {}, { field: 'parentId' }),
});

/** The tree in display order; `without` and everything below it left out. */
export const categoryForest = tree.forest;

export const categoryRows = source(categoryTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('category')
    .leftJoin('category as parent', (join) =>
      join.onRef('parent.id', '=', 'category.parent_id').on('parent.tenant_id', '=', tenantId),
    )
    .where('category.tenant_id', '=', tenantId)
    .select([
      'category.id',
      'category.version',
      'category.parent_id as parentId',
      'category.name',
      'category.number',
      'parent.name as parentName',
      'category.sort',
      'category.remark',
      'category.created_at as createTime',
    ]),
);

export const categoryWriter: Writer<typeof categories> = {
  table: 'category',
  list: categoryRows,
  toRow: ({ name, number, parentId, sort, remark }) => ({
    name,
    number,
    parent_id: parentId,
    sort,
    remark,
  }),
  toInfo: ({ id }, context) => categoryInfo(context, id),
  before: tree.before,
  mayDelete: tree.mayDelete,
  inUse: [['product', 'category_id']],
};

/** One category; `record.missing` where there is none. */
export async function categoryInfo({ tx, tenantId }: Context, id: string) {
  const row = await tx
    .selectFrom('category')
    .leftJoin('category as parent', (join) =>
      join.onRef('parent.id', '=', 'category.parent_id').on('parent.tenant_id', '=', tenantId),
    )
    .where('category.tenant_id', '=', tenantId)
    .where('category.id', '=', id)
    .select([
      'category.id',
      'category.version',
      'category.name',
      'category.number',
      'category.parent_id as parentId',
      sql<string>`coalesce(parent.name, '')`.as('parentName'),
      'category.sort',
      'category.remark',
    ])
    .executeTakeFirst();
  return found(row);
}
