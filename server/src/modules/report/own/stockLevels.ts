import { monthsWithin } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { stockBesideWorth } from '../goods/stockAt.ts';
import type { StockColumn } from '../goods/stockAt.ts';
import { throughListedMonths, throughMonths } from '../monthLevels.ts';
import { monthStart } from '../months.ts';
import { stockMovedBy, stockMovesSql, worthMovedBy, worthMovesSql } from '../periodMoves.ts';
import type { StockMovesQuery } from '../periodMoves.ts';

type StockLevelsSql = RawBuilder<unknown>;

const withOnHand = (moves: StockLevelsSql): StockLevelsSql =>
  sql`(select moved.*, moved.quantity as on_hand from ${moves} as moved)`;

/** Stock at the end of the days, and changes in the days, by these columns (see `throughMonths`). */
export function stockLevelsSql(
  context: Context,
  by: readonly StockColumn[],
  query: StockMovesQuery,
): StockLevelsSql {
  const { days, productId } = query;
  return throughMonths({
    by,
    held: stockBesideWorth(by, context, { ...query, day: days[1] }),
    moved: [
      {
        relation: withOnHand(stockMovedBy(by, context, query)),
        by,
        levels: ['on_hand'],
        flows: ['came'],
      },
      {
        relation: worthMovedBy(['sku_id'], context, { days, productId }),
        by: ['sku_id'],
        levels: ['quantity', 'value'],
      },
    ],
    months: null,
  });
}

/** Months summed side by side: more would make a long statement, and read each row as often. */
const MOST_LISTED = 120;

/** Stock at the end of each month with movements, and changes in the month, by these columns. */
export function monthlyStockLevelsSql(
  context: Context,
  by: readonly StockColumn[],
  query: StockMovesQuery,
): StockLevelsSql {
  const { days, productId } = query;
  const months = monthsWithin(...days, MOST_LISTED + 1).map(([day]) => monthStart(day));
  const held = stockBesideWorth(by, context, { ...query, day: days[1] });
  const stockMoves = stockMovesSql([...by, 'month'], context, query);
  const shown = sql`(select month from (${stockMoves}) as moved)`;
  const ofStock = { by, levels: ['on_hand'], flows: ['came'] };
  const ofWorth = { by: ['sku_id'], levels: ['quantity', 'value'] };
  if (months.length > 0 && months.length <= MOST_LISTED)
    return throughListedMonths({
      by,
      held,
      moved: [
        { ...ofStock, relation: withOnHand(sql`(${stockMoves})`) },
        {
          ...ofWorth,
          relation: sql`(${worthMovesSql(['sku_id', 'month'], context, { days, productId })})`,
        },
      ],
      months,
      shown,
    });
  const stockMoved = stockMovedBy([...by, 'month'], context, query);
  const worthMoved = worthMovedBy(['sku_id', 'month'], context, { days, productId });
  const levels = throughMonths({
    by,
    held,
    moved: [
      { ...ofStock, relation: withOnHand(stockMoved) },
      { ...ofWorth, relation: worthMoved },
    ],
    // Stock value also changes in further months: by moves elsewhere, or by cost.
    months: sql`(select month from ${stockMoved} as moved union select month from ${worthMoved} as moved)`,
  });
  return sql`(select * from ${levels} as level where level.month in ${shown})`;
}
