import { goodsExpirationTable, lotStockTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, visibleDocuments } from '../../../kernel/access/index.ts';
import { matchesKeyword, bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { expiryLevel, namedSpot } from '../../stock/index.ts';
import { companyTodaySql } from '../../system/index.ts';
import { ofVisible } from '../books/beside.ts';
import { optionalCondition } from '../conditions.ts';
import { chosenWarehouses, stockBy, valueOfStock, worthAt } from './stockAt.ts';

type LotSql = RawBuilder<unknown>;

/** First or last document in force that brought a row's lot into one of our warehouses. */
function joinLotReceipt({ tenantId, scope }: Context, which: 'first' | 'last') {
  const seen = ofVisible(scope);
  return {
    joins: sql`
      left join lateral (
        select receipt.id from stock_move as move
        join document as receipt on receipt.tenant_id = ${tenantId} and receipt.id = move.document_id and receipt.in_force
        where move.tenant_id = ${tenantId} and move.sku_id = "row"."skuId" and move.lot = "row".lot and move.lot <> ''
          and move.to_place = 'warehouse' and move.from_place not in ('warehouse', 'transit', 'regrade', 'variance')
        order by move.posting_number ${sql.raw(which === 'first' ? 'asc' : 'desc')} limit 1) as bringer on true
      left join document on document.tenant_id = ${tenantId} and document.id = bringer.id
      left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id`,
    columns: {
      documentId: seen(sql`document.id`),
      kind: sql`document.kind`,
      number: seen(sql`coalesce(document.number, '')`),
    },
    partner: seen(sql`case when partner.type = 'supplier' then partner.name else '' end`),
  };
}

const lotBarcodeSql = (tenantId: string): LotSql => sql`(
  select code from barcode where barcode.tenant_id = ${tenantId} and barcode.sku_id = held.sku_id
  order by is_default desc, position limit 1)`;

/** Stock by lot now, or at the end of a day: a relation (warehouse_id, sku_id, lot, quantity). */
const lotsAt = (
  context: Context,
  day: string | undefined,
  warehouseIds: readonly string[] | undefined,
): LotSql =>
  day === undefined
    ? sql`(
      select warehouse_id, sku_id, lot, quantity from stock_balance as balance
      where balance.tenant_id = ${context.tenantId}
        and ${chosenWarehouses(context, 'balance.warehouse_id', warehouseIds)})`
    : stockBy(['warehouse_id', 'sku_id', 'lot'], context, { day, warehouseIds });

type LotRow = Pick<
  RowOf<typeof lotStockTable>,
  'id' | 'skuId' | 'productId' | 'warehouseId' | 'lot' | 'barcode' | 'expiry' | 'stock'
>;

export const lotStockRows = bindTable(
  lotStockTable,
  (context, { keyword, warehouses, date }) => {
    const { tenantId } = context;
    const conditions = [...optionalCondition(keyword, (words) => matchesKeyword(tenantId, words))];
    return sql<LotRow>`
      select held.warehouse_id || '-' || held.sku_id || '-' || held.lot as id, held.sku_id as "skuId", sku.product_id as "productId",
        held.warehouse_id as "warehouseId", held.lot, ${lotBarcodeSql(tenantId)} as barcode, lot.expiry, sum(held.quantity) as stock
      from ${lotsAt(context, date, warehouses)} as held
      join sku on sku.tenant_id = ${tenantId} and sku.id = held.sku_id
      join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
      left join lot on lot.tenant_id = ${tenantId} and lot.sku_id = held.sku_id and lot.lot = held.lot
      where held.lot <> ''${sql.join(
        conditions.map((condition) => sql` and ${condition}`),
        sql``,
      )}
      group by held.warehouse_id, held.sku_id, held.lot, sku.product_id, lot.expiry
      having sum(held.quantity) <> 0`;
  },
  {
    pages: 'whole',
    beside(context) {
      const [goods, first] = [namedSpot(context.tenantId), joinLotReceipt(context, 'first')];
      return {
        by: [...goods.by, 'lot'],
        joins: sql`${goods.joins} ${first.joins}`,
        columns: {
          ...goods.columns,
          standard: sql`product.standard`,
          ...first.columns,
          supplierName: first.partner,
        },
      };
    },
  },
);

/** Parses a number-of-days filter; refuses anything else. */
function daysIn(text: string): number {
  const field = { field: 'withinDays' };
  return /^-?\d{1,5}$/.test(text.trim()) ? Number(text) : refuseWith('request.field', field, field);
}

type ExpiringRow = Omit<
  RowOf<typeof goodsExpirationTable>,
  'name' | 'standard' | 'attributes' | 'unit' | 'warehouseName' | 'documentId' | 'kind' | 'number'
>;

export const goodsExpirationRows = bindTable(
  goodsExpirationTable,
  (context, { keyword, warehouses, withinDays, category, brandId, organId }) => {
    const { tenantId, scope } = context;
    const conditions = [
      chosenWarehouses(context, 'held.warehouse_id', warehouses),
      ...optionalCondition(keyword, (words) => matchesKeyword(tenantId, words)),
      ...optionalCondition(category, (id) => inCategory(tenantId, id)),
      ...optionalCondition(brandId, (id) => sql`product.brand_id = ${id}`),
      ...optionalCondition(withinDays, (days) => sql`lot.expiry - today.day <= ${daysIn(days)}`),
      ...optionalCondition(
        organId,
        (id) => sql`exists (
        select from stock_move as move
        join document as receipt on receipt.tenant_id = ${tenantId} and receipt.id = move.document_id and receipt.in_force
        where move.tenant_id = ${tenantId} and move.sku_id = held.sku_id and move.lot = held.lot and move.lot <> ''
          and move.from_place = 'supplier' and receipt.partner_id = ${id} and ${visibleDocuments(scope, 'receipt')})`,
      ),
    ];
    return sql<ExpiringRow>`
      select stock.warehouse_id || '-' || stock.sku_id || '-' || stock.stock_type || '-' || stock.lot as id,
        stock.sku_id as "skuId", stock.product_id as "productId", stock.warehouse_id as "warehouseId", stock.lot,
        stock.stock_type as "stockType", stock.barcode, stock.expiry - stock.shelf_life_days as "madeOn", stock.expiry,
        stock.days_left as "daysLeft", stock.shelf_life_days as "shelfLifeDays", stock.quantity as stock,
        stock.level, worth.value / nullif(worth.quantity, 0) as cost, ${valueOfStock} as "stockValue"
      from (
        select held.warehouse_id, held.sku_id, held.lot, held.stock_type, held.quantity, sku.product_id, lot.expiry,
          ${lotBarcodeSql(tenantId)} as barcode, product.shelf_life_days, lot.expiry - today.day as days_left,
          ${expiryLevel(sql`today.day`)} as level
        from stock_balance as held
        join lot on lot.tenant_id = ${tenantId} and lot.sku_id = held.sku_id and lot.lot = held.lot and lot.expiry is not null
        join sku on sku.tenant_id = ${tenantId} and sku.id = held.sku_id
        join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
        cross join ${companyTodaySql(tenantId)} as today
        where held.tenant_id = ${tenantId} and held.lot <> '' and held.quantity > 0 and ${sql.join(conditions, sql` and `)}) as stock
      left join ${worthAt(context, {})} as worth on worth.sku_id = stock.sku_id`;
  },
  {
    pages: 'whole',
    beside(context) {
      const [goods, last] = [namedSpot(context.tenantId), joinLotReceipt(context, 'last')];
      return {
        by: [...goods.by, 'lot'],
        joins: sql`${goods.joins} ${last.joins}`,
        columns: { ...goods.columns, standard: sql`product.standard`, ...last.columns },
      };
    },
  },
);
