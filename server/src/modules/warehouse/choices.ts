import { sql } from 'kysely';
import { grantedWarehouses } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';

interface WarehouseChoiceRow {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** Lists the granted warehouses in display order; without `all`, enabled warehouses only. */
export async function warehouseChoices(
  { tx, tenantId, scope }: Context,
  { all }: { readonly all: boolean },
): Promise<WarehouseChoiceRow[]> {
  return tx
    .selectFrom('warehouse')
    .where('tenant_id', '=', tenantId)
    .where(grantedWarehouses(scope, 'warehouse.id'))
    .where(all ? sql<boolean>`true` : sql<boolean>`enabled`)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name', 'is_default as isDefault'])
    .execute();
}
