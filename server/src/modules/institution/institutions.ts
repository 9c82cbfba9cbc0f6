import { institutions } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import { rightsMoved } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { treeOf } from '../system/index.ts';

const tree = treeOf('institution');

/** Tree in display order; `without` excludes a node and everything below. */
export const institutionForest = tree.forest;
/** True in SQL for records of this institution or an institution below. */
export const inInstitution = (
  tenantId: string,
  id: string,
  belongs: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${belongs} in ${tree.within(tenantId, id)}`;

export const institutionWriter = recordWriter(institutions, {
  reads: {
    parentName: tree.parentName,
    leaderName: ({ tenantId }) => sql`coalesce((
      select leader.name from app_user as leader
      where leader.tenant_id = ${tenantId} and leader.institution_id = row.id and leader.leader
      limit 1), '')`,
    // Counts members by main or further institution.
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
    refuseForeignInstitution(context, row.id);
    await tree.mayDelete(context, row);
  },
});

/**
 * The tree decides visibility: users without sight of all data change only visible institutions, so no one
 * pulls others' data below themselves.
 */
function refuseWiderScope(
  context: Context,
  row: ColumnValues,
  existing: StoredResourceRow | null,
): void {
  if (existing !== null) refuseForeignInstitution(context, existing.id);
  const { parent_id: parentId } = row;
  const stays = existing !== null && (parentId === undefined || parentId === existing['parent_id']);
  if (!stays) refuseForeignInstitution(context, parentId);
}

function refuseForeignInstitution({ scope: { documents } }: Context, id: unknown): void {
  if (documents.of === 'all') return;
  if (documents.of === 'own' || !documents.ids.includes(String(id))) refuseWith('access.denied');
}
