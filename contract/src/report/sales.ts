import { table } from '../table.ts';
import type { Filter } from '../table.ts';
import {
  besideBefore,
  named,
  ranked,
  soldFigures,
  trendColumn,
  trendFilter,
} from './tradeFigures.ts';
import { asked, compared, levelOf, narrowed, recordLevels, top } from './tradeFilters.ts';

/** What sales are added up by. */
export const salesLevels = [...recordLevels, 'document'] as const;

const { quantity, amount, profit } = soldFigures;
const columns = { ...named, quantity, amount };
const { amountBefore, amountGrowth } = besideBefore({ amount });

const filters = {
  dates: { ...asked.dates, starts: 'thisMonth' },
  level: levelOf(salesLevels),
  compare: { ...compared, starts: ['before'] },
} as const satisfies Readonly<Record<string, Filter>>;

/**
 * What sold best in a range of days (domain.md 13.9), of documents in force that the reader may see: in base units and base
 * currency, with tax and after discounts, returns taken off. It is ranked by what `measure` says. Beyond the first so many
 * (`top`) stands one row of all others, whose id is `rest`. `amountBefore` is the amount of the period that is compared with,
 * `amountGrowth` what the amount grew by, in per cent; documents have none.
 */
export const salesRankTable = table({
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
    ...narrowed,
  },
  nameColumn: 'name',
  facts: ['rank', 'amount', 'share', 'amountGrowth'],
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
    share: { ...ranked.share, mask: amount.mask },
    amountBefore,
    shareBefore: {
      type: 'percent',
      mask: amount.mask,
      called: { 'zh-cn': '对比期占比', en: 'Prior share' },
    },
    points: {
      type: 'quantity',
      mask: amount.mask,
      signed: true,
      called: { 'zh-cn': '差异（百分点）', en: 'Change (pp)' },
    },
  },
  filters: { ...filters, compare: { ...filters.compare, first: true }, ...narrowed },
  nameColumn: 'name',
  facts: ['amount', 'share', 'points'],
  order: { column: 'amount', direction: 'desc' },
});
