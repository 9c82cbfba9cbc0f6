import { institutionTable } from '@tradehouse/contract';
import type { institutions } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, refuse, rightsChanged, source } from '../../kernel/index.ts';
import type { Columns, Context, Row, Writer } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';

const tree = treeOf('institution', {
  numberTaken: (number) => refuse('institution.numberTaken', { number }, { field: 'number' }),
  hasChildren: (name) => refuse('institution.hasChildren', { name }),
  ownParent: () => refuse('institution.ownParent', {}, { field: 'parentId' }),
});

/** The tree in display order; `without` and everything below it left out. */
export const institutionForest = tree.forest;

/** How many users belong to the institution of the row named `institution`, by their own field or beside it. */
const users = (tenantId: string): RawBuilder<number> => sql<number>`(
  select count(*)::int from app_user as member
  where member.tenant_id = ${tenantId} and (member.institution_id = institution.id or exists (
    select from user_institution as beside
    where beside.tenant_id = ${tenantId} and beside.user_id = member.id
      and beside.institution_id = institution.id)))`;

const institutionRows = source(institutionTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('institution')
    .leftJoin('institution as parent', (join) =>
      join.onRef('parent.id', '=', 'institution.parent_id').on('parent.tenant_id', '=', tenantId),
    )
    .where('institution.tenant_id', '=', tenantId)
    .select([
      'institution.id',
      'institution.version',
      'institution.parent_id as parentId',
      'institution.name',
      'institution.number',
      'parent.name as parentName',
      users(tenantId).as('users'),
      'institution.sort',
      'institution.remark',
      'institution.created_at as createTime',
    ]),
);

export const institutionWriter: Writer<typeof institutions> = {
  table: 'institution',
  list: institutionRows,
  toRow: ({ name, number, parentId, sort, remark }) => ({
    name,
    number,
    parent_id: parentId,
    sort,
    remark,
  }),
  toInfo: ({ id }, context) => institutionInfo(context, id),
  before: async (context, row, existing) => {
    await tree.before(context, row, existing);
    refuseWiderScope(context, row, existing);
  },
  after: (context) => rightsChanged(context),
  mayDelete: async (context, row) => {
    refuseForeign(context, row.id);
    await tree.mayDelete(context, row);
  },
  inUse: [
    ['app_user', 'institution_id'],
    ['user_institution', 'institution_id'],
    ['partner', 'institution_id'],
    ['document', 'institution_id'],
  ],
};

/** One institution; `record.missing` where there is none. */
export async function institutionInfo({ tx, tenantId }: Context, id: string) {
  const row = await tx
    .selectFrom('institution')
    .leftJoin('institution as parent', (join) =>
      join.onRef('parent.id', '=', 'institution.parent_id').on('parent.tenant_id', '=', tenantId),
    )
    .where('institution.tenant_id', '=', tenantId)
    .where('institution.id', '=', id)
    .select([
      'institution.id',
      'institution.version',
      'institution.name',
      'institution.number',
      'institution.parent_id as parentId',
      sql<string>`coalesce(parent.name, '')`.as('parentName'),
      users(tenantId).as('users'),
      'institution.sort',
      'institution.remark',
    ])
    .executeTakeFirst();
  return found(row);
}

/**
 * The tree decides who sees what: whoever sees less than all moves and adds only within what they see, so that nobody
 * brings others' data below themselves.
 */
function refuseWiderScope(context: Context, row: Columns, existing: Row | null): void {
  if (existing !== null) refuseForeign(context, existing.id);
  const { parent_id: parentId } = row;
  const stays = existing !== null && (parentId === undefined || parentId === existing['parent_id']);
  if (!stays) refuseForeign(context, parentId);
}

function refuseForeign({ scope: { documents } }: Context, id: unknown): void {
  if (documents.of === 'all') return;
  if (documents.of === 'own' || !documents.ids.includes(String(id))) refuse('access.denied');
}
