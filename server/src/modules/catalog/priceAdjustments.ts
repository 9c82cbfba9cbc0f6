import { priceAdjustTable, priceMasks } from '@tradehouse/contract';
import type { InputOf, PriceAdjustmentInfo, ReplyOf, priceAdjustments } from '@tradehouse/contract';
import type { BarcodePriceName } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { idsFromList, matchesKeyword, bindTable } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { inCategory } from './productList.ts';

export const priceColumns = {
  purchase: 'purchase_price',
  retail: 'retail_price',
  sale: 'sale_price',
  minimum: 'minimum_price',
  distributor: 'distributor_price',
  supply: 'supply_price',
} as const satisfies Record<BarcodePriceName, string>;

/** The prices this user may see. */
const listVisiblePrices = (scope: Scope): readonly string[] =>
  Object.entries(priceMasks).flatMap(([price, mask]) => (seesAmounts(scope, mask) ? [price] : []));

/** Refuses users who may not see the price. */
export function requirePriceVisibility(scope: Scope, price: BarcodePriceName): void {
  if (!seesAmounts(scope, priceMasks[price])) refuseWith('access.denied');
}

export const priceAdjustmentRows = bindTable(
  priceAdjustTable,
  ({ tx, tenantId, scope }, filters) => {
    let query = tx
      .selectFrom('price_adjustment as head')
      .innerJoin('price_adjustment_line as line', (join) =>
        join.on('line.tenant_id', '=', tenantId).onRef('line.adjustment_id', '=', 'head.id'),
      )
      .innerJoin('barcode', (join) =>
        join.on('barcode.tenant_id', '=', tenantId).onRef('barcode.id', '=', 'line.barcode_id'),
      )
      .innerJoin('sku', (join) =>
        join.on('sku.tenant_id', '=', tenantId).onRef('sku.id', '=', 'barcode.sku_id'),
      )
      .innerJoin('product', (join) =>
        join.on('product.tenant_id', '=', tenantId).onRef('product.id', '=', 'line.product_id'),
      )
      .innerJoin('app_user as operator', (join) =>
        join.on('operator.tenant_id', '=', tenantId).onRef('operator.id', '=', 'head.creator_id'),
      )
      .where('head.tenant_id', '=', tenantId)
      .where('head.price', '=', sql<BarcodePriceName>`any(${listVisiblePrices(scope)}::text[])`)
      .select([
        sql<string>`head.id || '.' || line.line`.as('id'),
        'head.id as adjustmentId',
        'line.product_id as productId',
        'head.number',
        'head.created_at as time',
        'barcode.code as barcode',
        'product.name as productName',
        'sku.attributes',
        'barcode.unit',
        'head.price as priceKind',
        'line.old_price as oldPrice',
        'line.new_price as newPrice',
        sql<string | null>`line.new_price - line.old_price`.as('difference'),
        sql<
          string | null
        >`round((line.new_price - line.old_price) * 100 / nullif(line.old_price, 0), 2)`.as(
          'change',
        ),
        'head.effective_at as effectiveAt',
        'head.reason',
        'operator.name as operator',
        sql<string>`case when head.approval = 'draft' then '0'
        when head.applied_at is null then 'waiting' else '1' end`.as('adjustStatus'),
      ]);
    const { keyword, operatorId } = filters;
    if (keyword !== undefined) query = query.where(matchesKeyword(tenantId, keyword));
    if (operatorId !== undefined) query = query.where('head.creator_id', '=', operatorId);
    return query;
  },
);

type AdjustmentLineInfo = ReplyOf<typeof priceAdjustments.candidates>[number];

/** Selects a price of `barcode`, masked for the user. */
const visiblePriceSql = (scope: Scope, price: BarcodePriceName): RawBuilder<string | null> =>
  seesAmounts(scope, priceMasks[price])
    ? sql`trim_scale(${sql.ref(`barcode.${priceColumns[price]}`)})`
    : sql`null`;

