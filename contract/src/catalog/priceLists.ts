import { priceListBases } from '@tradehouse/domain';
import { Type } from 'typebox';
import { Optional, ShownAmount } from '../field.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import { ending, formField, nameField, defineRecord } from '../record.ts';
import {
  AmountString,
  Closed,
  Day,
  DecimalString,
  Id,
  LastDay,
  Nullable,
  defineChoices,
} from '../resource.ts';

export const priceListPage = '/material/price_list';
/** Prices per list; form and save carry all. */
export const MOST_LIST_PRICES = 5_000;

/** Price from a quantity on, on days: absent or null is any. */
const ListPriceInput = Closed({
  barcodeId: Id,
  price: AmountString,
  minimumQuantity: Optional(AmountString),
  firstDay: Optional(Nullable(Day)),
  lastDay: Optional(Nullable(LastDay)),
});
/** Listed price; `usual` is the price by the list's base, else the sale price. */
const ListPrice = Closed({
  barcodeId: Id,
  barcode: Type.String(),
  productName: Type.String(),
  attributes: Type.String(),
  unit: Type.String(),
  usual: ShownAmount,
  minimumPrice: ShownAmount,
  price: ShownAmount,
  minimumQuantity: DecimalString,
  firstDay: Nullable(Day),
  lastDay: Nullable(LastDay),
});

/** Prices; absent in a body, and null without access to sale prices: unchanged. */
const listPrices = {
  reply: Nullable(Type.Array(ListPrice)),
  takes: Optional(Type.Array(ListPriceInput, { maxItems: MOST_LIST_PRICES })),
  column: { type: 'text' },
  shown: 'asIs',
} as const satisfies FieldType;

/** Price lists: own prices, and for further goods a base price less a discount, or the usual price. */
export const priceLists = defineRecord({
  id: 'priceLists',
  subject: 'price_list',
  called: { 'zh-cn': '价格表', en: 'Price list' },
  path: '/priceList',
  page: priceListPage,
  fields: {
    name: nameField(2, 60),
    base: {
      ...formField('base', is.requiredChoiceType(priceListBases), { width: 150 }),
      filters: 'more',
      called: { 'zh-cn': '其余商品按', en: 'Other goods at' },
    },
    discountRate: {
      ...formField('discount_rate', is.percent, { width: 100 }),
      called: { 'zh-cn': '优惠率', en: 'Discount %' },
    },
    firstDay: {
      ...formField('first_day', is.day, { width: 110 }),
      called: { 'zh-cn': '生效日期', en: 'First day' },
    },
    lastDay: {
      ...formField('last_day', is.withInputSchema(is.day, Optional(Nullable(LastDay))), {
        width: 110,
      }),
      called: { 'zh-cn': '截止日期', en: 'Last day' },
    },
    products: {
      is: is.integer,
      reads: 'list',
      lists: { width: 90 },
      called: { 'zh-cn': '表内价格数', en: 'Prices' },
    },
    customers: {
      is: is.integer,
      reads: 'list',
      lists: { width: 90 },
      called: { 'zh-cn': '使用客户数', en: 'Customers' },
    },
    prices: { is: listPrices, reads: 'info', enters: 'call' },
    ...ending,
  },
});

/** Enabled lists, in display order. */
export const priceListChoices = defineChoices({
  path: '/priceList/findBySelect',
  summary: 'Price lists for a select',
  access: { page: [priceListPage, '/system/customer'] },
  row: { id: Id, name: Type.String() },
});
