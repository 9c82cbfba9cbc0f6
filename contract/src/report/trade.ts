import type { PriceKind } from '@tradehouse/domain';
import type { Called } from '../phrase/called.ts';
import { table } from '../table.ts';
import { goodsColumns } from './goods.ts';
import { besideBefore, named, soldFigures } from './tradeFigures.ts';
import { asked, compared, levelOf, narrowed, recordLevels, whose } from './tradeFilters.ts';

/** What tells the statistics of one side of trade from those of the others. */
interface Statistics {
  readonly side: PriceKind;
  readonly name: 'buyIn' | 'saleOut' | 'retailOut';
  readonly page: string;
  readonly partner: 'supplier' | 'customer' | 'member';
  readonly quantity: Called;
  readonly amount: Called;
  readonly net: Called;
}

/**
 * What was traded of each product in a range of days and what of it came back (domain.md 6.2), of documents in force that the
 * reader may see: in base units and base currency, with tax and after discounts; `netAmount` is the difference.
 */
const statistics = ({ side, name, page, partner, ...called }: Statistics) =>
  table({
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
    filters: { ...asked, organId: { by: 'own', control: partner }, ...whose },
    nameColumn: 'name',
    facts: ['quantity', 'returnedQuantity', 'netAmount'],
    order: { column: 'netAmount', direction: 'desc' },
  });

export const buyInTable = statistics({
  side: 'purchase',
  name: 'buyIn',
  page: '/report/buy_in_report',
  partner: 'supplier',
  quantity: { 'zh-cn': '采购数量', en: 'Bought' },
  amount: { 'zh-cn': '采购金额', en: 'Purchase amount' },
  net: { 'zh-cn': '实际采购金额', en: 'Net purchases' },
});

export const saleOutTable = statistics({
  side: 'sale',
  name: 'saleOut',
  page: '/report/sale_out_report',
  partner: 'customer',
  quantity: { 'zh-cn': '销售数量', en: 'Sold' },
  amount: { 'zh-cn': '销售金额', en: 'Sales amount' },
  net: { 'zh-cn': '实际销售金额', en: 'Net sales' },
});

export const retailOutTable = statistics({
  side: 'retail',
  name: 'retailOut',
  page: '/report/retail_out_report',
  partner: 'member',
  quantity: { 'zh-cn': '零售数量', en: 'Sold' },
  amount: { 'zh-cn': '零售金额', en: 'Retail amount' },
  net: { 'zh-cn': '实际零售金额', en: 'Net retail' },
});

/** What profit is told by. */
export const profitLevels = [...recordLevels, 'month', 'document'] as const;

const { quantity, revenue, discount, charges, cost, profit, margin, netProfit } = soldFigures;
const { revenueBefore, profitBefore, profitGrowth } = besideBefore({ revenue, profit });

/**
 * What sales and retail earned in a range of days (domain.md 13.9), by what `level` says; returns taken
 * off. `revenue` is without tax and after discounts, `cost` what the goods were worth as they left, `profit` the difference and
 * `margin` its share of the revenue in per cent; `netProfit` has what customers paid beside the goods. What is `Before` is of the
 * period that is compared with, and `Growth` by how many per cent it grew; documents have neither. For who may see costs and
 * the amounts of sales and retail. Of documents in several warehouses, those that the reader may use count.
 */
export const tradeProfitTable = table({
  id: 'tradeProfit',
  path: '/report/profit',
  exportPath: '/report/exportProfit',
  access: { page: '/report/profit' },
  columns: {
    ...named,
    quantity,
    revenue,
    returnedRevenue: {
      ...revenue,
      matters: 'some',
      called: { 'zh-cn': '退货金额', en: 'Amount returned' },
    },
    discount,
    charges,
    cost,
    profit,
    margin,
    netProfit,
    revenueBefore,
    profitBefore,
    profitGrowth,
  },
  filters: {
    dates: asked.dates,
    level: levelOf(profitLevels),
    compare: { ...compared, first: true },
    ...narrowed,
  },
  nameColumn: 'name',
  facts: ['revenue', 'profit', 'margin'],
  order: { column: 'profit', direction: 'desc' },
});
