import { categoryTable } from '@tradehouse/contract';
import type { CategoryNode, categories } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, refuse, source } from '../../kernel/index.ts';
import type { Columns, Context, Row, Writer } from '../../kernel/index.ts';

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
  before: async (context, row, existing) => {
    await lockTree(context);
    await refuseTakenNumber(context, row, existing);
    await refuseOwnBranch(context, row, existing);
  },
  mayDelete: refuseWithChildren,
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

/** Trees change one at a time: two moves at once could make a ring that neither sees. */
async function lockTree({ tx, tenantId }: Context): Promise<void> {
  await tx
    .selectFrom('category')
    .where('tenant_id', '=', tenantId)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function refuseTakenNumber(
  { tx, tenantId }: Context,
  { number }: Columns,
  existing: Row | null,
): Promise<void> {
  const other = await tx
    .selectFrom('category')
    .where('tenant_id', '=', tenantId)
    .where('number', '=', String(number))
    .$if(existing !== null, (query) => query.where('id', '!=', existing?.id ?? ''))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) {
    refuse('category.numberTaken', { number: String(number) }, { field: 'number' });
  }
}

/** The parent must be a category of this company, and neither the category itself nor one below it. */
async function refuseOwnBranch(
  { tx, tenantId }: Context,
  { parent_id: parentId }: Columns,
  existing: Row | null,
): Promise<void> {
  if (parentId === undefined || parentId === null) return;
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id from category where tenant_id = ${tenantId} and id = ${parentId}
      union
      select parent.id, parent.parent_id from category as parent join above on parent.id = above.parent_id
      where parent.tenant_id = ${tenantId})
    select id from above`.execute(tx);
  if (rows.length === 0) refuse('record.missing', {}, { field: 'parentId' });
  if (rows.some(({ id }) => id === existing?.id)) {
    refuse('category.ownParent', {}, { field: 'parentId' });
  }
}

async function refuseWithChildren({ tx, tenantId }: Context, { id, name }: Row): Promise<void> {
  const child = await tx
    .selectFrom('category')
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (child !== undefined) refuse('category.hasChildren', { name: String(name) });
}

/** The tree in display order; `without` and everything below it left out. */
export async function categoryForest(
  { tx, tenantId }: Context,
  without: string | undefined,
): Promise<CategoryNode[]> {
  const rows = await tx
    .selectFrom('category')
    .where('tenant_id', '=', tenantId)
    .orderBy('sort')
    .orderBy('number')
    .orderBy('id')
    .select(['id', 'parent_id', 'name'])
    .execute();
  const children = Map.groupBy(
    rows.filter(({ id }) => id !== without),
    ({ parent_id: parentId }) => parentId,
  );
  const below = (parentId: string | null): CategoryNode[] =>
    (children.get(parentId) ?? []).map(({ id, name }) => ({
      id,
      key: id,
      value: id,
      title: name,
      children: below(id),
    }));
  return below(null);
}
