import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { figure, less, rate } from './rankedReport.ts';
import type { Of } from './rankedReport.ts';
import { net } from './tradeLevels.ts';
import { asksOfGoods } from './tradedBy.ts';
import type { TradeAsked } from './tradedBy.ts';

type Sql = RawBuilder<unknown>;

/** What came back, of what was traded. */
const returned = (measure: Sql): Sql =>
  sql`coalesce(sum(${measure}) filter (where given.sign < 0), 0)`;

const added = {
  quantity: net(sql`trade.quantity`),
  amount: net(sql`trade.amount`),
  tax: net(sql`trade.tax`),
  discount: net(sql`trade.discount`),
  charges: net(sql`trade.charges`),
  cost: net(sql`trade.cost`),
  returnedQuantity: returned(sql`trade.quantity`),
  returnedAmount: returned(sql`trade.amount`),
  returnedTax: returned(sql`trade.tax`),
} as const;

/**
 * Documents are not counted where they would be more than once, or not at all: a row for each of their goods and warehouses,
 * and of some warehouses those alone that begin there.
 */
export const countsDocuments = ({ scope }: Context, asked: TradeAsked): boolean =>
  !asksOfGoods(asked) &&
  ![asked.by, asked.second].includes('warehouse') &&
  asked.warehouseIds === undefined &&
  scope.warehouseIds === null;

/** What is added up of rows of trade. */
export const figuresOf = (context: Context, asked: TradeAsked): Readonly<Record<string, Sql>> => ({
  documents: countsDocuments(context, asked) ? sql`sum(trade.documents)` : sql`null::numeric`,
  ...added,
});

const revenue = less(figure('amount'), figure('tax'));
const profit = less(revenue, figure('cost'));

/** What reports say of trade, from what is added up of it. */
export const measures = {
  documents: figure('documents'),
  quantity: figure('quantity'),
  amount: figure('amount'),
  tax: figure('tax'),
  revenue,
  price: rate(figure('amount'), figure('quantity'), 6),
  returnedQuantity: figure('returnedQuantity'),
  returnedAmount: figure('returnedAmount'),
  returnedRevenue: less(figure('returnedAmount'), figure('returnedTax')),
  discount: figure('discount'),
  charges: figure('charges'),
  cost: figure('cost'),
  profit,
  margin: rate(profit, revenue, 2, 100),
  netProfit: (relation, when) =>
    sql`(${profit(relation, when)} + ${figure('charges')(relation, when)})`,
} as const satisfies Readonly<Record<string, Of>>;

export type Measure = keyof typeof measures;
