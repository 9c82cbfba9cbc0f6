// A report that is made up, for tests: what a table alone makes is tried with it.
import { table } from './table.ts';

/** What came of each product by purchase. */
export const boughtTable = table({
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
