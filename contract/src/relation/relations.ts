import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Line, Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { entered, record, remarked, switched } from '../record.ts';
import { Closed, PositiveString, onSeveral } from '../resource.ts';

export const relationPage = '/material/third_relation';
const edit = { page: relationPage, button: '1' } as const;

export const relationStates = ['matched', 'unmatched'] as const;

/** Which barcode of ours a platform's code stands for, and how many of it one of theirs is. */
export const relations = record({
  id: 'productRelations',
  subject: 'product_relation',
  called: { 'zh-cn': '商品关系', en: 'Product relation' },
  path: '/tkof/rel',
  page: relationPage,
  unique: 'outerSkuCode',
  within: ['platform', 'shop'],
  fields: {
    platform: {
      ...entered('platform', is.taking(is.words, Line(1, 40)), { width: 100 }),
      filters: 'first',
      called: { 'zh-cn': '平台', en: 'Platform' },
    },
    shop: {
      ...entered('shop', is.text(60), { width: 120 }),
      filters: 'first',
      called: { 'zh-cn': '店铺', en: 'Shop' },
    },
    outerSkuCode: {
      ...entered('outer_sku_code', is.taking(is.key, Line(1, 60)), { width: 140, matters: 'most' }),
      called: { 'zh-cn': '外部SKU', en: 'Platform SKU' },
    },
    outerName: {
      ...entered('outer_name', is.text(200), { width: 180 }),
      called: { 'zh-cn': '外部名称', en: 'Outer name' },
    },
    outerProductId: {
      ...entered('outer_product_id', is.text(60), { code: true, width: 130, optional: true }),
      called: { 'zh-cn': '外部商品ID', en: 'Outer product ID' },
    },
    barcodeId: {
      is: is.one('barcode'),
      keeps: 'barcode_id',
      enters: 'form',
      lists: {},
      called: { 'zh-cn': '本地条码', en: 'Our barcode' },
    },
    /** What the form shows of the chosen barcode. */
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
      ...entered('ratio', is.taking(is.quantity, Optional(PositiveString)), {
        width: 80,
        matters: 'some',
      }),
      called: { 'zh-cn': '换算', en: 'Ratio' },
    },
    stockSync: {
      ...entered('stock_sync', is.flag, { width: 90 }),
      filters: 'more',
      called: { 'zh-cn': '库存同步', en: 'Stock sync' },
    },
    /** Of the platform's own units, rounded down; null where its stock is not told. */
    available: {
      is: is.quantity,
      reads: 'list',
      lists: { width: 100 },
      called: { 'zh-cn': '可售库存', en: 'For sale' },
    },
    /** When an order last named it. */
    lastSync: {
      is: is.instantOrNone,
      reads: 'list',
      lists: { width: 150 },
      called: { 'zh-cn': '最近同步', en: 'Last synced' },
    },
    relationStatus: {
      is: is.choice(relationStates),
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

/** How many codes are named at most that fit several of our goods. */
const MOST_NAMED = 20;

/** Those that have no barcode get the one that their code is, or that is of the one SKU which is called so. */
export const matchRelations = endpoint({
  call: 'POST /tkof/rel/match',
  summary: 'Match relations that have no barcode by equal barcodes and SKU codes',
  access: edit,
  input: Closed({}),
  reply: Closed({
    matched: Type.Integer(),
    /** Codes that several SKUs are called; they stay as they are. */
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
