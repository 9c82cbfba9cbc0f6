import { relations } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, refuseWith } from '../../kernel/access/index.ts';
import { bulkWriter, kitStockSql, recordWriter } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues } from '../../kernel/table/index.ts';
import { spellShop } from './spelling.ts';

/** Promisable quantity of the barcode's SKU in the reader's warehouses, in platform units. */
const forSale = ({ tenantId, scope }: Context): RawBuilder<unknown> => sql`(
  select case when p.kit then ${kitStockSql(
    { tenantId, scope },
    { productId: sql`p.id`, ratio: sql`(b.ratio * row.ratio)` },
  )} else greatest(floor((
    (select coalesce(sum(held.quantity), 0) from stock_balance held
      where held.tenant_id = ${tenantId} and held.sku_id = b.sku_id and held.stock_type = 'formal'
        and ${grantedWarehouses(scope, 'held.warehouse_id')})
    - (select coalesce(sum(lock.quantity), 0) from stock_lock lock
      where lock.tenant_id = ${tenantId} and lock.sku_id = b.sku_id and ${grantedWarehouses(scope, 'lock.warehouse_id')})
    ) / (b.ratio * row.ratio)), 0) end
  from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
  where b.tenant_id = ${tenantId} and b.id = row.barcode_id and row.enabled and row.stock_sync)`;

/** Creation time of the newest order with the code; later orders have higher ids. */
const lastOrder = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select o.created_at from external_order_line l
  join external_order o on o.tenant_id = ${tenantId} and o.id = l.order_id and o.platform = row.platform and o.shop = row.shop
  where l.tenant_id = ${tenantId} and l.outer_sku_code = row.outer_sku_code
  order by l.order_id desc limit 1)`;

/** Reads a column of barcode `b` or product `p`. */
const ofBarcode =
  (column: RawBuilder<unknown>) =>
  ({ tenantId }: Context) =>
    sql`(
  select ${column} from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
  where b.tenant_id = ${tenantId} and b.id = row.barcode_id)`;

export const skuMappingBulk = bulkWriter('product_relation');

/** Clears removed barcodes in SKU mappings; the platform codes stay, to be matched again. */
export async function forgetRelations(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  barcodeIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update product_relation set barcode_id = null, version = version + 1
    where tenant_id = ${tenantId} and barcode_id = any(${barcodeIds})`.execute(tx);
}

export const relationWriter = recordWriter(relations, {
  reads: {
    barcodeName: ofBarcode(sql`b.code || ' ' || p.name`),
    barcode: ofBarcode(sql`b.code`),
    productName: ofBarcode(sql`p.name`),
    unit: ofBarcode(sql`b.unit`),
    available: forSale,
    lastSync: lastOrder,
    relationStatus: () => sql`case when row.barcode_id is null then 'unmatched' else 'matched' end`,
  },
  row: async (columns, _, context) => {
    const named = trimmedNames(columns);
    const { platform, shop = '' } = named;
    if (typeof platform !== 'string' || typeof shop !== 'string') return named;
    const spelled = await spellShop(context, { platform, shop });
    // A shop absent from a change stays.
    return { ...named, ...spelled, shop: named['shop'] === undefined ? undefined : spelled.shop };
  },
  before: async (context, { barcode_id: barcodeId }) => {
    if (typeof barcodeId === 'string') await holdBarcode(context, barcodeId);
  },
  taken: (row) =>
    refuseWith(
      'relation.taken',
      {
        platform: String(row['platform']),
        shop: String(row['shop'] ?? ''),
        code: String(row['outer_sku_code']),
      },
      { field: 'outerSkuCode' },
    ),
});

/** Trims names, because surrounding blanks would create duplicates. */
function trimmedNames(columns: ColumnValues): ColumnValues {
  const named = ['platform', 'shop', 'outer_sku_code'].flatMap((name) => {
    const value = columns[name];
    return typeof value === 'string' ? [[name, value.trim()]] : [];
  });
  return { ...columns, ...Object.fromEntries(named) };
}

/** Locks the barcode until the commit. A disabled barcode may stay in an existing mapping. */
async function holdBarcode({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql`
    select from barcode where tenant_id = ${tenantId} and id = ${id} for key share`.execute(tx);
  if (rows.length === 0) refuseWith('record.missing', {}, { field: 'barcodeId' });
}
