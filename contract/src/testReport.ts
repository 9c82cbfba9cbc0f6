// Reports that are made up, for tests: what a table alone makes is tried with them.
import { withComparisonFigures, named, ranked, soldFigures } from './report/tradeFigures.ts';
import {
  goodsReportFilters,
  compared,
  defineLevelFilter,
  salesFilters,
} from './report/tradeFilters.ts';
import { defineTable } from './table.ts';

/** Test report: purchases by product. */
export const boughtTable = defineTable({
  id: 'bought',
  path: '/report/bought',
  exportPath: '/report/exportBought',
  access: { page: '/report/bought' },
  page: '/report/bought',
  columns: {
    id: { type: 'id', hidden: true },
    name: { type: 'text' },
    cameIn: { type: 'quantity', sum: true, called: { 'zh-cn': '进货数量', en: 'Came in' } },
    paid: {
      type: 'money',
      sum: true,
      mask: 'purchase',
      called: { 'zh-cn': '进价金额', en: 'Paid' },
    },
  },
  filters: {
    productLike: {
      by: 'contains',
      columns: ['name'],
      control: 'text',
      first: true,
      called: { 'zh-cn': '商品', en: 'Product' },
    },
  },
  order: { column: 'name', direction: 'asc' },
});

/** Test report: sales by brand or warehouse, declared by its table alone. */
export const soldUnderTable = defineTable({
  id: 'soldUnder',
  path: '/report/soldUnder',
  access: { page: '/report/sale_out_report' },
  columns: {
    ...named,
    ...withComparisonFigures({ quantity: soldFigures.quantity, profit: soldFigures.profit }),
    share: ranked.share,
  },
  filters: {
    dates: goodsReportFilters.dates,
    level: defineLevelFilter(['brand', 'warehouse']),
    compare: compared,
    ...salesFilters,
  },
  order: { column: 'quantity', direction: 'desc' },
});
