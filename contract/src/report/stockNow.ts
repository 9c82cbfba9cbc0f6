import { stockTypes } from '@tradehouse/domain';
import { defineTable } from '../table.ts';
import { goodsColumns } from './goods.ts';
import { asOfDay, stockReportFilters } from './tradeFilters.ts';

const outerCode = { 'zh-cn': '外部SKU', en: 'Platform SKU' };

/**
 * Products below minimum or above maximum stock, by warehouse, in base units; a bound of 0
 * is none. `suggestedIn` is the shortage, `suggestedOut` the excess.
 */
export const stockWarningTable = defineTable({
  id: 'stockWarning',
  path: '/depotItem/findStockWarningCount',
  exportPath: '/depotItem/exportStockWarning',
  access: { page: '/report/stock_warning_report' },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    productId: { type: 'id', hidden: true },
    warehouseId: { type: 'id', hidden: true },
    warehouseName: { type: 'text', width: 110 },
    ...goodsColumns,
    unit: { type: 'text', width: 60 },
    stock: { type: 'quantity', sum: true, width: 90 },
    minimum: {
      type: 'quantity',
      width: 100,
      called: { 'zh-cn': '最低安全库存', en: 'Minimum stock' },
    },
    maximum: {
      type: 'quantity',
      width: 100,
      called: { 'zh-cn': '最高安全库存', en: 'Maximum stock' },
    },
    suggestedIn: {
      type: 'quantity',
      sum: true,
      width: 100,
      called: { 'zh-cn': '建议入库量', en: 'To order' },
    },
    suggestedOut: {
      type: 'quantity',
      sum: true,
      width: 100,
      called: { 'zh-cn': '建议出库量', en: 'Surplus' },
    },
  },
  filters: {
    warehouses: stockReportFilters.warehouses,
    keyword: stockReportFilters.keyword,
    category: { by: 'own', control: 'category', first: true },
    belowMinimum: {
      by: 'own',
      control: 'flag',
      linked: true,
      called: { 'zh-cn': '低于最低安全库存', en: 'Below minimum stock' },
    },
  },
  nameColumn: 'name',
  facts: ['warehouseName', 'stock', 'suggestedIn'],
  order: { column: 'barcode', direction: 'asc' },
});

/**
 * SKU stock in the chosen warehouses by stock type, locked and free, in base units: `available` is formal
 * less locked. `inTransit` is open on approved purchase orders for any warehouse; `sold` covers 30 days;
 * `suggested` is missing for as much again. Prices are the first barcode's. SKUs without stock only with
 * `zeroStock`. At the end of a past `date`: stock and locks of then, without orders and sales.
 */
export const goodsSkuTable = defineTable({
  id: 'goodsSku',
  path: '/material/getSkuStock',
  exportPath: '/material/exportSkuStock',
  access: { page: '/report/goods_sku' },
  columns: {
    id: { type: 'id', hidden: true },
    productId: { type: 'id', hidden: true },
    /** The product's first picture. */
    imageId: { type: 'id', hidden: true },
    skuCode: { type: 'text', code: true, width: 110 },
    outerCode: { type: 'text', code: true, optional: true, width: 110, called: outerCode },
    barcode: { type: 'text', code: true, width: 120, pictured: 'imageId' },
    name: { type: 'text', width: 150 },
    attributes: { type: 'text', width: 100 },
    brand: { type: 'text', optional: true },
    categoryName: { type: 'text', optional: true, width: 90 },
    unit: { type: 'text', width: 60 },
    formal: { type: 'quantity', sum: true, called: { 'zh-cn': '正品库存', en: 'Regular' } },
    defective: {
      type: 'quantity',
      sum: true,
      matters: 'some',
      called: { 'zh-cn': '次品', en: 'Defective' },
    },
    gift: {
      type: 'quantity',
      sum: true,
      matters: 'some',
      called: { 'zh-cn': '赠品', en: 'Gifts' },
    },
    ungraded: {
      type: 'quantity',
      sum: true,
      optional: true,
      called: { 'zh-cn': '待定级', en: 'Ungraded' },
    },
    locked: { type: 'quantity', sum: true, called: { 'zh-cn': '锁定', en: 'Locked' } },
    available: { type: 'quantity', sum: true },
    inTransit: {
      type: 'quantity',
      sum: true,
      matters: 'some',
      called: { 'zh-cn': '在途', en: 'On order' },
    },
    sold: {
      type: 'quantity',
      optional: true,
      called: { 'zh-cn': '近30天销量', en: 'Sold in 30 days' },
    },
    suggested: {
      type: 'quantity',
      optional: true,
      called: { 'zh-cn': '建议采购', en: 'To buy' },
    },
    minimumPrice: { type: 'price', mask: 'sale', matters: 'some' },
    purchasePrice: { type: 'price', mask: 'purchase', matters: 'some' },
    retailPrice: { type: 'price', mask: 'retail', matters: 'some' },
    salePrice: { type: 'price', mask: 'sale', matters: 'some' },
    distributorPrice: { type: 'price', mask: 'sale', optional: true },
    supplyPrice: { type: 'price', mask: 'sale', optional: true },
  },
  filters: {
    keyword: stockReportFilters.keyword,
    skuCode: { by: 'contains', columns: ['skuCode'], control: 'text', first: true },
    warehouses: stockReportFilters.warehouses,
    date: asOfDay,
    outerCode: { by: 'contains', columns: ['outerCode'], control: 'text', called: outerCode },
    category: { by: 'own', control: 'category' },
    brandId: { by: 'own', control: 'brand' },
    /** SKUs with stock of these types. */
    stockType: { by: 'own', control: 'choices', choices: stockTypes },
    zeroStock: { by: 'own', control: 'flag' },
  },
  nameColumn: 'name',
  facts: ['attributes', 'formal', 'available', 'locked', 'inTransit'],
  order: { column: 'barcode', direction: 'asc' },
});
