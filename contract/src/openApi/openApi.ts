// Open API: a token for a signature, and the screens' lists.
import type { ErrorKey } from '@tradehouse/domain';
import { trackStates } from '@tradehouse/domain';
import { Type } from 'typebox';
import { documentTables } from '../document/tables.ts';
import { defineEndpoint } from '../endpoint.ts';
import type { Endpoint, InputOf } from '../endpoint.ts';
import { NameText, Note, Optional, Text, toLiteralUnion } from '../field.ts';
import { toRecordSchema } from '../lightSchemas.ts';
import type { OpenScope } from './openScopes.ts';
import type { Called } from '../phrase/called.ts';
import { partners } from '../partner/partners.ts';
import { products } from '../catalog/products.ts';
import { goodsSkuTable } from '../report/stockNow.ts';
import { externalOrders } from '../externalOrder/externalOrders.ts';
import { AmountString, Closed, Id, Instant, Nullable, PositiveString } from '../resource.ts';
import type { TableDeclaration } from '../table.ts';

/** Label group of the calls. */
const labels = 'openApi';

/** Allowed difference of an application's clock, in seconds. */
export const CLOCK_SKEW = 300;

/** Maximum calls of an application per minute. */
export const CALLS_PER_MINUTE = 60;

/** Requests per minute of all a company's programs. */
export const COMPANY_CALLS_PER_MINUTE = 600;

/** `sign` is HMAC-SHA256 by the secret over the id followed by the timestamp, in hex. */
export const openToken = defineEndpoint({
  call: 'POST /openapi/token',
  summary: 'A token for a sign',
  access: 'public',
  labels,
  input: Closed({
    app_id: Text(60),
    /** Milliseconds since 1970; each opens one token. */
    timestamp: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    sign: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
  }),
  reply: Closed({
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer(),
  }),
});

const MOST_ROWS = 200;

