import { sql } from 'kysely';
import { grantedWarehouses } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

interface WarehouseChoice {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** The granted warehouses in display order; without `all` only those that are switched on. */
export async function warehouseChoices(
  { tx, tenantId, scope }: Context,
  { all }: { readonly all: boolean },
): Promise<WarehouseChoice[]> {
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
