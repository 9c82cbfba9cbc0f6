import { services } from '@tradehouse/contract';
import type { ReplyOf, serviceChoices } from '@tradehouse/contract';
import { sql } from 'kysely';
import { recordWriter, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';

type ChargeMode = ReplyOf<typeof serviceChoices>[number]['chargeMode'];
const chargeMode = sql<ChargeMode>`service.charge_mode`.as('chargeMode');
/** What it costs is a sale price: hidden from anyone who may not see those, and not theirs to change. */
const fee = (scope: Scope) =>
  seesAmounts(scope, 'sale')
    ? sql<string | null>`trim_scale(service.fee)`.as('fee')
    : sql<string | null>`null::text`.as('fee');

export const serviceWriter = recordWriter(services, {
  reads: {
    itemName: ({ tenantId }) => sql`coalesce((
      select item.name from in_out_item as item
      where item.tenant_id = ${tenantId} and item.id = row.item_id), '')`,
  },
  row: (columns, _, { scope }) => (seesAmounts(scope, 'sale') ? columns : refuse('access.denied')),
});

/** Services that are in use, with their fees where the reader may see sale prices. */
export async function enabledServices({
  tx,
  tenantId,
  scope,
}: Context): Promise<ReplyOf<typeof serviceChoices>> {
  return tx
    .selectFrom('service')
    .where('service.tenant_id', '=', tenantId)
    .where('service.enabled', '=', true)
    .orderBy('service.sort')
    .orderBy('service.name')
    .select(['service.id', 'service.name', fee(scope), chargeMode])
    .execute();
}
