import { stockTypes } from '@tradehouse/domain';
import { unitColumns } from '../catalog/units.ts';
import { invoicePage } from '../invoice/invoicePage.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';
import { picturedGoods } from './goods.ts';
import { ofSku } from './tradeFilters.ts';
import { ledgerColumns, ledgerDates, kindsAndOpening, ledgerKinds } from './ledger.ts';

const stockPage = '/report/material_stock';
const ledgerPage = '/report/invoice_log';
/** Pages whose stock figures open the moves behind. */
const stockPages = [
  ledgerPage,
  stockPage,
  '/report/in_out_stock_report',
  '/report/stock_warning_report',
  '/report/lot_stock',
  '/report/goods_expiration',
  '/report/goods_sku',
  '/material/material',
  '/bill/stock_check',
  '/bill/stock_check_replay',
  '/report/set_lock_stock',
  '/report/ungraded_adjust',
] as const;

/**
 * Stock in the chosen warehouses (default: all granted) at the end of `date` (default: today), one row per
 * product, in base units. `cost` is that day's moving average, `stockValue` stock × cost, `openingStock`
 * the product's opening stock. Rows without stock only with `zeroStock`.
 */
export const stockOnHandTable = defineTable({
  id: 'stockOnHand',
  path: '/material/getListWithStock',
  exportPath: '/material/exportListWithStock',
  access: { page: stockPage },
  columns: {
    id: { type: 'id', hidden: true },
    ...picturedGoods,
    shelfPosition: { type: 'text', width: 80 },
    unit: { type: 'text', width: 60 },
    ...unitColumns,
    cost: { type: 'price', mean: true, width: 90, mask: 'cost' },
    openingStock: { type: 'quantity', width: 90, sum: true, zeroIsNone: true },
    stock: { type: 'quantity', width: 90, sum: true },
    stockValue: { type: 'money', sum: true, mask: 'cost' },
    weight: { type: 'quantity', width: 80, sum: true, zeroIsNone: true },
  },
  filters: {
    warehouses: { by: 'own', control: 'warehouses', first: true },
    keyword: { by: 'own', control: 'text', first: true },
    date: { by: 'own', control: 'day', first: true, starts: 'today' },
    category: { by: 'own', control: 'category' },
    shelfPosition: { by: 'contains', columns: ['shelfPosition'], control: 'text' },
    zeroStock: { by: 'own', control: 'flag' },
    belowZero: {
      by: 'own',
      control: 'flag',
      called: { 'zh-cn': '只看负库存', en: 'Below zero only' },
    },
  },
  nameColumn: 'name',
  facts: ['barcode', 'stock', 'unit'],
  order: { column: 'barcode', direction: 'asc' },
});

/** Product's stock on a date by warehouse, under the opening row's filters. */
export const stockByWarehouseTable = defineTable({
  id: 'stockByWarehouse',
  path: '/material/getMaterialDepotStock',
  exportPath: '/material/exportMaterialDepotStock',
  access: { page: [stockPage, '/report/goods_sku', '/material/material'] },
  columns: {
    id: { type: 'id', hidden: true },
    warehouseName: { type: 'text', width: 200 },
    stock: { type: 'quantity', sum: true },
    cost: { type: 'price', mean: true, mask: 'cost' },
    stockValue: { type: 'money', sum: true, mask: 'cost' },
  },
  filters: {
    materialId: { by: 'own', control: 'product', required: true },
    skuId: ofSku,
    warehouses: { by: 'own', control: 'warehouses' },
    date: { by: 'own', control: 'day', starts: 'today' },
  },
  order: { column: 'warehouseName', direction: 'asc' },
});

/**
 * Product's moves through the granted warehouses, in base units, newest first; a transfer between two of
 * them is two rows. `before` and `after` run over the chosen warehouses in posting order of the business
 * date, ignoring further filters. Opened from a figure of one SKU (`skuId`) or lot (`ofLot`, exact), they
 * run over that alone. Undone documents stay visible with their counter-entry. A ledger of all goods covers
 * a month at most, or the documents of a whole `number`, and has no `before` and `after`.
 */
export const stockLedgerTable = defineTable({
  id: 'stockLedger',
  path: '/depotItem/findDetailByDepotIdsAndMaterialId',
  exportPath: '/depotItem/exportDetail',
  access: { page: stockPages },
  columns: {
    ...ledgerColumns,
    kind: { type: 'choice', choices: kindsAndOpening },
    barcode: { type: 'text', code: true, optional: true },
    productName: { type: 'text', width: 180 },
    warehouseName: { type: 'text' },
    lot: { type: 'text', code: true, optional: true },
    stockType: {
      type: 'choice',
      choices: stockTypes,
      optional: true,
    },
    before: { type: 'quantity' },
    change: { type: 'quantity', sum: true, signed: true },
    after: { type: 'quantity' },
    cost: { type: 'price', mean: true, mask: 'cost' },
    value: { type: 'money', sum: true, mask: 'cost' },
    partnerName: { type: 'text', width: 160 },
    creatorName: { type: 'text' },
    /** Invoices of the bill. */
    invoiceNumbers: {
      type: 'text',
      code: true,
      sortable: false,
      optional: true,
      width: 170,
      page: invoicePage,
    },
  },
  filters: {
    materialId: { by: 'own', control: 'product', first: true },
    skuId: ofSku,
    ofLot: {
      by: 'own',
      control: 'text',
      behind: true,
      called: { 'zh-cn': '批号（全等）', en: 'Exactly this lot' },
    },
    dates: { ...ledgerDates, starts: 'month' },
    warehouses: { by: 'own', control: 'warehouses', first: true },
    kinds: defineChoicesFilter('kind', ledgerKinds),
    number: { by: 'contains', columns: ['number'], control: 'text' },
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text' },
    lot: { by: 'contains', columns: ['lot'], control: 'text' },
    stockType: defineChoicesFilter('stockType', stockTypes),
    serial: { by: 'own', control: 'text' },
    creatorName: { by: 'contains', columns: ['creatorName'], control: 'text' },
    invoiceNumber: { by: 'contains', columns: ['invoiceNumbers'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['productName', 'date', 'change', 'after'],
  page: ledgerPage,
  order: { column: 'sequence', direction: 'desc' },
});

/**
 * Derivation of cost: every move over the border of the company's stock, by SKU in posting order, with
 * resulting quantity, value and unit cost. Company-wide, for access to every warehouse; value-only rows
 * have no quantity.
 */
export const costLedgerTable = defineTable({
  id: 'costLedger',
  path: '/depotItem/findCostByMaterialId',
  exportPath: '/depotItem/exportCost',
  access: { page: stockPages },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    sequence: { type: 'integer', hidden: true },
    documentId: { type: 'id', hidden: true },
    date: { type: 'day', width: 100 },
    number: { type: 'text', code: true, width: 170 },
    kind: { type: 'choice', choices: kindsAndOpening, width: 110 },
    attributes: { type: 'text', width: 90, optional: true },
    change: { type: 'quantity', sum: true, signed: true, width: 100 },
    after: { type: 'quantity', width: 100 },
    value: { type: 'money', sum: true, signed: true, mask: 'cost', width: 120 },
    valueAfter: { type: 'money', mask: 'cost', width: 120 },
    cost: { type: 'price', mean: true, mask: 'cost', width: 110 },
  },
  filters: {
    materialId: { by: 'own', control: 'product', required: true, first: true },
    dates: ledgerDates,
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    kinds: defineChoicesFilter('kind', ledgerKinds),
  },
  nameColumn: 'number',
  facts: ['date', 'value', 'cost'],
  order: { column: 'sequence', direction: 'desc' },
});
