// Trade figures, each declared once, with its mask.
import type { Called } from '../phrase/called.ts';
import type { TableColumn, Filter } from '../table.ts';

/** Figures of sales and retail: hidden if either is. */
const sold = { type: 'money', sum: true, mask: ['sale', 'retail'] } as const;
/** Profit reveals revenue and cost: hidden if any side is. */
const earned = { ...sold, mask: ['cost', 'sale', 'retail'] } as const;

/** Sales and retail in a row, returns taken off; in base units and base currency. */
export const soldFigures = {
  documents: { type: 'integer', matters: 'some', called: { 'zh-cn': '单据数', en: 'Documents' } },
  quantity: { type: 'quantity', sum: true, called: { 'zh-cn': '销售数量', en: 'Sold' } },
  amount: { ...sold, called: { 'zh-cn': '销售金额', en: 'Sales' } },
  tax: { ...sold, matters: 'some', called: { 'zh-cn': '税额', en: 'Tax' } },
  revenue: { ...sold, called: { 'zh-cn': '销售收入', en: 'Revenue' } },
  price: {
    type: 'price',
    mask: sold.mask,
    matters: 'some',
    called: { 'zh-cn': '平均售价', en: 'Average price' },
  },
  returnedQuantity: {
    type: 'quantity',
    sum: true,
    matters: 'some',
    called: { 'zh-cn': '退货数量', en: 'Returned' },
  },
  returnedAmount: {
    ...sold,
    matters: 'some',
    called: { 'zh-cn': '退货金额', en: 'Amount returned' },
  },
  discount: { ...sold, matters: 'some', called: { 'zh-cn': '优惠金额', en: 'Discount' } },
  charges: { ...sold, matters: 'some', called: { 'zh-cn': '另收费用', en: 'Other charges' } },
  cost: {
    type: 'money',
    sum: true,
    mask: 'cost',
    called: { 'zh-cn': '销售成本', en: 'Cost of sales' },
  },
  profit: { ...earned, called: { 'zh-cn': '毛利', en: 'Gross profit' } },
  margin: {
    type: 'percent',
    mask: earned.mask,
    matters: 'most',
    called: { 'zh-cn': '毛利率', en: 'Margin' },
  },
  freight: { ...sold, matters: 'some', called: { 'zh-cn': '运费支出', en: 'Freight cost' } },
  freightEstimated: {
    ...sold,
    matters: 'some',
    called: { 'zh-cn': '其中暂估运费', en: 'Of which estimated' },
  },
  paymentFees: {
    ...sold,
    matters: 'some',
    called: { 'zh-cn': '支付手续费', en: 'Payment fees' },
  },
  netProfit: { ...earned, matters: 'some', called: { 'zh-cn': '净利', en: 'Net profit' } },
} as const satisfies Readonly<Record<string, TableColumn>>;

const bought = { type: 'money', sum: true, mask: 'purchase' } as const;

/** Purchases of a row, likewise. Their stock value reveals the price paid. */
export const boughtFigures = {
  documents: soldFigures.documents,
  quantity: { type: 'quantity', sum: true, called: { 'zh-cn': '采购数量', en: 'Bought' } },
  amount: { ...bought, called: { 'zh-cn': '采购金额', en: 'Purchases' } },
  tax: { ...bought, matters: 'some', called: soldFigures.tax.called },
  revenue: { ...bought, called: { 'zh-cn': '不含税金额', en: 'Without tax' } },
  price: {
    type: 'price',
    mask: bought.mask,
    matters: 'some',
    called: { 'zh-cn': '平均进价', en: 'Average price' },
  },
  returnedQuantity: soldFigures.returnedQuantity,
  returnedAmount: { ...bought, matters: 'some', called: soldFigures.returnedAmount.called },
  discount: { ...bought, matters: 'some', called: soldFigures.discount.called },
  charges: {
    ...bought,
    matters: 'some',
    called: { 'zh-cn': '另付费用', en: 'Other charges paid' },
  },
  cost: {
    ...bought,
    mask: ['cost', 'purchase'],
    called: { 'zh-cn': '入库成本', en: 'Worth in stock' },
  },
} as const satisfies Readonly<Record<string, TableColumn>>;