const defineOpenList = (
  application: OpenScope,
  name: string,
  table: TableDeclaration,
  called: Called,
) => ({
  called,
  table,
  call: defineEndpoint({
    call: `GET /openapi/${name}`,
    summary: `The list ${table.id}, for programs`,
    access: { application },
    labels,
    input: Closed({
      search: Optional(Type.String({ maxLength: 10_000 })),
      currentPage: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      pageSize: Optional(Type.Integer({ minimum: 1, maximum: MOST_ROWS })),
    }),
    reply: Closed({
      rows: Type.Array(toRecordSchema(Type.Unknown())),
      total: Type.Integer(),
      totals: toRecordSchema(Nullable(Type.String())),
      age: Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
});

/** Open API lists are the screens' lists: rows, rights and masks. */
export const openLists = [
  defineOpenList('products:read', 'products', products.table, {
    'zh-cn': '商品列表',
    en: 'List of products',
  }),
  defineOpenList('stock:read', 'stock', goodsSkuTable, {
    'zh-cn': '可用库存',
    en: 'Available stock',
  }),
  defineOpenList('partners:read', 'suppliers', partners.tables.supplier, {
    'zh-cn': '供应商列表',
    en: 'List of suppliers',
  }),
  defineOpenList('partners:read', 'customers', partners.tables.customer, {
    'zh-cn': '客户列表',
    en: 'List of customers',
  }),
  defineOpenList('orders:read', 'orders', documentTables.saleOrder, {
    'zh-cn': '销售订单列表',
    en: 'List of sales orders',
  }),
  defineOpenList('outbounds:read', 'outbounds', documentTables.saleOut, {
    'zh-cn': '销售出库列表',
    en: 'List of deliveries',
  }),
] as const;

/** Lines per order. */
const MOST_LINES = 500;

/** Goods by barcode, in its unit, or by SKU code, in base units. */
const OpenOrderLine = Closed({
  barcode: Optional(Text(60)),
  skuCode: Optional(Text(60)),
  quantity: PositiveString,
  /** With tax, in the company's own currency. */
  price: AmountString,
  remark: Optional(Note(500)),
});

/**
 * Saves a draft sales order with the application user's rights. An existing number is returned, not saved
 * again.
 */
export const openOrder = defineEndpoint({
  call: 'POST /openapi/orders',
  summary: 'Write a sales order, for programs',
  access: { application: 'orders:write' },
  labels,
  input: Closed({
    externalOrder: NameText(1, 100),
    partnerId: Optional(Id),
    customer: Optional(Text(100)),
    remark: Optional(Note(500)),
    /** Prices are regular prices, reduced by the promotions of the day. */
    applyPromotions: Optional(Type.Boolean()),
    couponCode: Optional(Text(40)),
    lines: Type.Array(OpenOrderLine, { minItems: 1, maxItems: MOST_LINES }),
  }),
  reply: Closed({
    /** The order existed; nothing was saved. */
    known: Type.Boolean(),
    /** Sales order; null: deleted, or hidden from the application's user. */
    order: Nullable(Closed({ id: Id, number: Type.String() })),
  }),
});

/** Accepts an order by platform codes: the programs' counterpart of a manual import. */
export const openExternalOrder = defineEndpoint({
  call: 'POST /openapi/external_orders',
  summary: 'Bring in a marketplace order, for programs',
  access: { application: 'orders:write' },
  labels,
  input: externalOrders.add.input,
  reply: externalOrders.add.reply,
});

/**
 * Sales' shipments with tracking state, oldest change first. `next` continues; changes of the last minute
 * may repeat.
 */
export const openTracks = defineEndpoint({
  call: 'GET /openapi/tracks',
  summary: 'Tracking numbers and events of what was sold, for programs',
  access: { application: 'tracks:read' },
  labels,
  input: Closed({
    updatedSince: Optional(Instant),
    /** Among changes at exactly `updatedSince`, only later ids. */
    after: Optional(Id),
    pageSize: Optional(Type.Integer({ minimum: 1, maximum: MOST_ROWS })),
  }),
  reply: Closed({
    rows: Type.Array(
      Closed({
        id: Id,
        number: Type.String(),
        tracking: Type.String(),
        carrier: Type.String(),
        trackState: toLiteralUnion(trackStates),
        updatedAt: Instant,
        outbound: Type.String(),
        orders: Type.Array(Closed({ number: Type.String(), externalOrder: Type.String() })),
        /** The newest first. */
        events: Type.Array(
          Closed({
            eventTime: Instant,
            trackState: toLiteralUnion(trackStates),
            place: Type.String(),
            description: Type.String(),
          }),
        ),
      }),
    ),
    /** True if more is available at once. */
    more: Type.Boolean(),
    next: Closed({ updatedSince: Instant, after: Id }),
  }),
});

/** Documentation of a call, for developers. */
export interface OpenCall {
  readonly called: Called;
  readonly call: Endpoint;
  /** List read by the call. */
  readonly table?: TableDeclaration;
  /** Example of the input. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** Possible refusals, beside every server's. */
  readonly refusals: readonly ErrorKey[];
}

const anyProgram = [
  'application.token',
  'access.denied',
  'request.tooMany',
  'request.field',
] as const;

/** Open API calls in page order: areas by scope. */
export const openCalls: readonly OpenCall[] = [
  {
    called: { 'zh-cn': '换取令牌', en: 'Get a token' },
    call: openToken,
    sample: { app_id: '$APP_ID', timestamp: '$TIMESTAMP', sign: '$SIGN' },
    refusals: [
      'application.sign',
      'application.late',
      'application.replayed',
      'login.throttled',
      'request.field',
    ],
  },
  ...openLists.map((list) => ({
    ...list,
    sample: { currentPage: 1, pageSize: 20 } satisfies InputOf<typeof list.call>,
    refusals: [...anyProgram, 'request.unknownName', 'server.tooLong'] as const,
  })),
  {
    called: { 'zh-cn': '新增销售订单', en: 'Create a sales order' },
    call: openOrder,
    sample: {
      externalOrder: 'A-1001',
      customer: '南城门店',
      lines: [{ barcode: '6901234567892', quantity: '2', price: '9.90' }],
    } satisfies InputOf<typeof openOrder>,
    refusals: [
      ...anyProgram,
      'externalOrder.customer',
      'openOrder.goods',
      'openOrder.unknownSku',
      'openOrder.severalSkus',
      'document.unknownBarcode',
      'server.busy',
    ],
  },
  {
    called: { 'zh-cn': '接收平台订单', en: 'Import a marketplace order' },
    call: openExternalOrder,
    sample: {
      platform: '淘宝',
      shop: '旗舰店',
      externalOrder: 'A-1002',
      customer: '南城门店',
      lines: [{ outerSkuCode: 'TB-88-RED', quantity: '1', price: '19.90' }],
    } satisfies InputOf<typeof openExternalOrder>,
    refusals: [...anyProgram, 'externalOrder.customer', 'externalOrder.quantity', 'server.busy'],
  },
  {
    called: { 'zh-cn': '读取物流轨迹', en: 'Read shipment tracks' },
    call: openTracks,
    sample: { updatedSince: '2026-01-31T08:00:00Z', pageSize: 50 } satisfies InputOf<
      typeof openTracks
    >,
    refusals: anyProgram,
  },
];
