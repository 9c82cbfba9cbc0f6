import { tradeMeasures } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { goodsConditionsSql, tradeConditionsSql } from './tradeConditions.ts';
import { tradeDimensions } from './tradeDimensions.ts';
import { lineTradeSql } from './tradeLines.ts';
import { hasGoodsDetail, hasTeamDetail, listTradeKeys, tradeSums } from './tradeQuery.ts';
import type { TradeQuery } from './tradeQuery.ts';
import { monthlyTradeSql, partnerTradeSql, goodsRollUp, skuRollUp } from './tradeRollUps.ts';
import { selectTradeSource } from './tradeSource.ts';
import type { TradeSource } from './tradeSource.ts';
import { summedTradeSql, listGroupingColumns, hasSeparateReturns } from './tradeSums.ts';
import { teamSharesSql } from './tradeTeams.ts';

const sourcesSql: Readonly<
  Record<TradeSource, (context: Context, query: TradeQuery) => RawBuilder<unknown>>
> = {
  partners: partnerTradeSql,
  goods: (context, query) => monthlyTradeSql(context, query, goodsRollUp),
  skus: (context, query) => monthlyTradeSql(context, query, skuRollUp),
  lines: (context, query) => lineTradeSql(context, query, [query.since, query.until]),
};

/** Stands for an absent key. */
const NO_KEY = { id: sql`null` };

/**
 * Trade within the caller's view: a row for each key (or two) and kind. Columns: `key` (an id, or a month's
 * first day; '0': none), `second` (likewise; null if not requested), `kind`, and the requested sums:
 * `documents`, `quantity`, `amount` (with tax, after the discount), `tax`, `discount`, `charges` and
 * `cost`. With `returns` a row for each key, without `kind`: outgoing sums, and returned sums named by
 * `returnedColumn`. Only granted warehouses count; a document counts in the warehouse of the first line, by
 * goods once per SKU and warehouse.
 *
 * @param source all capable sources give equal results
 */
export function tradedBy(
  context: Context,
  query: TradeQuery,
  source: TradeSource = selectTradeSource(context.scope, query),
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { since, until } = query;
  const isEmpty = since !== null && until !== null && since > until;
  const trade = sourcesSql[isEmpty ? 'lines' : source](context, query);
  const [key = NO_KEY, second = NO_KEY] = listTradeKeys(query).map((by) => tradeDimensions[by]);
  const where = sql.join(tradeConditionsSql(context, query), sql` and `);
  const skuJoin = sql`join sku on sku.tenant_id = ${tenantId} and sku.id = trade.sku_id`;
  const productJoin = sql`join product on product.tenant_id = ${tenantId} and product.id = sku.product_id`;
  const needsProduct =
    goodsConditionsSql(tenantId, query).length > 0 ||
    listTradeKeys(query).some((by) => tradeDimensions[by].ofProduct);
  const joins = sql`${hasGoodsDetail(query) ? skuJoin : sql``} ${needsProduct ? productJoin : sql``}`;
  const { returns, sums = tradeSums } = query;
  const columns = [
    sql`${key.id} as key, ${second.id} as second`,
    sql.raw([...listGroupingColumns(query), ...sums].map((name) => `trade.${name}`).join()),
    ...(hasSeparateReturns(query) ? [sql`trade.kind = any(${returns}::text[]) as returned`] : []),
  ];
  // `offset 0` is a planner barrier: the return flag is computed once per row, not per sum.
  const rows = sql`select ${sql.join(columns)} from (${trade}) as trade ${joins} where ${where} offset 0`;
  const summed = summedTradeSql(query, rows);
  return hasTeamDetail(query) ? teamSharesSql(tenantId, query, summed) : summed;
}

/**
 * Sums trade lines with filters by partners, warehouses and institutions alone: a single row with `lines`
 * (the number) and the sums of the measures, from days and months.
 */
export function tradedLines(context: Context, query: Omit<TradeQuery, 'by'>): RawBuilder<unknown> {
  const summed = ['lines', ...tradeMeasures].map(
    (sum) => `coalesce(sum(trade.${sum}), 0) as ${sum}`,
  );
  const where = tradeConditionsSql(context, { ...query, by: 'month' });
  return sql`
    select ${sql.raw(summed.join())} from (${partnerTradeSql(context, { ...query, by: 'month' })}) as trade
    where ${sql.join(where, sql` and `)}`;
}
