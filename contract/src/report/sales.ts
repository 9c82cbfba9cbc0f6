import { table } from '../table.ts';
import type { Column, Filter } from '../table.ts';
import { asked, levelOf, narrowed, recordLevels } from './tradeFilters.ts';

/** What sales are added up by. */
export const salesLevels = [...recordLevels, 'document'] as const;

/** What both sales and retail come to: who may not see one of them sees neither. */
const sold = { type: 'money', mask: ['sale', 'retail'] } as const satisfies Column;

const columns = {
  id: { type: 'text', code: true, hidden: true },
  documentId: { type: 'id', hidden: true },
  kind: { type: 'text', code: true, hidden: true },
  name: { type: 'text', width: 180, called: { 'zh-cn': '名称', en: 'Name' } },
  quantity: { type: 'quantity', sum: true, called: { 'zh-cn': '销售数量', en: 'Sold' } },
  amount: { ...sold, sum: true, called: { 'zh-cn': '销售金额', en: 'Sales' } },
} as const satisfies Readonly<Record<string, Column>>;

const filters = {
  dates: { ...asked.dates, starts: 'thisMonth' },
  level: levelOf(salesLevels),
  compare: {
    by: 'own',
    control: 'choice',
    choices: ['before', 'yearBefore'],
    starts: ['before'],
    called: { 'zh-cn': '对比', en: 'Compared with' },
  },
} as const satisfies Readonly<Record<string, Filter>>;

/**
 * What sold best in a range of days (domain.md 13.9), of documents in force that the reader may see: in base units and base
 * currency, with tax and after discounts, returns taken off. `rank` is dense, by what `measure` says; `share` and `cumulative` are
 * of the whole of it, in per cent (null where the whole is not above zero). `abc` is A up to 80 % of it and B up to 95 %; what
 * sells most is A however much it is. Beyond the first so many (`top`) stands one row of all others, whose id is `rest`. `before`
 * is the amount of the period that is compared with, `growth` what the amount grew by, in per cent; documents have none.
 */
export const salesRankTable = table({
  id: 'salesRank',
  path: '/report/salesRank',
  exportPath: '/report/exportSalesRank',
  access: { page: '/report/sales_rank' },
  columns: {
    rank: { type: 'integer', width: 64, matters: 'most', called: { 'zh-cn': '名次', en: 'Rank' } },
    ...columns,
    profit: {
      type: 'money',
      sum: true,
      mask: ['cost', 'sale', 'retail'],
      signed: true,
      called: { 'zh-cn': '毛利', en: 'Gross profit' },
    },
    share: { type: 'percent', matters: 'most', called: { 'zh-cn': '占比', en: 'Share' } },
    cumulative: { type: 'percent', called: { 'zh-cn': '累计占比', en: 'Cumulative' } },
    abc: {
      type: 'choice',
      choices: ['A', 'B', 'C'],
      width: 80,
      called: { 'zh-cn': 'ABC 分类', en: 'ABC' },
    },
    before: {
      ...sold,
      sum: true,
      matters: 'some',
      called: { 'zh-cn': '对比期金额', en: 'Sales before' },
    },
    growth: {
      type: 'percent',
      mask: sold.mask,
      signed: true,
      matters: 'most',
      called: { 'zh-cn': '增长', en: 'Growth' },
    },
  },
  filters: {
    ...filters,
    measure: {
      by: 'own',
      control: 'choice',
      choices: ['amount', 'quantity', 'profit'],
      ofColumns: true,
      first: true,
      required: true,
      starts: ['amount', 'quantity'],
      called: { 'zh-cn': '排行指标', en: 'Ranked by' },
    },
    top: {
      by: 'own',
      control: 'choice',
      choices: ['10', '20', '50', '100'],
      first: true,
      starts: ['20'],
      called: { 'zh-cn': '显示名次', en: 'Show' },
    },
    ...narrowed,
  },
  nameColumn: 'name',
  facts: ['rank', 'amount', 'share', 'growth'],
  order: { column: 'rank', direction: 'asc' },
  pageSize: 20,
});

/**
 * Which part each has in the sales of a range of days (domain.md 13.9), counted as in the rank; beside it its part in the period
 * that is compared with. Shares are in per cent of the whole, `points` is by how many percentage points they differ.
 */
export const salesRatioTable = table({
  id: 'salesRatio',
  path: '/report/salesRatio',
  exportPath: '/report/exportSalesRatio',
  access: { page: '/report/sales_ratio' },
  columns: {
    ...columns,
    share: {
      type: 'percent',
      mask: sold.mask,
      matters: 'most',
      called: { 'zh-cn': '占比', en: 'Share' },
    },
    before: { ...sold, sum: true, called: { 'zh-cn': '对比期金额', en: 'Sales before' } },
    beforeShare: {
      type: 'percent',
      mask: sold.mask,
      called: { 'zh-cn': '对比期占比', en: 'Share before' },
    },
    points: {
      type: 'quantity',
      mask: sold.mask,
      signed: true,
      called: { 'zh-cn': '差异（百分点）', en: 'Difference in points' },
    },
  },
  filters: { ...filters, compare: { ...filters.compare, first: true }, ...narrowed },
  nameColumn: 'name',
  facts: ['amount', 'share', 'points'],
  order: { column: 'amount', direction: 'desc' },
});
