import { priceListBases } from '@tradehouse/domain';
import { Type } from 'typebox';
import { Optional, ShownAmount } from '../field.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import { ending, entered, named, record } from '../record.ts';
import { AmountString, Closed, Id, Nullable, choices } from '../resource.ts';

export const priceListPage = '/material/price_list';
/** A form shows them all, and a save says them all. */
export const MOST_LIST_PRICES = 5_000;

const ListPriceInput = Closed({ barcodeId: Id, price: AmountString });
/** A price of the list; `usual` is what the barcode costs by what the list goes by, or its sale price. */
const ListPrice = Closed({
  barcodeId: Id,
  barcode: Type.String(),
  productName: Type.String(),
  attributes: Type.String(),
  unit: Type.String(),
  usual: ShownAmount,
  minimumPrice: ShownAmount,
  price: ShownAmount,
});

/** Absent from a body, and null for anyone who may not see sale prices: they stay as they are. */
const listPrices = {
  reply: Nullable(Type.Array(ListPrice)),
  takes: Optional(Type.Array(ListPriceInput, { maxItems: MOST_LIST_PRICES })),
  column: { type: 'text' },
  shown: 'asIs',
} as const satisfies FieldType;

/**
 * What customers of a list pay: prices of its own, and of all else a price of the barcode less a discount, or what they would pay
 * without it.
 */
export const priceLists = record({
  id: 'priceLists',
  subject: 'price_list',
  called: { 'zh-cn': '价格表', en: 'Price list' },
  path: '/priceList',
  page: priceListPage,
  fields: {
    name: named(2, 60),
    base: {
      ...entered('base', is.oneOf(priceListBases), { width: 150 }),
      filters: 'more',
      called: { 'zh-cn': '其余商品按', en: 'Other goods at' },
    },
    discountRate: {
      ...entered('discount_rate', is.percent, { width: 100 }),
      called: { 'zh-cn': '优惠率', en: 'Discount %' },
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
export const priceListChoices = choices({
  path: '/priceList/findBySelect',
  summary: 'Price lists for a select',
  access: { page: [priceListPage, '/system/customer'] },
  row: { id: Id, name: Type.String() },
});
