import { services } from '@tradehouse/contract';
import type { ReplyOf, serviceChoices } from '@tradehouse/contract';
import { sql } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';

type ServiceChargeMode = ReplyOf<typeof serviceChoices>[number]['chargeMode'];
const chargeMode = sql<ServiceChargeMode>`service.charge_mode`.as('chargeMode');
/**
 * A service fee is a sale price: hidden from users without sight of sale prices, and unchangeable by them.
 */
const serviceFeeSql = (scope: Scope) =>
  seesAmounts(scope, 'sale')
    ? sql<string | null>`trim_scale(service.fee)`.as('fee')
    : sql<string | null>`null::text`.as('fee');

export const serviceWriter = recordWriter(services, {
  reads: {
    itemName: ({ tenantId }) => sql`coalesce((
      select item.name from in_out_item as item
      where item.tenant_id = ${tenantId} and item.id = row.item_id), '')`,
  },
  row: (columns, _, { scope }) =>
    seesAmounts(scope, 'sale') ? columns : refuseWith('access.denied'),
});

/** Returns enabled services, with fees if the reader may see sale prices. */
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
    .select(['service.id', 'service.name', serviceFeeSql(scope), chargeMode])
    .execute();
}
