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
import { asksOfGoods } from './tradeQuery.ts';
import type { TradeAsked, TradeSum } from './tradeQuery.ts';

type TradeMeasureSql = RawBuilder<unknown>;

/** Sum and function of each figure over a row of trade. */
const read = {
  documents: { of: 'documents', as: grossPlusReturnedSql },
  quantity: { of: 'quantity', as: netTradeSql },
  amount: { of: 'amount', as: netTradeSql },
  tax: { of: 'tax', as: netTradeSql },
  discount: { of: 'discount', as: netTradeSql },
  charges: { of: 'charges', as: netTradeSql },
  cost: { of: 'cost', as: netTradeSql },
  returnedQuantity: { of: 'quantity', as: returnedTradeSql },
  returnedAmount: { of: 'amount', as: returnedTradeSql },
  returnedTax: { of: 'tax', as: returnedTradeSql },
} as const satisfies Readonly<
  Record<string, { readonly of: TradeSum; as(of: TradeSum): TradeMeasureSql }>
>;

export const figureNames = keysOf(read);

/**
 * Returns false if documents would count repeatedly or not at all: goods give a row per SKU and warehouse,
 * and single warehouses count only documents that begin there.
 */
export const countsDocuments = ({ scope }: Context, asked: TradeAsked): boolean =>
  !asksOfGoods(asked) &&
  ![asked.by, asked.second].includes('warehouse') &&
  asked.warehouseIds === undefined &&
  scope.warehouseIds === null;

/** Returns some figures over rows of trade, with the required sums. */
export function selectTradeFigures(context: Context, asked: TradeAsked, wanted: readonly string[]) {
  const names = figureNames.filter((name) => wanted.includes(name));
  const silent = (name: string): boolean =>
    name === 'documents' && !countsDocuments(context, asked);
  const figures = names.map((name) => {
    const { of, as } = read[name];
    return sql`${silent(name) ? sql`null::numeric` : as(of)} as ${sql.ref(name)}`;
  });
  // Rows are independent of the requested figures: these sums decide if any trade exists.
  const any: readonly TradeSum[] = asksOfGoods(asked)
    ? ['quantity', 'amount']
    : ['documents', 'quantity', 'amount'];
  const summed = names.filter((name) => !silent(name)).map((name) => read[name].of);
  return { figures: sql.join(figures), sums: [...new Set([...any, ...summed])] };
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
  netProfit: addMeasures(profit, measureFromSum('charges')),
} as const satisfies Readonly<Record<string, MeasureFormula>>;

export type TradeReportMeasure = keyof typeof measures;
