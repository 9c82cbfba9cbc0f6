import { Type } from 'typebox';
import { Note, Optional, OptionalAmount } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, entered, named, preferOne, preferred, record } from '../record.ts';
import { Id, choices } from '../resource.ts';

export const warehousePage = '/system/depot';
export const warehouseTypes = ['own', 'thirdParty', 'transit', 'defective'] as const;

const fee = is.taking(is.money('money'), OptionalAmount);

export const warehouses = record({
  id: 'warehouses',
  subject: 'warehouse',
  called: { 'zh-cn': '仓库', en: 'Warehouse' },
  path: '/depot',
  page: warehousePage,
  fields: {
    name: { ...named(2, 30), called: { 'zh-cn': '仓库名称', en: 'Warehouse name' } },
    type: { ...entered('type', is.optional(is.oneOf(warehouseTypes))), filters: 'more' },
    address: {
      ...entered('address', is.taking(is.words, Optional(Note(200))), { width: 220 }),
      called: { 'zh-cn': '仓库地址', en: 'Warehouse address' },
    },
    /** Per day and kilogram, in base currency. */
    storageFee: entered('storage_fee', fee),
    /** Per transport, in base currency. */
    transportFee: entered('transport_fee', fee),
    principalId: { is: is.one('user'), keeps: 'principal_id', enters: 'form' },
    principalName: { is: is.words, reads: 'both', lists: {} },
    ...ending,
    isDefault: preferred,
  },
});

const offered = { id: Id, name: Type.String(), isDefault: Type.Boolean() };

export const defaultWarehouse = preferOne(warehouses, 'Make a warehouse the default');

/** What a warehouse select offers: enabled ones that the caller is granted, in display order. */
export const myWarehouses = choices({
  path: '/depot/findDepotByCurrentUser',
  summary: 'Warehouses of the signed-in user',
  row: offered,
});

export const allWarehouses = choices({
  path: '/depot/getAllList',
  summary: 'Granted warehouses, also switched-off ones',
  row: offered,
});
