import { tradeMeasures } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { ofGoods, tradeConditionsSql } from './tradeConditions.ts';
import { dimensions } from './tradeDimensions.ts';
import { fromLines } from './tradeLines.ts';
import { asksOfGoods, asksOfTeams, listTradeKeys, tradeSums } from './tradeQuery.ts';
import type { TradeAsked } from './tradeQuery.ts';
import { fromMonths, fromPartners, goodsOf, skusOf } from './tradeRollUps.ts';
import { readOf } from './tradeSource.ts';
import type { TradeRead } from './tradeSource.ts';
import { addedUp, keptApart, tellsReturns } from './tradeSums.ts';
import { teamSharesSql } from './tradeTeams.ts';

const readers: Readonly<
  Record<TradeRead, (context: Context, asked: TradeAsked) => RawBuilder<unknown>>
> = {
  partners: fromPartners,
  goods: (context, asked) => fromMonths(context, asked, goodsOf),
  skus: (context, asked) => fromMonths(context, asked, skusOf),
  lines: (context, asked) => fromLines(context, asked, [asked.since, asked.until]),
};

/** Where no key is asked for. */
const NO_KEY = { id: sql`null` };

/**
 * Trade within the caller's view: a row for each key (or two) and kind. Columns: `key` (an id, or a month's
 * first day; '0': none), `second` (likewise; null if not requested), `kind`, and the requested sums:
 * `documents`, `quantity`, `amount` (with tax, after the discount), `tax`, `discount`, `charges` and
 * `cost`. With `returns` a row for each key, without `kind`: outgoing sums, and returned sums named by
 * `cameBack`. Only granted warehouses count; a document counts in the warehouse of the first line, by goods
 * once per SKU and warehouse.
 *
 * @param read source; all capable sources give equal results
 */
export function tradedBy(
  context: Context,
  asked: TradeAsked,
  read: TradeRead = readOf(context.scope, asked),
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { since, until } = asked;
  const isEmpty = since !== null && until !== null && since > until;
  const found = readers[isEmpty ? 'lines' : read](context, asked);
  const [key = NO_KEY, second = NO_KEY] = listTradeKeys(asked).map((by) => dimensions[by]);
  const where = sql.join(tradeConditionsSql(context, asked), sql` and `);
  const ofSku = sql`join sku on sku.tenant_id = ${tenantId} and sku.id = trade.sku_id`;
  const ofProduct = sql`join product on product.tenant_id = ${tenantId} and product.id = sku.product_id`;
  const asksOfProduct =
    ofGoods(tenantId, asked).length > 0 ||
    listTradeKeys(asked).some((by) => dimensions[by].ofProduct);
  const joins = sql`${asksOfGoods(asked) ? ofSku : sql``} ${asksOfProduct ? ofProduct : sql``}`;
  const { returns, sums = tradeSums } = asked;
  const columns = [
    sql`${key.id} as key, ${second.id} as second`,
    sql.raw([...keptApart(asked), ...sums].map((name) => `trade.${name}`).join()),
    ...(tellsReturns(asked) ? [sql`trade.kind = any(${returns}::text[]) as returned`] : []),
  ];
  // `offset 0` is a planner barrier: the return flag is computed once per row, not per sum.
  const rows = sql`select ${sql.join(columns)} from (${found}) as trade ${joins} where ${where} offset 0`;
  const added = addedUp(asked, rows);
  return asksOfTeams(asked) ? teamSharesSql(tenantId, asked, added) : added;
}

/**
 * Sums trade lines with filters by partners, warehouses and institutions alone: a single row with `lines`
 * (the number) and the sums of the measures, from days and months.
 */
export function tradedLines(context: Context, asked: Omit<TradeAsked, 'by'>): RawBuilder<unknown> {
  const added = ['lines', ...tradeMeasures].map(
    (sum) => `coalesce(sum(trade.${sum}), 0) as ${sum}`,
  );
  const where = tradeConditionsSql(context, { ...asked, by: 'month' });
  return sql`
    select ${sql.raw(added.join())} from (${fromPartners(context, { ...asked, by: 'month' })}) as trade
    where ${sql.join(where, sql` and `)}`;
}
