import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, ofPeople } from '../../../kernel/access/index.ts';
import type { Context, Scope } from '../../../kernel/access/index.ts';
import { matchesKeyword } from '../../../kernel/table/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { optionalCondition } from '../conditions.ts';
import { NONE } from './tradeQuery.ts';
import type { GoodsFilters, TradeQuery } from './tradeQuery.ts';

export function tradeConditionsSql(context: Context, query: TradeQuery): RawBuilder<unknown>[] {
  const { tenantId, scope } = context;
  const { kinds, partnerId, salespersonId, warehouseIds, institution } = query;
  return [
    sql`trade.kind = any(${kinds}::text[])`,
    ofPeople(scope, 'trade'),
    grantedTradeCustomersSql(scope, 'trade'),
    grantedWarehouses(scope, 'trade.warehouse_id'),
    ...optionalCondition(partnerId, (id) => sql`trade.partner_id = ${id}`),
    ...optionalCondition(salespersonId, (id) =>
      id === NONE
        ? sql`trade.salesperson_ids = '{}'`
        : sql`trade.salesperson_ids @> array[${id}::bigint]`,
    ),
    ...optionalCondition(warehouseIds, (ids) => sql`trade.warehouse_id = any(${ids}::bigint[])`),
    ...optionalCondition(institution, (id) =>
      inInstitution(tenantId, id, sql`trade.institution_id`),
    ),
    ...optionalCondition(query.ownInstitution, (id) => sql`trade.institution_id = ${id}`),
    ...goodsConditionsSql(tenantId, query),
  ];
}

/** Conditions on `product`. */
export const goodsConditionsSql = (
  tenantId: string,
  { productId, brandId, keyword, category, ownCategory }: GoodsFilters,
): RawBuilder<unknown>[] => [
  ...optionalCondition(ownCategory, (id) => sql`coalesce(product.category_id, 0) = ${id}`),
  ...optionalCondition(productId, (id) => sql`product.id = ${id}`),
  ...optionalCondition(brandId, (id) => sql`coalesce(product.brand_id, 0) = ${id}`),
  ...optionalCondition(keyword, (words) => matchesKeyword(tenantId, words)),
  ...optionalCondition(category, (id) => inCategory(tenantId, id)),
];

/** Condition for granted customers on a trade roll-up; rows without a partner hold 0. */
function grantedTradeCustomersSql(
  { customerIds, tenantId }: Scope,
  alias: string,
): RawBuilder<unknown> {
  if (customerIds === null) return sql`true`;
  const partner = sql.ref(`${alias}.partner_id`);
  return sql`(${partner} = any(${customerIds}::bigint[]) or not exists (
    select from partner
    where partner.tenant_id = ${tenantId} and partner.id = ${partner} and partner.type = 'customer'))`;
}
