// Filters of trade and goods reports.
import type { Filter } from '../table.ts';

/** Filters of a trade report, in addition to the date range. */
export const tradePlaceFilters = {
  warehouses: { by: 'own', control: 'warehouses' },
  institution: { by: 'own', control: 'institution' },
  category: { by: 'own', control: 'category' },
} as const satisfies Readonly<Record<string, Filter>>;
/** Search words for a product. */
const keyword = {
  by: 'own',
  control: 'text',
  first: true,
  called: { 'zh-cn': '商品信息', en: 'Product info' },
} as const satisfies Filter;
export const goodsReportFilters = {
  keyword,
  dates: { by: 'own', control: 'dates', first: true, required: true, starts: 'threeMonths' },
} as const satisfies Readonly<Record<string, Filter>>;

/** Stock filters: goods and warehouses. */
export const stockReportFilters = {
  keyword,
  warehouses: { by: 'own', control: 'warehouses', first: true },
} as const satisfies Readonly<Record<string, Filter>>;

/** The end of a past day; unset: now. */
export const asOfDay = {
  by: 'own',
  control: 'day',
  called: { 'zh-cn': '截止日期', en: 'At the end of' },
} as const satisfies Filter;

/** Record levels of every trade report. */
export const recordLevels = [
  'product',
  'category',
  'brand',
  'customer',
  'salesperson',
  'institution',
] as const;

/** Filter that narrows a report to a row of the level. */
export const narrowedBy = {
  product: 'materialId',
  category: 'ownCategory',
  brand: 'brandId',
  customer: 'organId',
  supplier: 'organId',
  partner: 'organId',
  salesperson: 'salesMan',
  institution: 'ownInstitution',
  warehouse: 'warehouses',
  kind: 'kinds',
  month: 'dates',
  stockType: 'stockType',
  account: 'accounts',
  item: 'itemId',
  revenueClass: 'ownClass',
  type: 'type',
} as const;

/** Sales filters, also for opening a row's data. */
export const salesFilters = {
  keyword,
  organId: { by: 'own', control: 'customer' },
  salesMan: { by: 'own', control: 'person' },
  materialId: { by: 'own', control: 'product' },
  brandId: { by: 'own', control: 'brand' },
  ...tradePlaceFilters,
  ownCategory: {
    by: 'own',
    control: 'category',
    called: { 'zh-cn': '类别（不含下级）', en: 'Category itself' },
  },
  ownInstitution: {
    by: 'own',
    control: 'institution',
    called: { 'zh-cn': '机构（不含下级）', en: 'Institution itself' },
  },
} as const satisfies Readonly<Record<string, Filter>>;

/** Compared period; default: none. */
export const compared = {
  by: 'own',
  control: 'choice',
  choices: ['before', 'yearBefore'],
  called: { 'zh-cn': '对比', en: 'Compared with' },
} as const satisfies Filter;

/** Number of ranked rows; absent: all. */
export const top = {
  by: 'own',
  control: 'choice',
  choices: ['10', '20', '50', '100'],
  called: { 'zh-cn': '显示名次', en: 'Show' },
} as const satisfies Filter;

export const defineLevelFilter = <const Levels extends readonly string[]>(choices: Levels) =>
  ({
    by: 'own',
    control: 'choice',
    choices,
    first: true,
    required: true,
    starts: ['product'],
    called: { 'zh-cn': '统计维度', en: 'Group by' },
  }) as const satisfies Filter;

export const ofSku = {
  by: 'own',
  control: 'product',
  behind: true,
  called: { 'zh-cn': '规格商品', en: 'SKU' },
} as const;
