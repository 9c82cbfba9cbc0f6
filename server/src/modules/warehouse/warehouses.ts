import { warehouses } from '@tradehouse/contract';
import { sql } from 'kysely';
import { grantedWarehouses } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { grantToCreator } from '../identity/index.ts';
import { makeDefault, requirePlanRoom } from '../system/index.ts';

const accessibleWarehousesSql = ({ scope }: Context) => grantedWarehouses(scope, 'row.id');

export const makeDefaultWarehouse = (context: Context, id: string): Promise<{ changed: number }> =>
  makeDefault(context, 'warehouse', id, accessibleWarehousesSql(context));

export const warehouseWriter = recordWriter(warehouses, {
  mine: accessibleWarehousesSql,
  reads: {
    principalName: ({ tenantId }) => sql`(
      select principal.name from app_user as principal
      where principal.tenant_id = ${tenantId} and principal.id = row.principal_id)`,
  },
  after: async (context, before, after) => {
    if (before !== null || after === null) return;
    await grantToCreator(context, 'UserDepot', [after.id]);
    await requirePlanRoom(context, 'warehouses');
  },
});
