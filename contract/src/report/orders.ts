import { choicesOf, table } from '../table.ts';
import { asked, levelOf, ofSku } from './tradeFilters.ts';

/** What goods in transit are told by. */
export const transitLevels = ['line', 'product'] as const;

/** Whence it comes, or how far it is: bought, being sorted, come in part; sent by another warehouse. */
export const transitStates = ['bought', 'tallying', 'partlyIn', 'moving'] as const;

/** The documents by which goods come. */
export const transitKinds = ['purchaseOrder', 'transfer'] as const;

const { keyword } = asked;
const supplier = { 'zh-cn': '供应商', en: 'Supplier' };
const orderNumber = { 'zh-cn': '采购订单/调拨单', en: 'Order or transfer' };
const expectedOn = { 'zh-cn': '预计到货', en: 'Expected on' };
const toWarehouse = { 'zh-cn': '目的仓库', en: 'To warehouse' };

/**
 * What is on its way now (domain.md 13.9): lines of approved purchase orders that are not received in full, as long as nothing
 * closed the order, and of transfers what was sent and is neither received nor written off. In base units; a base unit's price and
 * the amount are without tax and before discounts, in the company's own currency. `expectedOn` is the order's day, `daysLate` by
 * how many days it is past. By product a row is all of it, with the earliest day.
 */
export const inTransitTable = table({
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
    externalTracking: { type: 'text', code: true, optional: true, width: 150 },
  },
  filters: {
    keyword,
    organId: { by: 'own', control: 'supplier', first: true, called: supplier },
    expectedOn: { by: 'own', control: 'dates', first: true, called: expectedOn },
    level: { ...levelOf(transitLevels), starts: ['line'] },
    warehouses: { by: 'own', control: 'warehouses', called: toWarehouse },
    number: { by: 'own', control: 'text', called: orderNumber },
    state: { by: 'own', control: 'choices', choices: transitStates },
    materialId: { by: 'own', control: 'product' },
    skuId: ofSku,
    /** Of which sort of document alone. */
    kind: { ...choicesOf('kind', transitKinds), behind: true },
  },
  nameColumn: 'name',
  facts: ['number', 'inTransit', 'expectedOn'],
  order: { column: 'expectedOn', direction: 'asc' },
});

/** What orders are told by. */
export const fulfilmentLevels = [
  'customer',
  'product',
  'salesperson',
  'warehouse',
  'week',
  'document',
] as const;

/**
 * How well sales orders of a range of days were served (domain.md 13.9), of approved ones that the reader may see, in base units;
 * cancelled ones only count as `cancelled`. `shipped` is of each line at most what was ordered, `open` what is still to go: what
 * is left of a completed order is given up, and is not. `fillRate` is shipped of ordered, `onTimeRate` of the lines whose promised
 * day is past or that went out in full, those that did by that day, `days` how long lines that went out in full took on average.
 * An order of several salespeople counts for each of
 * them. Orders name no warehouse: a line belongs to the one that the last of it left, to none before that.
 */
export const fulfilmentTable = table({
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
    dates: asked.dates,
    level: { ...levelOf(fulfilmentLevels), starts: ['customer'] },
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
