import { relations } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, recordWriter, refuse } from '../../kernel/index.ts';
import type { Columns, Context } from '../../kernel/index.ts';
import { spellShop } from './spelling.ts';

/** What of the barcode's SKU can be promised in the warehouses that the reader may use, in the platform's own units. */
const forSale = ({ tenantId, scope }: Context): RawBuilder<unknown> => sql`(
  select greatest(floor((
    (select coalesce(sum(held.quantity), 0) from stock_balance held
      where held.tenant_id = ${tenantId} and held.sku_id = b.sku_id and held.stock_type = 'formal'
        and ${grantedWarehouses(scope, 'held.warehouse_id')})
    - (select coalesce(sum(lock.quantity), 0) from stock_lock lock
      where lock.tenant_id = ${tenantId} and lock.sku_id = b.sku_id and ${grantedWarehouses(scope, 'lock.warehouse_id')})
    ) / (b.ratio * row.ratio)), 0)
  from barcode b where b.tenant_id = ${tenantId} and b.id = row.barcode_id and row.enabled and row.stock_sync)`;

/** When the newest order came that names the code; those that came later have higher ids. */
const lastOrder = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select o.created_at from external_order_line l
  join external_order o on o.tenant_id = ${tenantId} and o.id = l.order_id and o.platform = row.platform and o.shop = row.shop
  where l.tenant_id = ${tenantId} and l.outer_sku_code = row.outer_sku_code
  order by l.order_id desc limit 1)`;

/** What of barcode `b` or its product `p` a column says. */
const ofBarcode =
  (column: RawBuilder<unknown>) =>
  ({ tenantId }: Context) =>
    sql`(
  select ${column} from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
  where b.tenant_id = ${tenantId} and b.id = row.barcode_id)`;

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
    // A shop that a change does not say stays.
    return { ...named, ...spelled, shop: named['shop'] === undefined ? undefined : spelled.shop };
  },
  before: async (context, { barcode_id: barcodeId }) => {
    if (typeof barcodeId === 'string') await holdBarcode(context, barcodeId);
  },
  taken: (row) =>
    refuse(
      'relation.taken',
      {
        platform: String(row['platform']),
        shop: String(row['shop'] ?? ''),
        code: String(row['outer_sku_code']),
      },
      { field: 'outerSkuCode' },
    ),
});

/** Blanks around them would make two of one. */
function trimmedNames(columns: Columns): Columns {
  const named = ['platform', 'shop', 'outer_sku_code'].flatMap((name) => {
    const value = columns[name];
    return typeof value === 'string' ? [[name, value.trim()]] : [];
  });
  return { ...columns, ...Object.fromEntries(named) };
}

/** The barcode stays until the commit. One that was switched off may stay where it stands. */
async function holdBarcode({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql`
    select from barcode where tenant_id = ${tenantId} and id = ${id} for key share`.execute(tx);
  if (rows.length === 0) refuse('record.missing', {}, { field: 'barcodeId' });
}
