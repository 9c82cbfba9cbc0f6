import { warehouseTable } from '@tradehouse/contract';
import type { WarehouseFields, warehouses } from '@tradehouse/contract';
import {
  grantedWarehouses,
  rightsChanged,
  seesAmounts,
  source,
  trimmed,
} from '../../kernel/index.ts';
import type { Context, Row, Writer } from '../../kernel/index.ts';
import { makeDefault } from '../system/index.ts';

export const warehouseRows = source(warehouseTable, ({ tx, tenantId, scope }) =>
  tx
    .selectFrom('warehouse')
    .leftJoin('app_user as principal', (join) =>
      join
        .onRef('principal.id', '=', 'warehouse.principal_id')
        .on('principal.tenant_id', '=', tenantId),
    )
    .where('warehouse.tenant_id', '=', tenantId)
    .where(grantedWarehouses(scope, 'warehouse.id'))
    .select([
      'warehouse.id',
      'warehouse.version',
      'warehouse.name',
      'warehouse.type',
      'warehouse.address',
      'warehouse.storage_fee as storageFee',
      'warehouse.transport_fee as transportFee',
      'principal.name as principalName',
      'warehouse.remark',
      'warehouse.sort',
      'warehouse.enabled',
      'warehouse.is_default as isDefault',
      'warehouse.created_at as createTime',
    ]),
);

const mine = ({ scope }: Context) => grantedWarehouses(scope, 'row.id');

/** Makes one of the reader's warehouses the default. */
export const makeDefaultWarehouse = (context: Context, id: string): Promise<{ changed: number }> =>
  makeDefault(context, 'warehouse', id, mine(context));

export const warehouseWriter: Writer<typeof warehouses> = {
  table: 'warehouse',
  list: warehouseRows,
  mine,
  toRow: (fields: WarehouseFields, { scope }) => ({
    name: fields.name,
    type: fields.type,
    address: fields.address,
    ...(seesAmounts(scope, 'money')
      ? { storage_fee: fields.storageFee, transport_fee: fields.transportFee }
      : {}),
    principal_id: fields.principalId,
    sort: fields.sort,
    remark: fields.remark,
    enabled: fields.enabled,
  }),
  toInfo: warehouseInfo,
  after: async (context, before, after) => {
    if (before === null && after !== null) await grantToCreator(context, after.id);
  },
};

async function warehouseInfo(row: Row, { tx, tenantId, scope }: Context) {
  const principalId = row['principal_id'] as string | null;
  const principal =
    principalId === null
      ? undefined
      : await tx
          .selectFrom('app_user')
          .where('tenant_id', '=', tenantId)
          .where('id', '=', principalId)
          .select('name')
          .executeTakeFirst();
  const fee = (value: unknown) =>
    value === null || !seesAmounts(scope, 'money') ? null : trimmed(String(value));
  return {
    id: row.id,
    version: row.version,
    name: row['name'],
    type: row['type'],
    address: row['address'],
    storageFee: fee(row['storage_fee']),
    transportFee: fee(row['transport_fee']),
    principalId,
    principalName: principal?.name ?? '',
    sort: row['sort'],
    remark: row['remark'],
    enabled: row['enabled'],
    isDefault: row['is_default'],
  };
}

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
