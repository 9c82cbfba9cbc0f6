import { unitColumns } from '../catalog/units.ts';
import { defineTable } from '../table.ts';
import type { TableColumn } from '../table.ts';
import { picturedGoods } from './goods.ts';
import { goodsReportFilters } from './tradeFilters.ts';

const page = '/report/in_out_stock_report';

/** Opening, in, out and closing, in base units. */
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
} as const satisfies Readonly<Record<string, TableColumn>>;
export const worth = {
  cost: { type: 'price', mean: true, width: 90, mask: 'cost' },
  closingValue: {
    type: 'money',
    sum: true,
    mask: 'cost',
    called: { 'zh-cn': '结存金额', en: 'Closing value' },
  },
} as const satisfies Readonly<Record<string, TableColumn>>;

/** Ratios of sales to goods available. */
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
} as const satisfies Readonly<Record<string, TableColumn>>;

/**
 * Stock movements per product in the chosen warehouses (default: all granted) over a date range: closing =
 * opening + in − out. Transfers between two of them count in and out. Documents count net, so corrected or
 * reverted quantities don't count. `cost` is a base unit's moving average at the end, `closingValue`
 * closing × cost. `sold` is sales and retail less returns; `sellThrough` its percentage of opening plus in;
 * `stockToSales` closing value / sales at cost: only with `withSales` and access to all documents, else
 * null. Products without stock and movements are left out.
 */
export const inOutStockTable = defineTable({
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
    keyword: goodsReportFilters.keyword,
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

/** Stock movements of a product by warehouse. */
export const inOutByWarehouseTable = defineTable({
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
