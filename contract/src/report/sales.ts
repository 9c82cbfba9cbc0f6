import { defineTable } from '../table.ts';
import type { Filter } from '../table.ts';
import {
  withComparisonFigures,
  named,
  ranked,
  soldFigures,
  trendColumn,
  trendFilter,
} from './tradeFigures.ts';
import {
  goodsReportFilters,
  compared,
  defineLevelFilter,
  salesFilters,
  recordLevels,
  top,
} from './tradeFilters.ts';

export const salesLevels = [...recordLevels, 'document'] as const;

const { quantity, amount, profit } = soldFigures;
const columns = { ...named, quantity, amount };
const { amountBefore, amountGrowth } = withComparisonFigures({ amount });

const filters = {
  dates: { ...goodsReportFilters.dates, starts: 'thisMonth' },
  level: defineLevelFilter(salesLevels),
  compare: { ...compared, starts: ['before'] },
} as const satisfies Readonly<Record<string, Filter>>;

/**
 * Sales ranking of a date range, of visible documents in force: in base units and base
 * currency, with tax, after discounts, less returns; by `measure`. Beyond `top` rows, row `rest` sums the
 * remainder. `amountBefore` is the compared period's amount, `amountGrowth` the growth in percent; null for
 * documents.
 */
export const salesRankTable = defineTable({
  id: 'salesRank',
  path: '/report/salesRank',
  exportPath: '/report/exportSalesRank',
  access: { page: '/report/sales_rank' },
  columns: {
    rank: ranked.rank,
    ...columns,
    profit,
    share: ranked.share,
    cumulative: ranked.cumulative,
    abc: ranked.abc,
    amountBefore,
    amountGrowth: { ...amountGrowth, matters: 'most' },
    trend: trendColumn,
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
    top: { ...top, first: true, starts: ['20'] },
    trend: trendFilter,
    ...salesFilters,
  },
  nameColumn: 'name',
  facts: ['rank', 'amount', 'share', 'amountGrowth'],
  order: { column: 'rank', direction: 'asc' },
  pageSize: 20,
});

/**
 * Sales shares of a date range, counted like the ranking, with those of the compared
 * period. In percent of the whole; `points` is the difference in percentage points.
 */
export const salesRatioTable = defineTable({
  id: 'salesRatio',
  path: '/report/salesRatio',
  exportPath: '/report/exportSalesRatio',
  access: { page: '/report/sales_ratio' },
  columns: {
    ...columns,
    share: { ...ranked.share, mask: amount.mask },
    amountBefore,
    shareBefore: {
      type: 'percent',
      mask: amount.mask,
      called: { 'zh-cn': '对比期占比', en: 'Prior share' },
    },
    points: {
      type: 'percent',
      points: true,
      mask: amount.mask,
      signed: true,
      called: { 'zh-cn': '差异（百分点）', en: 'Change (pp)' },
    },
  },
  filters: { ...filters, compare: { ...filters.compare, first: true }, ...salesFilters },
  nameColumn: 'name',
  facts: ['amount', 'share', 'points'],
  order: { column: 'amount', direction: 'desc' },
});
