import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { SingleLine, Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { formField, defineRecord, remarked, switched } from '../record.ts';
import { Closed, PositiveString, onSeveral } from '../resource.ts';

export const relationPage = '/material/third_relation';
const edit = { page: relationPage, button: '1' } as const;

export const relationStates = ['matched', 'unmatched'] as const;

/** SKU mapping: our barcode for a platform's code, and our units per platform unit. */
export const relations = defineRecord({
  id: 'productRelations',
  subject: 'product_relation',
  called: { 'zh-cn': '商品关系', en: 'Product relation' },
  path: '/tkof/rel',
  page: relationPage,
  unique: 'outerSkuCode',
  within: ['platform', 'shop'],
  fields: {
    platform: {
      ...formField('platform', is.withInputSchema(is.words, SingleLine(1, 40)), { width: 100 }),
      filters: 'first',
      called: { 'zh-cn': '平台', en: 'Platform' },
    },
    shop: {
      ...formField('shop', is.textType(60), { width: 120 }),
      filters: 'first',
      called: { 'zh-cn': '店铺', en: 'Shop' },
    },
    outerSkuCode: {
      ...formField('outer_sku_code', is.withInputSchema(is.key, SingleLine(1, 60)), {
        width: 140,
        matters: 'most',
      }),
      called: { 'zh-cn': '外部SKU', en: 'Platform SKU' },
    },
    outerName: {
      ...formField('outer_name', is.textType(200), { width: 180 }),
      called: { 'zh-cn': '外部名称', en: 'Platform name' },
    },
    outerProductId: {
      ...formField('outer_product_id', is.textType(60), { code: true, width: 130, optional: true }),
      called: { 'zh-cn': '外部商品ID', en: 'Platform product ID' },
    },
    barcodeId: {
      is: is.referenceType('barcode'),
      keeps: 'barcode_id',
      enters: 'form',
      lists: {},
      called: { 'zh-cn': '本地条码', en: 'Our barcode' },
    },
    /** Chosen barcode, for the form. */
    barcodeName: { is: is.words, reads: 'info' },
    barcode: {
      is: is.key,
      reads: 'list',
      lists: { width: 140 },
      called: { 'zh-cn': '本地条码', en: 'Our barcode' },
    },
    productName: {
      is: is.words,
      reads: 'list',
      lists: { width: 180 },
      called: { 'zh-cn': '本地商品', en: 'Our product' },
    },
    unit: { is: is.words, reads: 'list', lists: { width: 70, optional: true } },
    ratio: {
      ...formField('ratio', is.withInputSchema(is.quantity, Optional(PositiveString)), {
        width: 80,
        matters: 'some',
      }),
      called: { 'zh-cn': '换算', en: 'Ratio' },
    },
    stockSync: {
      ...formField('stock_sync', is.flag, { width: 90 }),
      filters: 'more',
      called: { 'zh-cn': '库存同步', en: 'Stock sync' },
    },
    /** In platform units, rounded down; null if stock is not published. */
    available: {
      is: is.quantity,
      reads: 'list',
      lists: { width: 100 },
      called: { 'zh-cn': '可售库存', en: 'For sale' },
    },
    /** Time of the last order with the code. */
    lastSync: {
      is: is.instantOrNone,
      reads: 'list',
      lists: { width: 150 },
      called: { 'zh-cn': '最近同步', en: 'Last synced' },
    },
    relationStatus: {
      is: is.choiceType(relationStates),
      reads: 'list',
      lists: { width: 90 },
      filters: 'first',
      called: { 'zh-cn': '匹配', en: 'Match' },
    },
    remark: { ...remarked, filters: 'more' },
    enabled: switched,
  },
  filters: {
    outer: {
      by: 'contains',
      columns: ['outerSkuCode', 'outerName', 'outerProductId'],
      control: 'text',
      first: true,
      called: { 'zh-cn': '外部SKU/商品', en: 'Platform SKU or product' },
    },
    materialParam: {
      by: 'contains',
      columns: ['barcode', 'productName'],
      control: 'text',
      first: true,
    },
  },
});

/** Ambiguous codes that are named, at most. */
const MOST_NAMED = 20;

/** Gives a barcode to mappings without one: equal to the code, or of the only SKU with that code. */
export const matchRelations = defineEndpoint({
  call: 'POST /tkof/rel/match',
  summary: 'Match relations that have no barcode by equal barcodes and SKU codes',
  access: edit,
  input: Closed({}),
  reply: Closed({
    matched: Type.Integer(),
    /** Codes of several SKUs; unchanged. */
    ambiguous: Type.Integer(),
    ambiguousCodes: Type.Array(Type.String(), { maxItems: MOST_NAMED }),
    unmatched: Type.Integer(),
  }),
});

export const detachRelations = onSeveral({
  call: 'POST /tkof/rel/detach',
  summary: 'Take the barcodes from several relations',
  access: edit,
});
