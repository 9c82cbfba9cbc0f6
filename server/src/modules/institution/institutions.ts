import { institutions } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { recordWriter, refuse, rightsMoved } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';

const tree = treeOf('institution');

/** The tree in display order; `without` and everything below it left out. */
export const institutionForest = tree.forest;
/** Whether what belongs to an institution (in SQL) belongs to this one or to one below it. */
export const inInstitution = (
  tenantId: string,
  id: string,
  belongs: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${belongs} in ${tree.within(tenantId, id)}`;

export const institutionWriter = recordWriter(institutions, {
  reads: {
    parentName: tree.parentName,
    // By their own field or beside it.
    users: ({ tenantId }) => sql`(
      select count(*)::int from app_user as member
      where member.tenant_id = ${tenantId} and (member.institution_id = row.id or exists (
        select from user_institution as beside
        where beside.tenant_id = ${tenantId} and beside.user_id = member.id
          and beside.institution_id = row.id)))`,
  },
  before: async (context, row, existing) => {
    await tree.before(context, row, existing);
    refuseWiderScope(context, row, existing);
  },
  after: (context) => rightsMoved(context),
  mayDelete: async (context, row) => {
    refuseForeign(context, row.id);
    await tree.mayDelete(context, row);
  },
});

/**
 * The tree decides who sees what: anyone who sees less than all moves and adds only within what they see, so that no one
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