export type ReportFigures = Readonly<Record<string, TableColumn & { readonly called: Called }>>;
type SummedFigureName<All extends ReportFigures> = {
  [Name in keyof All & string]: All[Name] extends { readonly sum: true } ? Name : never;
}[keyof All & string];

/**
 * Adds to each additive figure the compared period's value (`amountBefore`) and growth in percent
 * (`amountGrowth`), under its mask.
 */
export function withComparisonFigures<const All extends ReportFigures>(
  figures: All,
): All & Readonly<Record<`${SummedFigureName<All>}${'Before' | 'Growth'}`, TableColumn>> {
  const columns = Object.entries(figures).flatMap(([name, figure]): [string, TableColumn][] => {
    const { called, mask, sum } = figure;
    if (sum !== true) return [[name, figure]];
    const before: TableColumn = {
      ...figure,
      matters: 'some',
      asksFor: 'compare',
      called: {
        'zh-cn': `${called['zh-cn']}（对比期）`,
        en: `Prior ${called.en.charAt(0).toLowerCase()}${called.en.slice(1)}`,
      },
    };
    const growth: TableColumn = {
      type: 'percent',
      ...(mask === undefined ? {} : { mask }),
      signed: true,
      asksFor: 'compare',
      called: suffixFigureTitle(called, '增长', ', growth'),
    };
    return [
      [name, figure],
      [`${name}Before`, before],
      [`${name}Growth`, growth],
    ];
  });
  // SAFETY: the names are built like in the return type.
  return Object.fromEntries(columns) as ReturnType<typeof withComparisonFigures<All>>;
}

const suffixFigureTitle = (figure: Called, chinese: string, english: string): Called => ({
  'zh-cn': `${figure['zh-cn']}${chinese}`,
  en: `${figure.en}${english}`,
});

/**
 * Row's percentage of the ranked total (null unless positive), alone and cumulated. `rank` is dense; `abc`
 * is A up to 80 %, B up to 95 %; the top row is always A. No mask: hidden figures can't rank.
 */
export const ranked = {
  rank: { type: 'integer', width: 64, matters: 'most', called: { 'zh-cn': '名次', en: 'Rank' } },
  share: { type: 'percent', matters: 'most', called: { 'zh-cn': '占比', en: 'Share' } },
  cumulative: { type: 'percent', called: { 'zh-cn': '累计占比', en: 'Cumulative' } },
  abc: {
    type: 'choice',
    choices: ['A', 'B', 'C'],
    width: 80,
    called: { 'zh-cn': 'ABC 分类', en: 'ABC' },
  },
} as const satisfies Readonly<Record<string, TableColumn>>;

/** Identity of a row: its title follows the level; a document's name opens it. */
export const named = {
  id: { type: 'text', code: true, hidden: true },
  documentId: { type: 'id', hidden: true },
  kind: { type: 'text', code: true, hidden: true },
  name: { type: 'text', width: 200, called: { 'zh-cn': '名称', en: 'Name' }, ofChoice: 'level' },
} as const satisfies Readonly<Record<string, TableColumn>>;

const trendWord = { 'zh-cn': '月度走势', en: 'Trend by month' } as const;

/** Ranked figure in each of the last 24 months with data, on request; none for months and documents. */
export const trendColumn = {
  type: 'text',
  trend: 'measure',
  sortable: false,
  asksFor: 'trend',
  width: 120,
  matters: 'some',
  called: trendWord,
} as const satisfies TableColumn;
export const trendFilter = {
  by: 'own',
  control: 'flag',
  called: trendWord,
} as const satisfies Filter;
