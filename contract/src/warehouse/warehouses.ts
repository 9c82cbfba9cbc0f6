import { Type } from 'typebox';
import { Note, Optional, OptionalAmount } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, formField, nameField, preferOne, preferred, defineRecord } from '../record.ts';
import { Id, defineChoices } from '../resource.ts';
import { warehousePage } from '../recordPages.ts';

export const warehouseTypes = ['own', 'thirdParty', 'transit', 'defective'] as const;

const fee = is.withInputSchema(is.moneyType('money'), OptionalAmount);

export const warehouses = defineRecord({
  id: 'warehouses',
  subject: 'warehouse',
  called: { 'zh-cn': '仓库', en: 'Warehouse' },
  path: '/depot',
  page: warehousePage,
  fields: {
    name: { ...nameField(2, 30), called: { 'zh-cn': '仓库名称', en: 'Warehouse name' } },
    type: {
      ...formField('type', is.withOptionalInput(is.requiredChoiceType(warehouseTypes))),
      filters: 'more',
    },
    address: {
      ...formField('address', is.withInputSchema(is.words, Optional(Note(200))), { width: 220 }),
      called: { 'zh-cn': '仓库地址', en: 'Warehouse address' },
    },
    /** Per day and kilogram, in base currency. */
    storageFee: formField('storage_fee', fee),
    /** Per transport, in base currency. */
    transportFee: formField('transport_fee', fee),
    principalId: { is: is.referenceType('user'), keeps: 'principal_id', enters: 'form' },
    principalName: { is: is.words, reads: 'both', lists: {} },
    ...ending,
    isDefault: preferred,
  },
});

const offered = { id: Id, name: Type.String(), isDefault: Type.Boolean() };

export const defaultWarehouse = preferOne(warehouses, 'Make a warehouse the default');

/** Warehouse choices: enabled warehouses granted to the caller, in display order. */
export const myWarehouses = defineChoices({
  path: '/depot/findDepotByCurrentUser',
  summary: 'Warehouses of the signed-in user',
  row: offered,
});

export const allWarehouses = defineChoices({
  path: '/depot/getAllList',
  summary: 'Granted warehouses, also switched-off ones',
  row: offered,
});
