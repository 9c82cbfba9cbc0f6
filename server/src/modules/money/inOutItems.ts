import { inOutItems } from '@tradehouse/contract';
import type { InputOf, ReplyOf, inOutItemChoices } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { ownLedgerName, refuseLedgerAccount } from './ledgerAccounts.ts';
import { classesWithin, refuseClassOf } from './revenueClasses.ts';

export const inOutItemWriter = recordWriter(inOutItems, {
  reads: {
    className: ({ tenantId }) => sql`coalesce((
      select class.name from revenue_class as class
      where class.tenant_id = ${tenantId} and class.id = row.class_id), '')`,
    ledgerAccountName: ownLedgerName,
  },
  finds: {
    revenueClass: ({ tenantId }, id) => sql`row.class_id in ${classesWithin(tenantId, id)}`,
  },
  before: async (context, row, existing) => {
    await refuseClassOf(context, row);
    await refuseLedgerAccount(context, row, 'income');
    await refuseItemTypeChange(context, row, existing);
  },
});

/**
 * Refuses a type change if lines name the item; imported lines are exempt. The item is locked, and saves
 * lock the items they name.
 */
async function refuseItemTypeChange(
  { tx, tenantId }: Context,
  { type }: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<void> {
  if (existing === null || existing['type'] === type) return;
  const { rows } = await sql<{ named: boolean }>`
    select exists (
      select from document_line l
      join document d on d.tenant_id = ${tenantId} and d.id = l.document_id
      where l.tenant_id = ${tenantId} and l.item_id = ${existing.id}
        and d.deleted_at is null and d.imported_from is null) as named`.execute(tx);
  if (orRefuseMissing(rows[0]).named)
    refuseWith('inOutItem.typeStays', { name: String(existing['name']) }, { field: 'type' });
}

const types = { in: 'income', out: 'expense' } as const;

/** The enabled items for a select, in display order. */
export async function itemChoices(
  { tx, tenantId }: Context,
  { type }: InputOf<typeof inOutItemChoices>,
): Promise<ReplyOf<typeof inOutItemChoices>> {
  return tx
    .selectFrom('in_out_item')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .$if(type !== undefined, (query) => query.where('type', '=', types[type ?? 'in']))
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
}
