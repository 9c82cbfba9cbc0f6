// What programs call: a token for a sign, and lists that are those of the screens.
import type { ErrorKey } from '@tradehouse/domain';
import { Type } from 'typebox';
import { documentTables } from '../document/tables.ts';
import { endpoint } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { Text } from '../field.ts';
import type { OpenScope } from '../openScopes.ts';
import type { Called } from '../phrase/called.ts';
import { partners } from '../partner/partners.ts';
import { products } from '../catalog/products.ts';
import { goodsSkuTable } from '../report/stockNow.ts';
import { Closed, Nullable } from '../resource.ts';
import type { Table } from '../table.ts';

/** The words that its calls have for their fields. */
const labels = 'openApi';

/** How far a program's clock may be off, in seconds. */
export const CLOCK_SKEW = 300;

/** How often a program may ask in a minute. */
export const CALLS_PER_MINUTE = 60;

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
    en: 'List of vendors',
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

/** What a call of the open API says of itself to those who write programs. */
export interface OpenCall {
  readonly called: Called;
  readonly call: Endpoint;
  /** The list that it reads: its columns and filters. */
  readonly table?: Table;
  /** What it may be refused by, beside what any server may answer. */
  readonly refusals: readonly ErrorKey[];
}

const anyProgram = [
  'session.missing',
  'access.denied',
  'request.tooMany',
  'request.field',
] as const;

/** Every call of the open API, in the order of its page: areas by the scope that opens them. */
export const openCalls: readonly OpenCall[] = [
  {
    called: { 'zh-cn': '换取令牌', en: 'Get a token' },
    call: openToken,
    refusals: ['application.sign', 'login.throttled', 'request.field'],
  },
  ...openLists.map((list) => ({
    ...list,
    refusals: [...anyProgram, 'request.unknownName', 'server.tooLong'] as const,
  })),
];
