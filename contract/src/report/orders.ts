import { defineChoicesFilter, defineTable } from '../table.ts';
import { goodsReportFilters, defineLevelFilter, ofSku } from './tradeFilters.ts';

export const transitLevels = ['line', 'product'] as const;

/** Transit states: ordered, in tally, partly received; sent from another warehouse. */
export const transitStates = ['bought', 'tallying', 'partlyIn', 'moving'] as const;

/** Document kinds that bring goods in transit. */
export const transitKinds = ['purchaseOrder', 'transfer'] as const;

const { keyword } = goodsReportFilters;
const supplier = { 'zh-cn': '供应商', en: 'Supplier' };
const orderNumber = { 'zh-cn': '采购订单/调拨单', en: 'Order or transfer' };
const expectedOn = { 'zh-cn': '预计到货', en: 'Expected on' };
const carrier = { 'zh-cn': '物流公司', en: 'Logistics company' };
const trackingNumber = { 'zh-cn': '运单号', en: 'Tracking no.' };
const toWarehouse = { 'zh-cn': '目的仓库', en: 'To warehouse' };

/**
 * Goods in transit: lines of approved, not closed purchase orders not fully received, and
 * transferred goods neither received nor written off. In base units; price and amount without tax and
 * before discounts, in the company's own currency. `expectedOn` is the order's day, `daysLate` the days
 * past it. The carrier is that of the shipment, of the freight or of the tally. By product, rows sum all
 * lines with the earliest day.
 */
export const inTransitTable = defineTable({
  id: 'inTransit',
  path: '/report/inventoryInTransit',
  exportPath: '/report/exportInventoryInTransit',
  access: { page: '/report/inventory_in_transit' },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    productId: { type: 'id', hidden: true },
    documentId: { type: 'id', hidden: true },
    kind: { type: 'text', code: true, hidden: true },
    barcode: { type: 'text', code: true, width: 110 },
    name: { type: 'text', width: 150 },
    standard: { type: 'text', width: 80 },
    attributes: { type: 'text', optional: true, width: 90 },
    number: { type: 'text', code: true, width: 170, called: orderNumber },
    state: { type: 'choice', choices: transitStates, width: 90 },
    supplierName: { type: 'text', width: 130, called: supplier },
    warehouseName: { type: 'text', width: 110, called: toWarehouse },
    unit: { type: 'text', width: 60 },
    ordered: {
      type: 'quantity',
      sum: true,
      matters: 'some',
      called: { 'zh-cn': '订购数量', en: 'Ordered' },
    },
    arrived: {
      type: 'quantity',
      sum: true,
      matters: 'some',
      called: { 'zh-cn': '已入库', en: 'Received' },
    },
    inTransit: { type: 'quantity', sum: true, called: { 'zh-cn': '在途数量', en: 'In transit' } },
    unitPrice: { type: 'price', mask: 'purchase', matters: 'some' },
    amount: {
      type: 'money',
      sum: true,
      mask: 'purchase',
      called: { 'zh-cn': '在途金额', en: 'Amount in transit' },
    },
    time: {
      type: 'time',
      optional: true,
      width: 110,
      called: { 'zh-cn': '下单/发货日期', en: 'Ordered or sent' },
    },
    expectedOn: { type: 'day', width: 110, matters: 'most', called: expectedOn },
    daysLate: {
      type: 'integer',
      width: 80,
      optional: true,
      called: { 'zh-cn': '逾期天数', en: 'Days late' },
    },
    carrierName: { type: 'text', width: 120, called: carrier },
    externalTracking: { type: 'text', code: true, width: 150, called: trackingNumber },
    /** Carrier's tracking address with {no} for the number; empty if none. */
    trackingUrl: { type: 'text', code: true, hidden: true, sortable: false },
    /** Last shipment in force, shown on the tracks page; empty if none. */
    shipmentId: { type: 'id', hidden: true },
  },
  filters: {
    keyword,
    organId: { by: 'own', control: 'supplier', first: true, called: supplier },
    expectedOn: { by: 'own', control: 'dates', first: true, called: expectedOn },
    level: { ...defineLevelFilter(transitLevels), starts: ['line'] },
    warehouses: { by: 'own', control: 'warehouses', called: toWarehouse },
    number: { by: 'own', control: 'text', called: orderNumber },
    state: { by: 'own', control: 'choices', choices: transitStates },
    materialId: { by: 'own', control: 'product' },
    skuId: ofSku,
    /** Limits the rows to one document kind. */
    kind: { ...defineChoicesFilter('kind', transitKinds), behind: true },
  },
  nameColumn: 'name',
  facts: ['number', 'inTransit', 'expectedOn'],
  order: { column: 'expectedOn', direction: 'asc' },
});

export const fulfilmentLevels = [
  'customer',
  'product',
  'salesperson',
  'warehouse',
  'week',
  'document',
] as const;

/**
 * Fulfilment of approved sales orders of a date range visible to the reader, in base units; cancelled orders
 * count only in `cancelled`. `shipped` is per line at most the order; `open` excludes the given-up rest of
 * completed orders. `fillRate` is shipped / ordered. `onTimeRate` is the share shipped in full by the
 * promised day, of lines past it or shipped in full; `days` their average duration until shipped in full. An
 * order counts for each of its salespeople. Orders name no warehouse: a line belongs to that of its last
 * shipment, before to none.
 */
export const fulfilmentTable = defineTable({
  id: 'fulfilment',
  path: '/report/orderFulfillmentRate',
  exportPath: '/report/exportOrderFulfillmentRate',
  access: { page: '/report/order_fulfillment_rate' },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    documentId: { type: 'id', hidden: true },
    kind: { type: 'text', code: true, hidden: true },
    name: { type: 'text', width: 180, called: { 'zh-cn': '名称', en: 'Name' } },
    orders: { type: 'integer', matters: 'most', called: { 'zh-cn': '订单数', en: 'Orders' } },
    ordered: { type: 'quantity', sum: true, called: { 'zh-cn': '订购数量', en: 'Ordered' } },
    shipped: { type: 'quantity', sum: true, called: { 'zh-cn': '已发数量', en: 'Shipped' } },
    open: { type: 'quantity', sum: true, called: { 'zh-cn': '欠发数量', en: 'Still to ship' } },
    fillRate: {
      type: 'percent',
      bar: true,
      matters: 'most',
      called: { 'zh-cn': '满足率', en: 'Fill rate' },
    },
    onTimeRate: {
      type: 'percent',
      matters: 'most',
      called: { 'zh-cn': '准时发货率', en: 'On time' },
    },
    days: { type: 'quantity', called: { 'zh-cn': '平均交期（天）', en: 'Days on average' } },
    cancelled: { type: 'integer', matters: 'some', called: { 'zh-cn': '取消数', en: 'Cancelled' } },
  },
  filters: {
    dates: goodsReportFilters.dates,
    level: { ...defineLevelFilter(fulfilmentLevels), starts: ['customer'] },
    organId: {
      by: 'own',
      control: 'customer',
      first: true,
      called: { 'zh-cn': '客户', en: 'Customer' },
    },
    keyword,
    salesMan: { by: 'own', control: 'person' },
    materialId: { by: 'own', control: 'product' },
    warehouses: { by: 'own', control: 'warehouses' },
  },
  nameColumn: 'name',
  facts: ['orders', 'fillRate', 'onTimeRate'],
  order: { column: 'ordered', direction: 'desc' },
});
