import { warehouses } from '@tradehouse/contract';
import { sql } from 'kysely';
import { grantedWarehouses, recordWriter, rightsChanged } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { makeDefault } from '../system/index.ts';

const mine = ({ scope }: Context) => grantedWarehouses(scope, 'row.id');

/** Makes one of the reader's warehouses the default. */
export const makeDefaultWarehouse = (context: Context, id: string): Promise<{ changed: number }> =>
  makeDefault(context, 'warehouse', id, mine(context));

export const warehouseWriter = recordWriter(warehouses, {
  mine,
  reads: {
    principalName: ({ tenantId }) => sql`(
      select principal.name from app_user as principal
      where principal.tenant_id = ${tenantId} and principal.id = row.principal_id)`,
  },
  after: async (context, before, after) => {
    if (before === null && after !== null) await grantToCreator(context, after.id);
  },
});

/** Anyone who makes a warehouse may use it, where warehouses are granted one by one. */
async function grantToCreator(context: Context, warehouseId: string): Promise<void> {
  const { tx, tenantId, scope } = context;
  if (scope.warehouseIds === null) return;
  await tx
    .insertInto('user_warehouse')
    .values({ tenant_id: tenantId, user_id: scope.userId, warehouse_id: warehouseId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('warehouse_id')
    .execute();
  await rightsChanged(context);
}
