import { keysOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import {
  addMeasures,
  divideMeasures,
  measureFromSum,
  subtractMeasures,
} from '../ranked/measureFormulas.ts';
import type { MeasureFormula } from '../ranked/measureFormulas.ts';
import { returnedTradeSql, grossPlusReturnedSql, netTradeSql } from './tradeLevels.ts';
import { hasGoodsDetail } from './tradeQuery.ts';
import type { TradeQuery, TradeSum } from './tradeQuery.ts';

type TradeMeasureSql = RawBuilder<unknown>;

/** Sum and function of each figure over a row of trade. */
const figureSources = {
  documents: { sum: 'documents', toSql: grossPlusReturnedSql },
  quantity: { sum: 'quantity', toSql: netTradeSql },
  amount: { sum: 'amount', toSql: netTradeSql },
  tax: { sum: 'tax', toSql: netTradeSql },
  discount: { sum: 'discount', toSql: netTradeSql },
  charges: { sum: 'charges', toSql: netTradeSql },
  cost: { sum: 'cost', toSql: netTradeSql },
  // Freight of a return is an expense like that of a sale.
  freight: { sum: 'freight_cost', toSql: grossPlusReturnedSql },
  freightEstimated: { sum: 'freight_estimated', toSql: grossPlusReturnedSql },
  paymentFees: { sum: 'payment_fee', toSql: grossPlusReturnedSql },
  returnedQuantity: { sum: 'quantity', toSql: returnedTradeSql },
  returnedAmount: { sum: 'amount', toSql: returnedTradeSql },
  returnedTax: { sum: 'tax', toSql: returnedTradeSql },
} as const satisfies Readonly<
  Record<string, { readonly sum: TradeSum; toSql(sum: TradeSum): TradeMeasureSql }>
>;

export const figureNames = keysOf(figureSources);

/**
 * Returns false if documents would count repeatedly or not at all: goods give a row per SKU and warehouse,
 * and single warehouses count only documents that begin there.
 */
export const countsDocuments = ({ scope }: Context, query: TradeQuery): boolean =>
  !hasGoodsDetail(query) &&
  ![query.by, query.second].includes('warehouse') &&
  query.warehouseIds === undefined &&
  scope.warehouseIds === null;

/** Returns some figures over rows of trade, with the required sums. */
export function selectTradeFigures(context: Context, query: TradeQuery, wanted: readonly string[]) {
  const names = figureNames.filter((name) => wanted.includes(name));
  const isUnavailable = (name: string): boolean =>
    name === 'documents' && !countsDocuments(context, query);
  const figures = names.map((name) => {
    const { sum, toSql } = figureSources[name];
    return sql`${isUnavailable(name) ? sql`null::numeric` : toSql(sum)} as ${sql.ref(name)}`;
  });
  // Rows are independent of the requested figures: these sums decide if any trade exists.
  const decisive: readonly TradeSum[] = hasGoodsDetail(query)
    ? ['quantity', 'amount']
    : ['documents', 'quantity', 'amount'];
  const needed = names
    .filter((name) => !isUnavailable(name))
    .map((name) => figureSources[name].sum);
  return { figures: sql.join(figures), sums: [...new Set([...decisive, ...needed])] };
}

const revenue = subtractMeasures(measureFromSum('amount'), measureFromSum('tax'));
const profit = subtractMeasures(revenue, measureFromSum('cost'));

/** Trade figures of reports, from the trade sums. */
export const measures = {
  documents: measureFromSum('documents'),
  quantity: measureFromSum('quantity'),
  amount: measureFromSum('amount'),
  tax: measureFromSum('tax'),
  revenue,
  price: divideMeasures(measureFromSum('amount'), measureFromSum('quantity'), 6),
  returnedQuantity: measureFromSum('returnedQuantity'),
  returnedAmount: measureFromSum('returnedAmount'),
  returnedRevenue: subtractMeasures(
    measureFromSum('returnedAmount'),
    measureFromSum('returnedTax'),
  ),
  discount: measureFromSum('discount'),
  charges: measureFromSum('charges'),
  cost: measureFromSum('cost'),
  profit,
  margin: divideMeasures(profit, revenue, 2, 100),
  freight: measureFromSum('freight'),
  freightEstimated: measureFromSum('freightEstimated'),
  paymentFees: measureFromSum('paymentFees'),
  netProfit: subtractMeasures(
    subtractMeasures(addMeasures(profit, measureFromSum('charges')), measureFromSum('freight')),
    measureFromSum('paymentFees'),
  ),
} as const satisfies Readonly<Record<string, MeasureFormula>>;

export type TradeReportMeasure = keyof typeof measures;
