import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { Called } from '../phrase/called.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';
import type { Filter } from '../table.ts';
import { goodsColumns } from './goods.ts';
import { goodsReportFilters } from './tradeFilters.ts';

/** Direction of goods: into or out of warehouses. */
export type GoodsDirection = 'in' | 'out';

const { categoryName: _, ...goods } = goodsColumns;

const goodsLineFilters = {
  materialId: { by: 'own', control: 'product' },
  institution: { by: 'own', control: 'institution' },
  category: { by: 'own', control: 'category' },
} as const satisfies Readonly<Record<string, Filter>>;

/** Document of a line, and its time. */
const defineSourceDocumentColumns = (time: Called) =>
  ({
    id: { type: 'text', code: true, hidden: true },
    documentId: { type: 'id', hidden: true },
    number: { type: 'text', code: true, width: 170 },
    time: { type: 'time', width: 110, called: time },
  }) as const;
/** Line's goods in base units; amounts in the company's own currency, before discounts. */
const lineColumns = {
  ...goods,
  unit: { type: 'text', width: 60 },
  attributes: { type: 'text', optional: true, width: 90 },
  quantity: { type: 'quantity', sum: true, width: 90 },
  unitPrice: { type: 'price', mask: 'kind', width: 90 },
  amount: { type: 'money', sum: true, mask: 'kind' },
} as const;

/** Pages whose figures open the underlying lines. */
const countPages = { in: '/report/in_material_count', out: '/report/out_material_count' } as const;

/** Kinds whose lines bring goods in or out; transfers do both and are excluded. */
const listKindsMovingGoods = (direction: GoodsDirection) =>
  kindCodes.filter((code) =>
    Object.values(documentKinds[code].goods).some(
      ({ from, to, signed }) =>
        to !== 'targetWarehouse' &&
        (signed === true || (direction === 'in' ? to : from) === 'warehouse'),
    ),
  );

interface GoodsDetailOptions {
  readonly direction: GoodsDirection;
  readonly type: '入库' | '出库';
  readonly page: string;
  readonly time: Called;
}

/**
 * Lines in force of goods in (or out), newest first, without transfers, of the reader's
 * warehouses. Amounts span all sides of trade and require access to all.
 */
const defineGoodsDetail = ({ direction, type, page, time }: GoodsDetailOptions) =>
  defineTable({
    id: `${direction}Detail`,
    path: '/depotHead/findInOutDetail',
    exportPath: '/depotHead/exportInOutDetail',
    access: { page: [page, countPages[direction]] },
    fixed: { type },
    columns: {
      ...defineSourceDocumentColumns(time),
      ...lineColumns,
      taxRate: { type: 'percent', mask: 'kind', matters: 'some' },
      tax: { type: 'money', sum: true, mask: 'kind', matters: 'some' },
      kind: { type: 'choice', choices: listKindsMovingGoods(direction), width: 100 },
      partnerName: { type: 'text', width: 140 },
      warehouseName: { type: 'text', width: 100 },
      remark: { type: 'text', width: 140 },
    },
    filters: {
      ...goodsReportFilters,
      number: { by: 'contains', columns: ['number'], control: 'text' },
      kinds: defineChoicesFilter('kind', listKindsMovingGoods(direction)),
      organId: { by: 'own', control: 'partner' },
      warehouses: { by: 'own', control: 'warehouses' },
      creator: { by: 'own', control: 'user' },
      ...goodsLineFilters,
      remark: { by: 'contains', columns: ['remark'], control: 'text' },
    },
    nameColumn: 'number',
    facts: ['name', 'quantity', 'time'],
    page,
    order: { column: 'time', direction: 'desc' },
  });

export const inDetailTable = defineGoodsDetail({
  direction: 'in',
  type: '入库',
  page: '/report/in_detail',
  time: { 'zh-cn': '入库日期', en: 'Date in' },
});
export const outDetailTable = defineGoodsDetail({
  direction: 'out',
  type: '出库',
  page: '/report/out_detail',
  time: { 'zh-cn': '出库日期', en: 'Date out' },
});

/** Transfer lines in force, newest first, with both warehouses. */
export const allocationDetailTable = defineTable({
  id: 'allocationDetail',
  path: '/depotHead/findAllocationDetail',
  exportPath: '/depotHead/exportAllocationDetail',
  access: { page: ['/report/allocation_detail', ...Object.values(countPages)] },
  columns: {
    ...defineSourceDocumentColumns({ 'zh-cn': '调拨日期', en: 'Date of transfer' }),
    ...lineColumns,
    kind: { type: 'text', code: true, hidden: true },
    warehouseName: {
      type: 'text',
      width: 110,
      called: { 'zh-cn': '调出仓库', en: 'From warehouse' },
    },
    targetWarehouseName: { type: 'text', width: 110 },
    /** Arrived quantity; the rest is in transit or lost. */
    arrived: {
      type: 'quantity',
      sum: true,
      optional: true,
      called: { 'zh-cn': '已到货', en: 'Arrived' },
    },
    remark: { type: 'text', width: 140 },
  },
  filters: {
    ...goodsReportFilters,
    number: { by: 'contains', columns: ['number'], control: 'text' },
    warehouses: {
      by: 'own',
      control: 'warehouses',
      called: { 'zh-cn': '调出仓库', en: 'From warehouse' },
    },
    targetWarehouses: {
      by: 'own',
      control: 'warehouses',
      called: { 'zh-cn': '调入仓库', en: 'To warehouse' },
    },
    ...goodsLineFilters,
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['name', 'quantity', 'targetWarehouseName'],
  page: '/report/allocation_detail',
  order: { column: 'time', direction: 'desc' },
});

interface GoodsCountOptions {
  readonly direction: GoodsDirection;
  readonly type: '入库' | '出库';
  readonly quantity: Called;
  readonly amount: Called;
}

/**
 * Goods in (or out) per product in a date range, arrived transfers included on both sides; in base units,
 * amounts without tax and before discounts, in the company's own currency.
 */
const defineGoodsCount = ({ direction, type, quantity, amount }: GoodsCountOptions) =>
  defineTable({
    id: `${direction}MaterialCount`,
    path: '/depotHead/findInOutMaterialCount',
    exportPath: '/depotHead/exportInOutMaterialCount',
    access: { page: countPages[direction] },
    fixed: { type },
    columns: {
      id: { type: 'id', hidden: true },
      ...goodsColumns,
      unit: { type: 'text', width: 60 },
      quantity: { type: 'quantity', sum: true, called: quantity },
      amount: { type: 'money', sum: true, mask: 'kind', called: amount },
    },
    filters: {
      ...goodsReportFilters,
      organId: { by: 'own', control: 'partner' },
      warehouses: { by: 'own', control: 'warehouses' },
      ...goodsLineFilters,
    },
    nameColumn: 'name',
    facts: ['barcode', 'quantity', 'amount'],
    order: { column: 'barcode', direction: 'asc' },
  });

export const inMaterialCountTable = defineGoodsCount({
  direction: 'in',
  type: '入库',
  quantity: { 'zh-cn': '入库数量', en: 'Received' },
  amount: { 'zh-cn': '入库金额', en: 'Value in' },
});
export const outMaterialCountTable = defineGoodsCount({
  direction: 'out',
  type: '出库',
  quantity: { 'zh-cn': '出库数量', en: 'Issued' },
  amount: { 'zh-cn': '出库金额', en: 'Value out' },
});
