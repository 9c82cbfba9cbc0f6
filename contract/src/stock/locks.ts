import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Note, Optional, ShownAmount, Text } from '../field.ts';
import {
  AmountString,
  Closed,
  DecimalString,
  NumberString,
  Id,
  Nullable,
  defineChoices,
  onOne,
  defineResource,
  Instant,
} from '../resource.ts';
import { asOfDay, ofSku } from '../report/tradeFilters.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';

const lockSources = ['manual', 'activity', 'order'] as const;
export const lockPage = '/report/set_lock_stock';
export const activityPage = '/material/activity';

/** Columns in every row about a SKU in a warehouse. */
export const placeColumns = {
  id: { type: 'text', code: true, hidden: true },
  skuId: { type: 'id', hidden: true },
  productId: { type: 'id', hidden: true },
  warehouseId: { type: 'id', hidden: true },
} as const;

/**
 * Formal stock by SKU and warehouse: on hand, locked per holder, and free. Base units. `id` is SKU and
 * warehouse.
 */
export const lockTable = defineTable({
  id: 'stockLocks',
  path: '/stockLock/list',
  exportPath: '/stockLock/exportExcel',
  access: { page: lockPage },
  columns: {
    ...placeColumns,
    barcode: { type: 'text', code: true, width: 120 },
    name: { type: 'text', width: 180 },
    attributes: { type: 'text', width: 90 },
    skuCode: { type: 'text', code: true, optional: true, width: 110 },
    warehouseName: { type: 'text', width: 120 },
    unit: { type: 'text', width: 60 },
    stock: { type: 'quantity', sum: true, width: 100 },
    byHand: { type: 'quantity', sum: true, width: 100 },
    byActivity: { type: 'quantity', sum: true, width: 100 },
    byOrder: { type: 'quantity', sum: true, width: 100 },
    locked: { type: 'quantity', sum: true, width: 100 },
    available: { type: 'quantity', sum: true, width: 100 },
    /** Activities holding part of the stock. */
    activityNames: { type: 'text', optional: true, width: 140 },
    /** Details of the latest lock or release. */
    reason: { type: 'text', optional: true, width: 160 },
    operator: { type: 'text', optional: true, width: 90 },
    changedAt: { type: 'time', optional: true, width: 150 },
  },
  filters: {
    keyword: { by: 'own', control: 'text', first: true },
    warehouses: { by: 'own', control: 'warehouses', first: true },
    activityId: { by: 'own', control: 'activity', first: true },
    lockedOnly: { by: 'own', control: 'flag', first: true, starts: true },
    skuId: ofSku,
  },
  nameColumn: 'barcode',
  facts: ['name', 'warehouseName', 'locked', 'available'],
  order: { column: 'barcode', direction: 'asc' },
});

/** Locks of SKUs in warehouses by holder, now or at the end of a past day. Base units. */
export const dayLockTable = defineTable({
  id: 'dayLocks',
  path: '/stockLock/dayList',
  exportPath: '/stockLock/exportDay',
  access: { page: lockPage },
  columns: {
    ...placeColumns,
    barcode: { type: 'text', code: true, width: 120 },
    name: { type: 'text', width: 180 },
    attributes: { type: 'text', width: 90 },
    warehouseName: { type: 'text', width: 120 },
    unit: { type: 'text', width: 60 },
    source: { type: 'choice', choices: lockSources, width: 100 },
    sourceName: { type: 'text', width: 170 },
    locked: { type: 'quantity', sum: true, width: 100 },
  },
  filters: {
    keyword: { by: 'own', control: 'text', first: true },
    warehouses: { by: 'own', control: 'warehouses', first: true },
    date: { ...asOfDay, first: true },
    source: { by: 'equals', columns: ['source'], control: 'choice', choices: lockSources },
    skuId: ofSku,
  },
  nameColumn: 'barcode',
  facts: ['name', 'warehouseName', 'locked'],
  order: { column: 'barcode', direction: 'asc' },
});

