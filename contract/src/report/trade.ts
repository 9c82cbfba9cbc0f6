import type { PriceKind } from '@tradehouse/domain';
import type { Called } from '../phrase/called.ts';
import { defineTable } from '../table.ts';
import { goodsColumns } from './goods.ts';
import { withComparisonFigures, named, soldFigures } from './tradeFigures.ts';
import {
  goodsReportFilters,
  compared,
  defineLevelFilter,
  salesFilters,
  recordLevels,
  tradePlaceFilters,
} from './tradeFilters.ts';

/** Parameters of the statistics of one side of trade. */
interface TradeStatisticsOptions {
  readonly side: PriceKind;
  readonly name: 'buyIn' | 'saleOut' | 'retailOut';
  readonly page: string;
  readonly partner: 'supplier' | 'customer' | 'member';
  readonly quantity: Called;
  readonly amount: Called;
  readonly net: Called;
}

/**
 * Trade and returns per product in a date range, of visible documents in force: in base
 * units and base currency, with tax and after discounts; `netAmount` is the difference.
 */
const defineTradeStatistics = ({ side, name, page, partner, ...called }: TradeStatisticsOptions) =>
  defineTable({
    id: `${name}Report`,
    path: `/depotItem/${name}`,
    exportPath: `/depotItem/${name}Export`,
    access: { page },
    columns: {
      id: { type: 'id', hidden: true },
      ...goodsColumns,
      unit: { type: 'text', width: 60 },
      quantity: { type: 'quantity', sum: true, called: called.quantity },
      amount: { type: 'money', sum: true, mask: side, called: called.amount },
      returnedQuantity: {
        type: 'quantity',
        sum: true,
        matters: 'some',
        called: { 'zh-cn': '退货数量', en: 'Returned' },
      },
      returnedAmount: {
        type: 'money',
        sum: true,
        mask: side,
        matters: 'some',
        called: { 'zh-cn': '退货金额', en: 'Amount returned' },
      },
      netAmount: { type: 'money', sum: true, mask: side, called: called.net },
    },
    filters: {
      ...goodsReportFilters,
      organId: { by: 'own', control: partner },
      ...tradePlaceFilters,
    },
    nameColumn: 'name',
    facts: ['quantity', 'returnedQuantity', 'netAmount'],
    order: { column: 'netAmount', direction: 'desc' },
  });

export const buyInTable = defineTradeStatistics({
  side: 'purchase',
  name: 'buyIn',
  page: '/report/buy_in_report',
  partner: 'supplier',
  quantity: { 'zh-cn': '采购数量', en: 'Bought' },
  amount: { 'zh-cn': '采购金额', en: 'Purchase amount' },
  net: { 'zh-cn': '实际采购金额', en: 'Net purchases' },
});

export const saleOutTable = defineTradeStatistics({
  side: 'sale',
  name: 'saleOut',
  page: '/report/sale_out_report',
  partner: 'customer',
  quantity: { 'zh-cn': '销售数量', en: 'Sold' },
  amount: { 'zh-cn': '销售金额', en: 'Sales amount' },
  net: { 'zh-cn': '实际销售金额', en: 'Net sales' },
});

export const retailOutTable = defineTradeStatistics({
  side: 'retail',
  name: 'retailOut',
  page: '/report/retail_out_report',
  partner: 'member',
  quantity: { 'zh-cn': '零售数量', en: 'Sold' },
  amount: { 'zh-cn': '零售金额', en: 'Retail amount' },
  net: { 'zh-cn': '实际零售金额', en: 'Net retail' },
});

export const profitLevels = [...recordLevels, 'month', 'document'] as const;

const {
  quantity,
  revenue,
  discount,
  charges,
  cost,
  profit,
  margin,
  freight,
  freightEstimated,
  paymentFees,
  netProfit,
} = soldFigures;
const { revenueBefore, profitBefore, profitGrowth } = withComparisonFigures({ revenue, profit });

/**
 * Profit of sales and retail in a date range by `level`, less returns. `revenue` is
 * without tax and after discounts, `cost` the goods' value on leaving, `profit` the difference, `margin`
 * its percentage of revenue; `netProfit` adds further charges paid by customers, and takes off
 * `freight`, the freight of deliveries and returns in the books, and `paymentFees`, the fees of payments
 * with the document or of later receipts; `freightEstimated` has no bill yet. `Before` is of the
 * compared period, `Growth` in percent; null for documents. Requires access to costs, sale and retail
 * amounts. Documents in several warehouses count for the reader's.
 */
export const tradeProfitTable = defineTable({
  id: 'tradeProfit',
  path: '/report/profit',
  exportPath: '/report/exportProfit',
  access: { page: '/report/profit' },
  columns: {
    ...named,
    revenue,
    cost,
    profit,
    margin,
    // Visible beside the chart without scrolling.
    freight: { ...freight, matters: 'most' },
    netProfit: { ...netProfit, matters: 'most' },
    quantity: { ...quantity, matters: 'some' },
    charges,
    returnedRevenue: {
      ...revenue,
      matters: 'some',
      called: { 'zh-cn': '退货金额', en: 'Amount returned' },
    },
    discount,
    freightEstimated,
    paymentFees,
    revenueBefore,
    profitBefore,
    profitGrowth,
  },
  filters: {
    dates: goodsReportFilters.dates,
    level: defineLevelFilter(profitLevels),
    compare: { ...compared, first: true },
    ...salesFilters,
  },
  nameColumn: 'name',
  facts: ['revenue', 'profit', 'margin'],
  order: { column: 'profit', direction: 'desc' },
});
