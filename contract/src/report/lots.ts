import { stockTypes } from '@tradehouse/domain';
import { defineChoicesFilter, defineTable } from '../table.ts';
import type { TableColumn } from '../table.ts';
import { asOfDay, stockReportFilters } from './tradeFilters.ts';

/** Goods, lot and warehouse of a row. */
const place = {
  id: { type: 'text', code: true, hidden: true },
  skuId: { type: 'id', hidden: true },
  productId: { type: 'id', hidden: true },
  warehouseId: { type: 'id', hidden: true },
} as const satisfies Readonly<Record<string, TableColumn>>;
const goods = {
  barcode: { type: 'text', code: true, width: 120 },
  name: { type: 'text', width: 150 },
  standard: { type: 'text', width: 80 },
  attributes: { type: 'text', optional: true, width: 90 },
} as const satisfies Readonly<Record<string, TableColumn>>;

/** Document that brought goods of a lot; null if hidden. */
const bringer = {
  documentId: { type: 'id', hidden: true },
  kind: { type: 'text', code: true, hidden: true },
} as const satisfies Readonly<Record<string, TableColumn>>;

/**
 * Lots in the chosen warehouses, in base units, with supplier and the document that first brought each to
 * us. At the end of `date` if given.
 */
export const lotStockTable = defineTable({
  id: 'lotStock',
  path: '/lot/list',
  exportPath: '/lot/exportExcel',
  access: { page: '/report/lot_stock' },
  columns: {
    ...place,
    lot: { type: 'text', code: true, width: 120 },
    ...goods,
    warehouseName: { type: 'text', width: 110 },
    expiry: { type: 'day', width: 110 },
    stock: { type: 'quantity', sum: true, width: 90 },
    unit: { type: 'text', width: 60 },
    ...bringer,
    number: {
      type: 'text',
      code: true,
      width: 170,
      sortable: false,
      called: { 'zh-cn': '首次入库单', en: 'First receipt' },
    },
    supplierName: {
      type: 'text',
      width: 140,
      sortable: false,
      called: { 'zh-cn': '供应商', en: 'Supplier' },
    },
  },
  filters: {
    ...stockReportFilters,
    productId: { by: 'equals', columns: ['productId'], control: 'product' },
    lot: { by: 'contains', columns: ['lot'], control: 'text', first: true },
    date: asOfDay,
    expiry: { by: 'range', columns: ['expiry'], control: 'dates' },
  },
  nameColumn: 'lot',
  facts: ['name', 'stock', 'expiry'],
  order: { column: 'lot', direction: 'asc' },
});

/** Expiry levels of goods. */
export const expiryLevels = ['expired', 'soon', 'normal'] as const;

/**
 * Lots with an expiry in the chosen warehouses by stock type, earliest first; in base
 * units, at moving average. `daysLeft` counts from the company's today, negative after expiry. `soon`
 * starts thirty days before, or a third of the shelf life if less. `madeOn` follows from the shelf life.
 */
export const goodsExpirationTable = defineTable({
  id: 'goodsExpiration',
  path: '/lot/expiration',
  exportPath: '/lot/exportExpiration',
  access: { page: '/report/goods_expiration' },
  columns: {
    ...place,
    warehouseName: { type: 'text', width: 110 },
    ...goods,
    lot: { type: 'text', code: true, width: 110, matters: 'most' },
    stockType: { type: 'choice', choices: stockTypes, optional: true, width: 80 },
    madeOn: {
      type: 'day',
      optional: true,
      width: 110,
      called: { 'zh-cn': '生产日期', en: 'Made on' },
    },
    expiry: { type: 'day', width: 110, matters: 'most' },
    daysLeft: {
      type: 'integer',
      width: 90,
      matters: 'most',
      called: { 'zh-cn': '剩余天数', en: 'Days left' },
    },
    level: {
      type: 'choice',
      choices: expiryLevels,
      width: 80,
      called: { 'zh-cn': '效期状态', en: 'Expiry status' },
    },
    shelfLifeDays: { type: 'integer', optional: true, width: 90 },
    stock: { type: 'quantity', sum: true, width: 80 },
    unit: { type: 'text', width: 60 },
    cost: { type: 'price', mean: true, mask: 'cost', matters: 'some', width: 90 },
    stockValue: { type: 'money', sum: true, mask: 'cost' },
    ...bringer,
    number: {
      type: 'text',
      code: true,
      width: 170,
      sortable: false,
      matters: 'some',
      called: { 'zh-cn': '最近入库单', en: 'Last receipt' },
    },
  },
  filters: {
    ...stockReportFilters,
    level: {
      ...defineChoicesFilter('level', expiryLevels),
      first: true,
      starts: ['expired', 'soon'],
    },
    withinDays: {
      by: 'own',
      control: 'text',
      first: true,
      called: { 'zh-cn': '剩余天数 ≤', en: 'Days left ≤' },
    },
    lot: { by: 'contains', columns: ['lot'], control: 'text' },
    category: { by: 'own', control: 'category' },
    brandId: { by: 'own', control: 'brand' },
    organId: { by: 'own', control: 'supplier' },
  },
  nameColumn: 'name',
  facts: ['lot', 'warehouseName', 'daysLeft', 'stock'],
  order: { column: 'expiry', direction: 'asc' },
});