/** Every locking and letting go of a SKU in a warehouse, newest first. */
export const lockHistoryTable = defineTable({
  id: 'lockHistory',
  path: '/stockLock/history',
  exportPath: '/stockLock/exportHistory',
  access: { page: [lockPage, activityPage] },
  columns: {
    id: { type: 'id', hidden: true },
    at: { type: 'time', width: 150 },
    source: { type: 'choice', choices: lockSources, width: 90 },
    sourceName: { type: 'text', width: 170 },
    quantity: { type: 'quantity', width: 90 },
    userName: { type: 'text', width: 90 },
    remark: { type: 'text', width: 200 },
  },
  filters: {
    /** Both together; otherwise the history is empty. */
    skuId: { by: 'own', control: 'text' },
    warehouseId: { by: 'own', control: 'warehouse' },
  },
  order: { column: 'at', direction: 'desc' },
});

/**
 * Locks (above zero) or releases (below zero) by hand, optionally for an activity. Current + quantity is
 * never below 0.
 */
export const setLock = defineEndpoint({
  call: 'POST /stockLock/set',
  summary: 'Lock stock or let it go',
  access: { page: [lockPage, activityPage], button: '1' },
  input: Closed({
    skuId: Id,
    warehouseId: Id,
    quantity: NumberString,
    activityId: Optional(Nullable(Id)),
    remark: Optional(Note(200)),
  }),
  reply: Closed({ locked: DecimalString, available: DecimalString }),
});

export const activityStates = ['waiting', 'running', 'ended'] as const;

export const activityTable = defineTable({
  id: 'activities',
  path: '/activity/list',
  exportPath: '/activity/exportExcel',
  access: { page: activityPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 200 },
    beginsAt: { type: 'time', width: 150 },
    endsAt: { type: 'time', width: 150 },
    products: { type: 'integer', width: 80 },
    target: { type: 'quantity', sum: true, width: 100 },
    locked: { type: 'quantity', sum: true, width: 100 },
    sold: { type: 'quantity', sum: true, width: 100 },
    state: { type: 'choice', choices: activityStates, width: 90 },
    remark: { type: 'text', width: 160 },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    state: { ...defineChoicesFilter('state', activityStates), first: true },
    beginsAt: { by: 'range', columns: ['beginsAt'], control: 'dates' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** `quantity` is the activity's total lock; saving locks or releases the difference. */
export const ActivityLine = Closed({
  barcode: Text(60),
  warehouseId: Id,
  quantity: AmountString,
  price: Optional(Nullable(AmountString)),
});
export const ActivityFields = Closed({
  name: NameText(2, 60),
  beginsAt: Instant,
  endsAt: Instant,
  remark: Optional(Note(200)),
  lines: Type.Array(ActivityLine, { maxItems: 500 }),
});
export type ActivityFields = Static<typeof ActivityFields>;

export const ActivityInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  beginsAt: Type.String(),
  endsAt: Type.String(),
  remark: Type.String(),
  lines: Type.Array(
    Closed({
      barcode: Type.String(),
      productName: Type.String(),
      skuId: Id,
      warehouseId: Id,
      warehouseName: Type.String(),
      quantity: DecimalString,
      current: DecimalString,
      sold: DecimalString,
      price: ShownAmount,
    }),
  ),
});

export const activities = defineResource({
  path: '/activity',
  page: activityPage,
  table: activityTable,
  fields: ActivityFields,
  info: ActivityInfo,
  unique: { field: 'name' },
});

/** Running and future activities, for the head of an outbound document. */
export const activityChoices = defineChoices({
  path: '/activity/findBySelect',
  summary: 'Activities that have not ended',
  row: { id: Id, name: Type.String(), running: Type.Boolean() },
});

export const releaseActivity = onOne({
  call: 'POST /activity/end',
  summary: 'End an activity now and let go of what it holds',
  access: { page: activityPage, button: '1' },
});
