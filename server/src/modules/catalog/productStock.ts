import type { ProductStockInput } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { mayUseWarehouse, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';
import { saveOpeningStock } from './openingStock.ts';

/** Saves a product's opening and safety stock in the named warehouses; others stay. */
export async function saveProductStock(
  context: Context,
  product: StoredResourceRow,
  rows: readonly ProductStockInput[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = await warehouseNames(context, rows);
  await saveSafetyStock(context, product.id, rows, names);
  await saveOpeningStock(context, product.id, rows);
}

/** Reads the warehouses' names; refuses one missing, not granted or repeated. */
async function warehouseNames(
  { tx, tenantId, scope }: Context,
  rows: readonly ProductStockInput[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ warehouseId }) => warehouseId);
  const known = await tx
    .selectFrom('warehouse')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['id', 'name'])
    .execute();
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const line = ids.findIndex(
    (id, index) => !names.has(id) || !mayUseWarehouse(scope, id) || ids.indexOf(id) !== index,
  );
  if (line >= 0) refuseWith('record.missing', {}, { field: 'stock', line: line + 1 });
  return names;
}

async function saveSafetyStock(
  { tx, tenantId }: Context,
  productId: string,
  rows: readonly ProductStockInput[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [index, { warehouseId, minimum, maximum }] of rows.entries()) {
    const wrong =
      typeof minimum === 'string' &&
      typeof maximum === 'string' &&
      decimal(minimum).greaterThan(decimal(maximum));
    if (wrong) {
      refuseWith(
        'product.safetyStock',
        { warehouse: names.get(warehouseId) ?? '' },
        { field: 'stock', line: index + 1 },
      );
    }
  }
  const given = rows.filter(
    ({ minimum, maximum }) => minimum !== undefined || maximum !== undefined,
  );
  if (given.length === 0) return;
  await tx
    .insertInto('safety_stock')
    .values(
      given.map(({ warehouseId, minimum, maximum }) => ({
        tenant_id: tenantId,
        warehouse_id: warehouseId,
        product_id: productId,
        minimum: minimum ?? null,
        maximum: maximum ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'warehouse_id', 'product_id']).doUpdateSet((row) => ({
        minimum: row.ref('excluded.minimum'),
        maximum: row.ref('excluded.maximum'),
      })),
    )
    .execute();
}
