// What programs call: a token for a sign, and lists that are those of the screens.
import type { ErrorKey } from '@tradehouse/domain';
import { trackStates } from '@tradehouse/domain';
import { Type } from 'typebox';
import { documentTables } from '../document/tables.ts';
import { endpoint } from '../endpoint.ts';
import type { Endpoint, InputOf } from '../endpoint.ts';
import { Name, Note, Optional, Text, literals } from '../field.ts';
import type { OpenScope } from '../openScopes.ts';
import type { Called } from '../phrase/called.ts';
import { partners } from '../partner/partners.ts';
import { products } from '../catalog/products.ts';
import { goodsSkuTable } from '../report/stockNow.ts';
import { externalOrders } from '../relation/externalOrders.ts';
import { AmountString, Closed, Id, Instant, Nullable, PositiveString } from '../resource.ts';
import type { Table } from '../table.ts';

/** The words that its calls have for their fields. */
const labels = 'openApi';

/** How far a program's clock may be off, in seconds. */
export const CLOCK_SKEW = 300;

/** How often a program may ask in a minute. */
export const CALLS_PER_MINUTE = 60;

/** Requests a minute that all programs of a company may send together. */
export const COMPANY_CALLS_PER_MINUTE = 600;

/** `sign` is HMAC-SHA256 by the secret over the id followed by the timestamp, in hex. */
export const openToken = endpoint({
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

const openList = (application: OpenScope, name: string, table: Table, called: Called) => ({
  called,
  table,
  call: endpoint({
    call: `GET /openapi/${name}`,
    summary: `The list ${table.id}, for programs`,
    access: { application },
    labels,
    input: Closed({
      search: Type.Optional(Type.String({ maxLength: 10_000 })),
      currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ROWS })),
    }),
    reply: Closed({
      rows: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      total: Type.Integer(),
      totals: Type.Record(Type.String(), Nullable(Type.String())),
      age: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
});

/** Each list of the open API is a list of the screens: its rows, its rights, what is hidden in it. */
export const openLists = [
  openList('products:read', 'products', products.table, {
    'zh-cn': '商品列表',
    en: 'List of products',
  }),
  openList('stock:read', 'stock', goodsSkuTable, {
    'zh-cn': '可用库存',
    en: 'Available stock',
  }),
  openList('partners:read', 'suppliers', partners.tables.supplier, {
    'zh-cn': '供应商列表',
    en: 'List of suppliers',
  }),
  openList('partners:read', 'customers', partners.tables.customer, {
    'zh-cn': '客户列表',
    en: 'List of customers',
  }),
  openList('orders:read', 'orders', documentTables.saleOrder, {
    'zh-cn': '销售订单列表',
    en: 'List of sales orders',
  }),
  openList('outbounds:read', 'outbounds', documentTables.saleOut, {
    'zh-cn': '销售出库列表',
    en: 'List of sales outbounds',
  }),
] as const;

/** Lines of one order at most. */
const MOST_LINES = 500;

/** Names its goods by a barcode, whose unit it is counted in, or by the code of a SKU, in the unit that its stock is counted in. */
const OpenOrderLine = Closed({
  barcode: Optional(Text(60)),
  skuCode: Optional(Text(60)),
  quantity: PositiveString,
  /** With tax, in the company's own currency. */
  price: AmountString,
  remark: Optional(Note(500)),
});

/** Writes a sales order, a draft, as the application's user would. One of the same number is answered, and not written again. */
export const openOrder = endpoint({
  call: 'POST /openapi/orders',
  summary: 'Write a sales order, for programs',
  access: { application: 'orders:write' },
  labels,
  input: Closed({
    externalOrder: Name(1, 100),
    partnerId: Optional(Id),
    customer: Optional(Text(100)),
    remark: Optional(Note(500)),
    lines: Type.Array(OpenOrderLine, { minItems: 1, maxItems: MOST_LINES }),
  }),
  reply: Closed({
    /** It was here before, and nothing was written this time. */
    known: Type.Boolean(),
    /** The sales order; null: it was deleted since, or the application's user may not see it. */
    order: Nullable(Closed({ id: Id, number: Type.String() })),
  }),
});

/** Takes in an order by the codes of the platform that it comes from: what a person brings in by hand, for programs. */
export const openExternalOrder = endpoint({
  call: 'POST /openapi/external_orders',
  summary: 'Bring in an marketplace order, for programs',
  access: { application: 'orders:write' },
  labels,
  input: externalOrders.add.input,
  reply: externalOrders.add.reply,
});

/**
 * What sales were sent with and where that is, what changed first first. Asked again with `next` it answers what changed since;
 * of the last minute something may come twice.
 */
export const openTracks = endpoint({
  call: 'GET /openapi/tracks',
  summary: 'Tracking numbers and events of what was sold, for programs',
  access: { application: 'tracks:read' },
  labels,
  input: Closed({
    updatedSince: Optional(Instant),
    /** Of what changed at that very moment, only what comes after this one. */
    after: Optional(Id),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ROWS })),
  }),
  reply: Closed({
    rows: Type.Array(
      Closed({
        id: Id,
        number: Type.String(),
        tracking: Type.String(),
        carrier: Type.String(),
        trackState: literals(trackStates),
        updatedAt: Instant,
        outbound: Type.String(),
        orders: Type.Array(Closed({ number: Type.String(), externalOrder: Type.String() })),
        /** The newest first. */
        events: Type.Array(
          Closed({
            eventTime: Instant,
            trackState: literals(trackStates),
            place: Type.String(),
            description: Type.String(),
          }),
        ),
      }),
    ),
    /** There is more to be asked for at once. */
    more: Type.Boolean(),
    next: Closed({ updatedSince: Instant, after: Id }),
  }),
});

/** What a call of the open API says of itself to those who write programs. */
export interface OpenCall {
  readonly called: Called;
  readonly call: Endpoint;
  /** The list that it reads: its columns and filters. */
  readonly table?: Table;
  /** What it is sent, as an example. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** What it may be refused by, beside what any server may answer. */
  readonly refusals: readonly ErrorKey[];
}

const anyProgram = [
  'application.token',
  'access.denied',
  'request.tooMany',
  'request.field',
] as const;

/** Every call of the open API, in the order of its page: areas by the scope that opens them. */
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
