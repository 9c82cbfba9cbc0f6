import { institutionTable } from '@tradehouse/contract';
import type { institutions } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, refuse, rightsMoved, source } from '../../kernel/index.ts';
import type { Columns, Context, Row, Writer } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';
import type { Branch } from '../system/index.ts';

const tree = treeOf('institution');

/** The tree in display order; `without` and everything below it left out. */
export const institutionForest = tree.forest;

interface Institution extends Branch {
  /** How many belong to it, by their own field or beside it. */
  readonly users: number;
}
const institutionRows = (context: Context): RawBuilder<Institution> => sql`(
  select own.*, (
    select count(*)::int from app_user as member
    where member.tenant_id = ${context.tenantId} and (member.institution_id = own.id or exists (
      select from user_institution as beside
      where beside.tenant_id = ${context.tenantId} and beside.user_id = member.id
        and beside.institution_id = own.id))) as users
  from ${tree.rows(context)} as own)`;

export const institutionWriter: Writer<typeof institutions> = {
  table: 'institution',
  list: source(institutionTable, institutionRows),
  toRow: tree.toRow,
  toInfo: ({ id }, context) => institutionInfo(context, id),
  before: async (context, row, existing) => {
    await tree.before(context, row, existing);
    refuseWiderScope(context, row, existing);
  },
  after: (context) => rightsMoved(context),
  mayDelete: async (context, row) => {
    refuseForeign(context, row.id);
    await tree.mayDelete(context, row);
  },
};

/** One institution; `record.missing` where there is none. */
export async function institutionInfo(context: Context, id: string): Promise<Institution> {
  const { rows } = await sql<Institution>`
    select * from ${institutionRows(context)} as own where id = ${id}`.execute(context.tx);
  return found(rows[0]);
}

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
