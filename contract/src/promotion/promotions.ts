import { promotionKinds } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, ShownAmount, Text } from '../field.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import { formField, nameField, defineRecord, remarked, switched } from '../record.ts';
import {
  AmountString,
  Closed,
  DecimalString,
  Id,
  Instant,
  LastDay,
  Nullable,
  PositiveString,
} from '../resource.ts';
import { mostLines } from '../sheet/lines.ts';

export const promotionPage = '/bill/promotion';
/** Barcodes per promotion. */
const MOST_GOODS = 1_000;

/** Goods of a promotion; the quantity counts in a bundle. */
const promotionGoods = {
  reply: Type.Array(
    Closed({
      barcodeId: Id,
      barcode: Type.String(),
      productName: Type.String(),
      attributes: Type.String(),
      unit: Type.String(),
      salePrice: ShownAmount,
      quantity: DecimalString,
    }),
  ),
  takes: Optional(
    Type.Array(Closed({ barcodeId: Id, quantity: PositiveString }), { maxItems: MOST_GOODS }),
  ),
  column: { type: 'text' },
  shown: 'asIs',
} as const satisfies FieldType;

const count = is.withInputSchema(is.quantity, Optional(AmountString));
const salePrice = is.withInputSchema(is.moneyType('sale'), Optional(AmountString));
const optional = { optional: true } as const;

/** Rules that reduce sales lines (decision 0090). */
export const promotions = defineRecord({
  id: 'promotions',
  subject: 'promotion',
  called: { 'zh-cn': '促销规则', en: 'Promotion' },
  path: '/promotion',
  page: promotionPage,
  fields: {
    name: nameField(2, 60),
    promotionKind: {
      ...formField('kind', is.requiredChoiceType(promotionKinds), { width: 120 }),
      filters: 'first',
      called: { 'zh-cn': '优惠方式', en: 'Kind' },
    },
    rate: {
      ...formField('rate', is.percent, { width: 90 }),
      called: { 'zh-cn': '优惠率', en: 'Percentage off' },
    },
    amount: {
      ...formField('amount', salePrice, { width: 110 }),
      called: { 'zh-cn': '优惠金额/套装价', en: 'Amount off or bundle price' },
    },
    threshold: {
      ...formField('threshold', salePrice, { width: 100 }),
      called: { 'zh-cn': '每满金额', en: 'For each' },
    },
    takeQuantity: {
      ...formField('take_quantity', count, { width: 80 }),
      called: { 'zh-cn': '买数量', en: 'Take' },
    },
    payQuantity: {
      ...formField('pay_quantity', count, { width: 80 }),
      called: { 'zh-cn': '付数量', en: 'Pay' },
    },
    coupon: {
      ...formField('coupon', is.textType(40), { width: 110, code: true }),
      filters: 'more',
      called: { 'zh-cn': '优惠码', en: 'Coupon code' },
    },
    firstDay: {
      ...formField('first_day', is.day, { width: 110 }),
      called: { 'zh-cn': '开始日期', en: 'First day' },
    },
    lastDay: {
      ...formField('last_day', is.withInputSchema(is.day, Optional(Nullable(LastDay))), {
        width: 110,
      }),
      called: { 'zh-cn': '结束日期', en: 'Last day' },
    },
    mostPerDocument: {
      ...formField('most_per_document', count, { ...optional, width: 110 }),
      called: { 'zh-cn': '每单上限', en: 'Most per document' },
    },
    mostPerCustomer: {
      ...formField('most_per_customer', count, { ...optional, width: 110 }),
      called: { 'zh-cn': '每客户上限', en: 'Most per customer' },
    },
    priority: {
      ...formField('priority', is.sort, { width: 80 }),
      called: { 'zh-cn': '优先级', en: 'Priority' },
    },
    exclusive: {
      ...formField('exclusive', is.flag, { width: 90 }),
      called: { 'zh-cn': '不与其他促销同享', en: 'Not combined' },
    },
    goodsCount: {
      is: is.integer,
      reads: 'list',
      lists: { width: 80 },
      called: { 'zh-cn': '商品数', en: 'Products' },
    },
    usedBy: {
      is: is.integer,
      reads: 'list',
      lists: { width: 90 },
      called: { 'zh-cn': '使用单据数', en: 'Documents' },
    },
    goods: { is: promotionGoods, reads: 'info', enters: 'call' },
    remark: { ...remarked, filters: 'first' },
    enabled: switched,
  },
});

const OfferedLine = Closed({
  barcode: Text(60),
  quantity: AmountString,
  /** Price of a unit without promotions. */
  regularPrice: AmountString,
});

/** Computes the promotions of a sale's lines; nothing is stored. */
export const offerPromotions = defineEndpoint({
  call: 'POST /promotion/offer',
  summary: 'The promotions of the lines of a sale',
  access: 'signedIn',
  input: Closed({
    kind: Text(40),
    partnerId: Optional(Nullable(Id)),
    time: Optional(Nullable(Instant)),
    currency: Optional(Text(3)),
    couponCode: Optional(Text(40)),
    /** Changed document: its own uses do not count. */
    documentId: Optional(Nullable(Id)),
    lines: Type.Array(OfferedLine, { maxItems: mostLines.goods }),
  }),
  reply: Closed({
    /** False: no promotion holds on the day; the lines have no discount. */
    running: Type.Boolean(),
    /** False: no promotion of the day has the named coupon code. */
    couponKnown: Type.Boolean(),
    lines: Type.Array(
      Closed({ amount: AmountString, discount: AmountString, promotions: Type.String() }),
    ),
  }),
});
