import { serviceTable } from '@tradehouse/contract';
import type { ReplyOf, serviceChoices, services } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, refuse, seesAmounts, source } from '../../kernel/index.ts';
import type { Context, Scope, Writer } from '../../kernel/index.ts';

type ChargeMode = ReplyOf<typeof serviceChoices>[number]['chargeMode'];
const chargeMode = sql<ChargeMode>`service.charge_mode`.as('chargeMode');
/** What it costs is a sale price: hidden from anyone who may not see those, and not theirs to change. */
const fee = (scope: Scope) =>
  seesAmounts(scope, 'sale')
    ? sql<string | null>`trim_scale(service.fee)`.as('fee')
    : sql<string | null>`null::text`.as('fee');

const withItem = ({ tx, tenantId, scope }: Context) =>
  tx
    .selectFrom('service')
    .leftJoin('in_out_item as item', (join) =>
      join.on('item.tenant_id', '=', tenantId).onRef('item.id', '=', 'service.item_id'),
    )
    .where('service.tenant_id', '=', tenantId)
    .select([
      'service.id',
      'service.version',
      'service.name',
      fee(scope),
      chargeMode,
      sql<string>`coalesce(item.name, '')`.as('itemName'),
      'service.sort',
      'service.enabled',
      'service.remark',
    ]);

export const serviceWriter: Writer<typeof services> = {
  table: 'service',
  list: source(serviceTable, (context) =>
    withItem(context).select('service.created_at as createTime'),
  ),
  toRow: ({ name, fee: given, chargeMode: mode, itemId, sort, enabled, remark }, { scope }) => {
    if (!seesAmounts(scope, 'sale')) refuse('access.denied');
    return {
      name,
      fee: given,
      charge_mode: mode,
      item_id: itemId,
      sort,
      enabled,
      remark,
    };
  },
  toInfo: async ({ id }, context) =>
    found(
      await withItem(context)
        .select('service.item_id as itemId')
        .where('service.id', '=', id)
        .executeTakeFirst(),
    ),
};

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
