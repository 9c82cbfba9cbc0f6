// What programs call: a token for a sign, and lists that are those of the screens.
import { Type } from 'typebox';
import { documentTables } from '../document/tables.ts';
import { endpoint } from '../endpoint.ts';
import { Text } from '../field.ts';
import type { OpenScope } from '../openScopes.ts';
import { partners } from '../partner/partners.ts';
import { products } from '../catalog/products.ts';
import { goodsSkuTable } from '../report/stockNow.ts';
import { Closed, Nullable } from '../resource.ts';
import type { Table } from '../table.ts';

/** How far a program's clock may be off, in seconds. */
export const CLOCK_SKEW = 300;

/** `sign` is HMAC-SHA256 by the secret over the id followed by the timestamp, in hex. */
export const openToken = endpoint({
  call: 'POST /openapi/token',
  summary: 'A token for a sign',
  access: 'public',
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

const openList = (application: OpenScope, name: string, table: Table) => ({
  table,
  call: endpoint({
    call: `GET /openapi/${name}`,
    summary: `The list ${table.id}, for programs`,
    access: { application },
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
  openList('products:read', 'products', products.table),
  openList('stock:read', 'stock', goodsSkuTable),
  openList('partners:read', 'suppliers', partners.tables.supplier),
  openList('partners:read', 'customers', partners.tables.customer),
  openList('orders:read', 'orders', documentTables.saleOrder),
  openList('outbounds:read', 'outbounds', documentTables.saleOut),
] as const;
