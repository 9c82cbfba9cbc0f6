import { unitColumns } from '../catalog/units.ts';
import { table } from '../table.ts';
import type { Column } from '../table.ts';
import { picturedGoods } from './goods.ts';
import { asked } from './tradeFilters.ts';

const page = '/report/in_out_stock_report';

/** What was there before the days, what came and went in them, and what is left; in base units. */
export const flow = {
  opening: {
    type: 'quantity',
    sum: true,
    width: 100,
    called: { 'zh-cn': '上期结存数量', en: 'Opening stock' },
  },
  came: { type: 'quantity', sum: true, width: 90, called: { 'zh-cn': '入库数量', en: 'Received' } },
  went: { type: 'quantity', sum: true, width: 90, called: { 'zh-cn': '出库数量', en: 'Issued' } },
  closing: {
    type: 'quantity',
    sum: true,
    width: 100,
    called: { 'zh-cn': '本期结存数量', en: 'Closing stock' },
  },
} as const satisfies Readonly<Record<string, Column>>;
export const worth = {
  cost: { type: 'price', mean: true, width: 90, mask: 'cost' },
  closingValue: {
    type: 'money',
    sum: true,
    mask: 'cost',
    called: { 'zh-cn': '结存金额', en: 'Closing value' },
  },
} as const satisfies Readonly<Record<string, Column>>;

/** How what was sold stands to what was there to sell (domain.md 13.9). */
const turned = {
  sold: {
    type: 'quantity',
    sum: true,
    asksFor: 'withSales',
    width: 90,
    called: { 'zh-cn': '销售数量', en: 'Sold' },
  },
  sellThrough: {
    type: 'percent',
    asksFor: 'withSales',
    called: { 'zh-cn': '动销率', en: 'Sell-through' },
  },
  stockToSales: {
    type: 'quantity',
    mask: 'cost',
    asksFor: 'withSales',
    called: { 'zh-cn': '存销比', en: 'Stock to sales' },
  },
} as const satisfies Readonly<Record<string, Column>>;

/**
 * What each product had in the chosen warehouses (all that are granted, when none is chosen) before a range of days, what came
 * and went in it, and what is left at its end: closing = opening + came − went. A transfer between two of them comes and goes;
 * of a document counts what it moved in sum, so what was corrected or taken back neither came nor went. `cost` is a base unit's
 * moving average at the end, `closingValue` closing times cost. `sold` is what sales and retail sold of it, returns taken off;
 * `sellThrough` its share of what was there and came, in per cent, `stockToSales` how often what was sold at cost lies in
 * stock: where it is asked for (`withSales`), for who sees all documents; null otherwise. Products that had nothing and moved
 * nothing are left out.
 */
export const inOutStockTable = table({
  id: 'inOutStock',
  path: '/depotItem/getInOutStock',
  exportPath: '/depotItem/exportInOutStock',
  access: { page },
  columns: {
    id: { type: 'id', hidden: true },
    ...picturedGoods,
    unit: { type: 'text', width: 60 },
    ...unitColumns,
    ...flow,
    ...worth,
    ...turned,
  },
  filters: {
    keyword: asked.keyword,
    dates: {
      by: 'own',
      control: 'dates',
      first: true,
      required: true,
      starts: 'month',
      called: { 'zh-cn': '日期范围', en: 'Period' },
    },
    warehouses: { by: 'own', control: 'warehouses' },
    category: { by: 'own', control: 'category' },
    withSales: {
      by: 'own',
      control: 'flag',
      called: { 'zh-cn': '动销率与存销比', en: 'Sell-through, stock to sales' },
    },
  },
  nameColumn: 'name',
  facts: ['came', 'went', 'closing'],
  order: { column: 'barcode', direction: 'asc' },
});

/** The same of one product, by warehouse. */
export const inOutByWarehouseTable = table({
  id: 'inOutByWarehouse',
  path: '/depotItem/getMaterialDepotStockByParam',
  exportPath: '/depotItem/exportMaterialDepotStockByParam',
  access: { page },
  columns: {
    id: { type: 'id', hidden: true },
    warehouseName: { type: 'text', width: 160 },
    ...flow,
    ...worth,
  },
  filters: {
    materialId: { by: 'own', control: 'product', required: true },
    dates: { by: 'own', control: 'dates', required: true, starts: 'month' },
    warehouses: { by: 'own', control: 'warehouses' },
  },
  facts: ['came', 'went', 'closing'],
  order: { column: 'warehouseName', direction: 'asc' },
});
