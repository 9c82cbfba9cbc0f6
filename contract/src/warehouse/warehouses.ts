import { Type } from 'typebox';
import { Note, Optional, OptionalAmount } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { named, record, remarked, sorted, switched } from '../record.ts';
import { Id, choices, onOne } from '../resource.ts';

export const warehousePage = '/system/depot';
export const warehouseTypes = ['own', 'thirdParty', 'transit', 'defective'] as const;

export const warehouses = record({
  id: 'warehouses',
  subject: 'warehouse',
  called: { 'zh-cn': '仓库', en: 'Warehouse' },
  path: '/depot',
  page: warehousePage,
  unique: { field: 'name' },
  status: true,
  fields: {
    name: { ...named(2, 30), called: { 'zh-cn': '仓库名称', en: 'Warehouse name' } },
    type: {
      is: is.optional(is.oneOf(warehouseTypes)),
      keeps: 'type',
      enters: 'form',
      lists: {},
      filters: 'more',
    },
    address: {
      is: is.taking(is.words, Optional(Note(200))),
      keeps: 'address',
      enters: 'form',
      lists: { width: 220 },
      called: { 'zh-cn': '仓库地址', en: 'Warehouse address' },
    },
    /** Per day and kilogram, in base currency. */
    storageFee: {
      is: is.taking(is.money('money'), OptionalAmount),
      keeps: 'storage_fee',
      enters: 'form',
      lists: {},
    },
    /** Per transport, in base currency. */
    transportFee: {
      is: is.taking(is.money('money'), OptionalAmount),
      keeps: 'transport_fee',
      enters: 'form',
      lists: {},
    },
    principalId: { is: is.one('user'), keeps: 'principal_id', enters: 'form' },
    principalName: { is: is.words, reads: 'both', lists: {} },
    remark: { ...remarked, filters: 'first' },
    sort: sorted,
    enabled: switched,
    isDefault: { is: is.flag, keeps: 'is_default', lists: {} },
  },
});

const offered = { id: Id, name: Type.String(), isDefault: Type.Boolean() };

export const defaultWarehouse = onOne({
  call: 'POST /depot/updateIsDefault',
  summary: 'Make a warehouse the default',
  access: { page: warehousePage, button: '1' },
});

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
