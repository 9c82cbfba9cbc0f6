import { Type } from 'typebox';
import { Note, Optional, OptionalAmount, Phone, Text } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, formField, nameField, preferOne, preferred, defineRecord } from '../record.ts';
import { Id, defineChoices } from '../resource.ts';
import { CityText, CountryCode, RegionCode } from '../logistics/placeParts.ts';
import { warehousePage } from '../recordPages.ts';

const negativeStockRules = ['company', 'allow', 'forbid'] as const;
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
    /** Stock below zero: by the switch of the company, or by the warehouse's own rule. */
    negativeStock: {
      ...formField(
        'negative_stock',
        is.withOptionalInput(is.requiredChoiceType(negativeStockRules)),
      ),
      filters: 'more',
    },
    address: {
      ...formField('address', is.withInputSchema(is.words, Optional(Note(200))), { width: 220 }),
      called: { 'zh-cn': '仓库地址', en: 'Warehouse address' },
    },
    /** Sender of shipments, in parts for carriers with structured addresses. */
    phone: formField('phone', is.withInputSchema(is.key, Optional(Phone)), { optional: true }),
    postcode: formField('postcode', is.withInputSchema(is.key, Optional(Text(20))), {
      optional: true,
    }),
    city: formField('city', is.withInputSchema(is.words, Optional(CityText)), { optional: true }),
    region: {
      ...formField('region', is.withInputSchema(is.key, Optional(RegionCode)), { optional: true }),
      called: { 'zh-cn': '州/省代码', en: 'State or province code' },
    },
    country: {
      ...formField('country', is.withInputSchema(is.key, Optional(CountryCode)), {
        optional: true,
      }),
      called: { 'zh-cn': '国家代码', en: 'Country code' },
    },
    /** Per day and kilogram, in base currency. */
    storageFee: formField('storage_fee', fee),
    /** Per transport, in base currency. */
    transportFee: formField('transport_fee', fee),
    principalId: { is: is.referenceType('keeper'), keeps: 'principal_id', enters: 'form' },
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
