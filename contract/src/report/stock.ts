import { stockTypes } from '@tradehouse/domain';
import { unitColumns } from '../catalog/units.ts';
import { invoicePage } from '../money/invoicePage.ts';
import { choicesOf, table } from '../table.ts';
import { picturedGoods } from './goods.ts';
import { ofSku } from './tradeFilters.ts';
import { ledgerColumns, ledgerDates, kindsAndOpening, ledgerKinds } from './ledger.ts';

const stockPage = '/report/material_stock';
const ledgerPage = '/report/invoice_log';
/** Pages that show stock, from whose figures the moves behind them are opened. */
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
 * What lies in the chosen warehouses (all that are granted, when none is chosen) at the end of `date` (today when absent),
 * one row per product, in base units; `cost` is a base unit's moving average of that date, `stockValue` stock times cost.
 * `openingStock` is what the product started with there. Rows without stock come only with `zeroStock`.
 */
export const stockOnHandTable = table({
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

/** Where a product's stock of a date lies; takes the filters of the row it was opened from. */
export const stockByWarehouseTable = table({
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
 * Every move of a product through the granted warehouses, in base units, newest first; a transfer between two of them is
 * two rows. `before` and `after` run over the chosen warehouses in posting order of the business date, and over one SKU (`skuId`)
 * or lot (`ofLot`, spelled as it is) alone where a figure of these asks, whatever else is filtered. An undone document stays
 * visible with its counter-entry.
 */
export const stockLedgerTable = table({
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
    /** Of the bill. */
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
    materialId: { by: 'own', control: 'product', required: true, first: true },
    skuId: ofSku,
    ofLot: {
      by: 'own',
      control: 'text',
      behind: true,
      called: { 'zh-cn': '批号（全等）', en: 'Exactly this lot' },
    },
    dates: ledgerDates,
    warehouses: { by: 'own', control: 'warehouses', first: true },
    kinds: choicesOf('kind', ledgerKinds),
    number: { by: 'contains', columns: ['number'], control: 'text' },
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text' },
    lot: { by: 'contains', columns: ['lot'], control: 'text' },
    stockType: choicesOf('stockType', stockTypes),
    serial: { by: 'own', control: 'text' },
    creatorName: { by: 'contains', columns: ['creatorName'], control: 'text' },
    invoiceNumber: { by: 'contains', columns: ['invoiceNumbers'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['date', 'change', 'after'],
  page: ledgerPage,
  order: { column: 'sequence', direction: 'desc' },
});

/**
 * What made a product worth what it is: every move over the border of the company's stock, by SKU in posting order, with the
 * quantity, value and unit cost it left. Company-wide, for anyone who may use every warehouse; a value-only row has no quantity.
 */
export const costLedgerTable = table({
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
    kinds: choicesOf('kind', ledgerKinds),
  },
  nameColumn: 'number',
  facts: ['date', 'value', 'cost'],
  order: { column: 'sequence', direction: 'desc' },
});