const adjustmentLineColumnsSql = (scope: Scope, oldPrice: RawBuilder<string | null>) => sql`
  barcode.id as "barcodeId", barcode.code as barcode, product.name as "productName", sku.attributes, barcode.unit,
  ${oldPrice} as "oldPrice", ${visiblePriceSql(scope, 'minimum')} as "minimumPrice",
  ${
    seesAmounts(scope, 'cost')
      ? sql`trim_scale(round(cost.value / nullif(cost.quantity, 0) * barcode.ratio, 6))`
      : sql`null`
  } as "unitCost"`;

const lineTables = (tenantId: string) => sql`
  join sku on sku.tenant_id = ${tenantId} and sku.id = barcode.sku_id
  join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id
  left join sku_cost as cost on cost.tenant_id = ${tenantId} and cost.sku_id = barcode.sku_id`;

/** Reads an adjustment for its form; hidden from users who may not see the price. */
export async function adjustmentInfo(context: Context, id: string): Promise<PriceAdjustmentInfo> {
  const { tx, tenantId, scope } = context;
  const name = (column: string) =>
    sql`coalesce((select name from app_user where tenant_id = ${tenantId} and id = ${sql.ref(column)}), '')`;
  const { rows } = await sql<Omit<PriceAdjustmentInfo, 'lines'>>`
    select id, version, number, price, reason, effective_at as "effectiveAt", applied_at as "appliedAt",
      case approval when 'approved' then '1' else '0' end as status,
      ${name('creator_id')} as operator, ${name('approver_id')} as auditor
    from price_adjustment
    where tenant_id = ${tenantId} and id = ${id} and price = any(${listVisiblePrices(scope)}::text[])`.execute(
    tx,
  );
  const head = orRefuseMissing(rows[0]);
  const lines = await sql<AdjustmentLineInfo & { readonly newPrice: string }>`
    select ${adjustmentLineColumnsSql(scope, sql`trim_scale(line.old_price)`)}, trim_scale(line.new_price) as "newPrice"
    from price_adjustment_line as line
    join barcode on barcode.tenant_id = ${tenantId} and barcode.id = line.barcode_id
    ${lineTables(tenantId)}
    where line.tenant_id = ${tenantId} and line.adjustment_id = ${id} order by line.line`.execute(
    tx,
  );
  const instant = (time: string) => new Date(time).toISOString();
  return {
    ...head,
    effectiveAt: instant(head.effectiveAt),
    appliedAt: head.appliedAt === null ? null : instant(head.appliedAt),
    lines: lines.rows,
  };
}

/** More would not be looked through by anybody. */
const MOST = 2_000;

/** Lists enabled products' barcodes to choose from, with current prices. */
export async function listAdjustmentCandidates(
  { tx, tenantId, scope }: Context,
  {
    price,
    barcodeIds,
    productIds,
    categoryId,
    brandId,
    q,
  }: InputOf<typeof priceAdjustments.candidates>,
): Promise<readonly AdjustmentLineInfo[]> {
  requirePriceVisibility(scope, price);
  const tests = [
    barcodeIds === undefined ? null : sql`barcode.id = any(${idsFromList(barcodeIds)}::bigint[])`,
    productIds === undefined ? null : sql`product.id = any(${idsFromList(productIds)}::bigint[])`,
    categoryId === undefined ? null : inCategory(tenantId, categoryId),
    brandId === undefined ? null : sql`product.brand_id = ${brandId}`,
    q === undefined ? null : matchesKeyword(tenantId, q),
  ].filter((test) => test !== null);
  const { rows } = await sql<AdjustmentLineInfo>`
    select ${adjustmentLineColumnsSql(scope, visiblePriceSql(scope, price))}
    from barcode ${lineTables(tenantId)}
    where barcode.tenant_id = ${tenantId} and barcode.enabled and product.enabled
      ${tests.length === 0 ? sql`` : sql`and ${sql.join(tests, sql` and `)}`}
    order by product.name, product.id, barcode.position, barcode.id limit ${MOST}`.execute(tx);
  return rows;
}
