import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { Called } from '../phrase/called.ts';
import { choicesOf, table } from '../table.ts';
import type { Filter } from '../table.ts';
import { goodsColumns } from './goods.ts';
import { asked } from './tradeFilters.ts';

/** Whether goods come into warehouses or leave them. */
export type Direction = 'in' | 'out';

const { categoryName: _, ...goods } = goodsColumns;

const whose = {
  materialId: { by: 'own', control: 'product' },
  institution: { by: 'own', control: 'institution' },
  category: { by: 'own', control: 'category' },
} as const satisfies Readonly<Record<string, Filter>>;

/** Which document a line stands on, and when that was. */
const paperColumns = (time: Called) =>
  ({
    id: { type: 'text', code: true, hidden: true },
    documentId: { type: 'id', hidden: true },
    number: { type: 'text', code: true, width: 170 },
    time: { type: 'time', width: 110, called: time },
  }) as const;
/** What a line says of its goods, in base units; amounts in the company's own currency, before discounts. */
const lineColumns = {
  ...goods,
  unit: { type: 'text', width: 60 },
  attributes: { type: 'text', optional: true, width: 90 },
  quantity: { type: 'quantity', sum: true, width: 90 },
  unitPrice: { type: 'price', mask: 'kind', width: 90 },
  amount: { type: 'money', sum: true, mask: 'kind' },
} as const;

/** From whose figures the lines behind them are opened. */
const countPages = { in: '/report/in_material_count', out: '/report/out_material_count' } as const;

/** The kinds whose lines bring goods in or take them out; transfers do both, and are none. */
const movers = (direction: Direction) =>
  kindCodes.filter((code) =>
    Object.values(documentKinds[code].goods).some(
      ({ from, to, signed }) =>
        to !== 'targetWarehouse' &&
        (signed === true || (direction === 'in' ? to : from) === 'warehouse'),
    ),
  );

interface Detail {
  readonly direction: Direction;
  readonly type: '入库' | '出库';
  readonly page: string;
  readonly time: Called;
}

/**
 * The lines of documents in force that brought goods in (or took them out), transfers left out, newest first (domain.md 6.2).
 * Lines of warehouses that the reader may use; their amounts are of all sides of trade, so for who may see all of them.
 */
const detail = ({ direction, type, page, time }: Detail) =>
  table({
    id: `${direction}Detail`,
    path: '/depotHead/findInOutDetail',
    exportPath: '/depotHead/exportInOutDetail',
    access: { page: [page, countPages[direction]] },
    fixed: { type },
    columns: {
      ...paperColumns(time),
      ...lineColumns,
      taxRate: { type: 'percent', mask: 'kind', matters: 'some' },
      tax: { type: 'money', sum: true, mask: 'kind', matters: 'some' },
      kind: { type: 'choice', choices: movers(direction), width: 100 },
      partnerName: { type: 'text', width: 140 },
      warehouseName: { type: 'text', width: 100 },
      remark: { type: 'text', width: 140 },
    },
    filters: {
      ...asked,
      number: { by: 'contains', columns: ['number'], control: 'text' },
      kinds: choicesOf('kind', movers(direction)),
      organId: { by: 'own', control: 'partner' },
      warehouses: { by: 'own', control: 'warehouses' },
      creator: { by: 'own', control: 'user' },
      ...whose,
      remark: { by: 'contains', columns: ['remark'], control: 'text' },
    },
    nameColumn: 'number',
    facts: ['name', 'quantity', 'time'],
    page,
    order: { column: 'time', direction: 'desc' },
  });

export const inDetailTable = detail({
  direction: 'in',
  type: '入库',
  page: '/report/in_detail',
  time: { 'zh-cn': '入库日期', en: 'Date in' },
});
export const outDetailTable = detail({
  direction: 'out',
  type: '出库',
  page: '/report/out_detail',
  time: { 'zh-cn': '出库日期', en: 'Date out' },
});

/** The lines of transfers in force, newest first, with the warehouses that they went from and to. */
export const allocationDetailTable = table({
  id: 'allocationDetail',
  path: '/depotHead/findAllocationDetail',
  exportPath: '/depotHead/exportAllocationDetail',
  access: { page: ['/report/allocation_detail', ...Object.values(countPages)] },
  columns: {
    ...paperColumns({ 'zh-cn': '调拨日期', en: 'Date of transfer' }),
    ...lineColumns,
    kind: { type: 'text', code: true, hidden: true },
    warehouseName: {
      type: 'text',
      width: 110,
      called: { 'zh-cn': '调出仓库', en: 'From warehouse' },
    },
    targetWarehouseName: { type: 'text', width: 110 },
    /** What has arrived; the rest is on its way, or was lost there. */
    arrived: {
      type: 'quantity',
      sum: true,
      optional: true,
      called: { 'zh-cn': '已到货', en: 'Arrived' },
    },
    remark: { type: 'text', width: 140 },
  },
  filters: {
    ...asked,
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
    ...whose,
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['name', 'quantity', 'targetWarehouseName'],
  page: '/report/allocation_detail',
  order: { column: 'time', direction: 'desc' },
});

interface Count {
  readonly direction: Direction;
  readonly type: '入库' | '出库';
  readonly quantity: Called;
  readonly amount: Called;
}

/**
 * What came in of each product (or went out) in a range of days, transfers included on both sides, as far as they have arrived;
 * in base units, amounts as lines have them: without tax and before discounts, in the company's own currency.
 */
const count = ({ direction, type, quantity, amount }: Count) =>
  table({
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
      ...asked,
      organId: { by: 'own', control: 'partner' },
      warehouses: { by: 'own', control: 'warehouses' },
      ...whose,
    },
    nameColumn: 'name',
    facts: ['barcode', 'quantity', 'amount'],
    order: { column: 'barcode', direction: 'asc' },
  });

export const inMaterialCountTable = count({
  direction: 'in',
  type: '入库',
  quantity: { 'zh-cn': '入库数量', en: 'Received' },
  amount: { 'zh-cn': '入库金额', en: 'Value in' },
});
export const outMaterialCountTable = count({
  direction: 'out',
  type: '出库',
  quantity: { 'zh-cn': '出库数量', en: 'Issued' },
  amount: { 'zh-cn': '出库金额', en: 'Value out' },
});
