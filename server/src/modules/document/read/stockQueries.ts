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
import { grantedWarehouses, visibleDocuments } from '../../../kernel/access/index.ts';
import { containsTextSql, isNamedBy, trimTrailingZeros } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { companyTodaySql } from '../../system/index.ts';

/** Rows of the given warehouse, or of all granted to the user. */
const allowedWarehousesSql = (
  { scope }: Context,
  column: string,
  warehouseId: string | undefined,
) =>
  warehouseId === undefined
    ? grantedWarehouses(scope, column)
    : sql<boolean>`(${sql.ref(column)} = ${warehouseId} and ${grantedWarehouses(scope, column)})`;

/** Reads the stock of a barcode's SKU, in the barcode's unit. */
export async function readBarcodeStock(
  context: Context,
  { barCode, depotId }: InputOf<typeof stockOfBarcode>,
): Promise<ReplyOf<typeof stockOfBarcode>> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ stock: string | null }>`
    select round(coalesce(sum(s.quantity), 0) / min(b.ratio), 6) as stock
    from barcode b
    join stock_balance s on s.tenant_id = ${tenantId} and s.sku_id = b.sku_id and ${allowedWarehousesSql(context, 's.warehouse_id', depotId)}
    where b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`${barCode}::text`)}`.execute(
    tx,
  );
  return { stock: trimTrailingZeros(rows[0]?.stock ?? '0') };
}

/**
 * Reads a barcode's lots in stock, by stock type, in the barcode's unit: soonest expiry first, expired
 * last. Goods without lots: by stock type.
 */
export async function readBarcodeLots(
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
    join stock_balance s on s.tenant_id = ${tenantId} and s.sku_id = b.sku_id and ${allowedWarehousesSql(context, 's.warehouse_id', depotId)}
    left join lot l on l.tenant_id = ${tenantId} and l.sku_id = s.sku_id and l.lot = s.lot
    cross join ${companyTodaySql(tenantId)} as today
    where b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`${barCode}::text`)} and (s.lot <> '' or not p.lot_managed)
      and ${containsTextSql(sql`s.lot`, batchNumber ?? '')}
    group by s.lot, l.expiry, today.day, s.stock_type
    having sum(s.quantity) > 0
    order by expired, l.expiry nulls last, s.lot limit 500`.execute(tx);
  return rows.map((row) => ({ ...row, quantity: trimTrailingZeros(row.quantity) }));
}

/**
 * Reads a barcode's serials in stock, paged. `name` is part of a serial, or whole serials; then missing
 * ones are returned too.
 */
export async function readSerialsInStock(
  context: Context,
  { barCode, depotId, name = '', page = 1, rows: size = 50 }: InputOf<typeof serialsInStock>,
): Promise<ReplyOf<typeof serialsInStock>> {
  const { tx, tenantId, scope } = context;
  const several = parseSerials(name);
  const wanted =
    several.length > 1
      ? sql`n.serial = any(${several}::text[])`
      : containsTextSql(sql`n.serial`, name);
  const { rows } = await sql<{ serial: string; receiptNumber: string; total: string }>`
    select n.serial, coalesce(d.number, '') as "receiptNumber", count(*) over () as total
    from barcode b
    join serial_number n on n.tenant_id = ${tenantId} and n.sku_id = b.sku_id and n.warehouse_id is not null
      and ${allowedWarehousesSql(context, 'n.warehouse_id', depotId)}
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

/** Finds serials in stock, with the default barcode of their SKU. */
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
      and n.warehouse_id is not null and ${allowedWarehousesSql(context, 'n.warehouse_id', depotId)}
    order by n.serial, n.sku_id limit 500`.execute(tx);
  return rows;
}
