import type {
  InputOf,
  ReplyOf,
  goodsOfSerials,
  lotsOfBarcode,
  serialsInStock,
  stockOfBarcode,
} from '@tradehouse/contract';
import { parseSerials } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  grantedWarehouses,
  holds,
  isNamedBy,
  trimmed,
  visibleDocuments,
} from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { todayOf } from '../../system/index.ts';

/** Rows of one warehouse, or of all that the user may use. */
const standing = ({ scope }: Context, column: string, warehouseId: string | undefined) =>
  warehouseId === undefined
    ? grantedWarehouses(scope, column)
    : sql<boolean>`(${sql.ref(column)} = ${warehouseId} and ${grantedWarehouses(scope, column)})`;

/** What lies of a barcode's SKU, in the barcode's unit. */
export async function stockOf(
  context: Context,
  { barCode, depotId }: InputOf<typeof stockOfBarcode>,
): Promise<ReplyOf<typeof stockOfBarcode>> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ stock: string }>`
    select round(coalesce(sum(s.quantity), 0) / min(b.ratio), 6) as stock
    from barcode b
    join stock_balance s on s.tenant_id = ${tenantId} and s.sku_id = b.sku_id and ${standing(context, 's.warehouse_id', depotId)}
    where b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`${barCode}::text`)}`.execute(
    tx,
  );
  return { stock: trimmed(rows[0]?.stock ?? '0') };
}

/**
 * The lots of a barcode that have something left, by stock type, in its unit: soonest expiry first, expired lots last. Goods
 * without lots by stock type alone.
 */
export async function lotsOf(
  context: Context,
  { barCode, depotId, batchNumber }: InputOf<typeof lotsOfBarcode>,
): Promise<ReplyOf<typeof lotsOfBarcode>> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{
    lot: string;
    expiry: string | null;
    expired: boolean;
    stockType: string;
    quantity: string;
  }>`
    select s.lot, l.expiry, coalesce(l.expiry < today.day, false) as expired, s.stock_type as "stockType", round(sum(s.quantity) / min(b.ratio), 6) as quantity
    from barcode b
    join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    join stock_balance s on s.tenant_id = ${tenantId} and s.sku_id = b.sku_id and ${standing(context, 's.warehouse_id', depotId)}
    left join lot l on l.tenant_id = ${tenantId} and l.sku_id = s.sku_id and l.lot = s.lot
    cross join ${todayOf(tenantId)} as today
    where b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`${barCode}::text`)} and (s.lot <> '' or not p.lot_managed)
      and ${holds(sql`s.lot`, batchNumber ?? '')}
    group by s.lot, l.expiry, today.day, s.stock_type
    having sum(s.quantity) > 0
    order by expired, l.expiry nulls last, s.lot limit 500`.execute(tx);
  return rows.map((row) => ({ ...row, quantity: trimmed(row.quantity) }));
}

/**
 * The serials of a barcode that lie in stock, paged. `name` is a part of one serial, or several whole ones: then those
 * that are not there are answered too.
 */
export async function serialsOf(
  context: Context,
  { barCode, depotId, name = '', page = 1, rows: size = 50 }: InputOf<typeof serialsInStock>,
): Promise<ReplyOf<typeof serialsInStock>> {
  const { tx, tenantId, scope } = context;
  const several = parseSerials(name);
  const wanted =
    several.length > 1 ? sql`n.serial = any(${several}::text[])` : holds(sql`n.serial`, name);
  const { rows } = await sql<{ serial: string; receiptNumber: string; total: string }>`
    select n.serial, coalesce(d.number, '') as "receiptNumber", count(*) over () as total
    from barcode b
    join serial_number n on n.tenant_id = ${tenantId} and n.sku_id = b.sku_id and n.warehouse_id is not null
      and ${standing(context, 'n.warehouse_id', depotId)}
    left join document d on d.tenant_id = ${tenantId} and d.id = n.in_document_id and ${visibleDocuments(scope, 'd')}
    where b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`${barCode}::text`)} and ${wanted}
    order by n.serial limit ${size} offset ${(page - 1) * size}`.execute(tx);
  const there = new Set(rows.map(({ serial }) => serial));
  return {
    rows: rows.map(({ serial, receiptNumber }) => ({ serial, receiptNumber })),
    total: Number(rows[0]?.total ?? 0),
    missing: several.length > 1 ? several.filter((serial) => !there.has(serial)) : [],
  };
}

/** The serials that lie in stock, with the default barcode of what they are of. */
export async function findSerials(
  context: Context,
  { serials, depotId }: InputOf<typeof goodsOfSerials>,
): Promise<ReplyOf<typeof goodsOfSerials>> {
  const { tx, tenantId } = context;
  const { rows } = await sql<ReplyOf<typeof goodsOfSerials>[number]>`
    select n.serial, n.warehouse_id as "warehouseId", n.lot, n.stock_type as "stockType", b.code as barcode
    from serial_number n
    join lateral (
      select b.code from barcode b
      where b.tenant_id = ${tenantId} and b.sku_id = n.sku_id and b.enabled and b.ratio = 1
      order by b.is_default desc, b.position, b.id limit 1) b on true
    where n.tenant_id = ${tenantId} and n.serial = any(${parseSerials(serials)}::text[])
      and n.warehouse_id is not null and ${standing(context, 'n.warehouse_id', depotId)}
    order by n.serial, n.sku_id limit 500`.execute(tx);
  return rows;
}
