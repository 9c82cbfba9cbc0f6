// What tests of reports share: a shop with some months of trade behind it, and the ledgers to count by hand.
import type { Page, TableDeclaration } from '@tradehouse/contract';
import { goodsDocuments } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { aShop } from '../document/testShop.ts';
import type { Saved, Shop, TestProduct } from '../document/testShop.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The day so many days ago, in the company's zone (whose noon is 04:00 UTC). */
export const daysAgo = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
export const at = (days: number) => ({ time: `${daysAgo(days)}T04:00:00.000Z` });

export interface Books {
  readonly server: TestServer;
  readonly shop: Shop;
  readonly tea: TestProduct;
  readonly cups: TestProduct;
  readonly productId: (product: TestProduct) => Promise<string>;
  /** A page of a report, as `token`'s user reads it. */
  readonly report: (
    table: TableDeclaration,
    search?: object,
    token?: string,
    query?: object,
  ) => Promise<Page<Row>>;
  readonly status: (table: TableDeclaration, search?: object, token?: string) => Promise<number>;
  /** Rows straight from the tables of the company, which need not be named. */
  readonly count: <T>(query: RawBuilder<T>) => Promise<readonly T[]>;
}

/** A year of small trade: receipts, sales, returns, a transfer, retail, payments, an edit, a deletion, a back-dated sale. */
export async function someBooks(): Promise<Books> {
  const server = await aServer();
  const shop = await aShop(server);
  const [tea, cups] = [await shop.product(), await shop.product()];
  await trade(shop, tea, cups);
  const count = <T>(query: RawBuilder<T>): Promise<readonly T[]> =>
    server.arrange(
      server.company,
      async (tx) => (await ofCompany(server, query, tx).execute(tx)).rows,
    );
  const read = (table: TableDeclaration, search: object, token?: string, query: object = {}) =>
    server.request(
      'GET',
      table.path,
      { search: { ...table.fixed, ...search }, pageSize: 500, ...query },
      token,
    );
  return {
    server,
    shop,
    tea,
    cups,
    count,
    async productId({ skuId }) {
      const [row] = await count(
        sql<{ product_id: string }>`select product_id from sku where id = ${skuId}`,
      );
      return row?.product_id ?? '';
    },
    async report(table, search = {}, token, query) {
      const reply = await read(table, search, token, query);
      const { data, message } = reply.json<{ data: Page<Row>; message: string }>();
      if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${message}`);
      return data;
    },
    status: async (table, search = {}, token) => (await read(table, search, token)).statusCode,
  };
}

/**
 * A question whose tables hold the company's rows only, said of each once: so it need not name the company, and is answered on a
 * cluster too. What changes rows stays as it is.
 */
function ofCompany<T>(
  { company: { tenantId }, database }: TestServer,
  query: RawBuilder<T>,
  tx: Transaction<Database>,
): RawBuilder<T> {
  const { sql: text } = query.compile(tx);
  const named = database.ofTenant.filter((table) => new RegExp(`\\b${table}\\b`).test(text));
  if (named.length === 0 || !/^\s*(select|with)\b/.test(text)) return query;
  const tables = named.map(
    (table) =>
      sql`${sql.ref(table)} as (select * from ${sql.table(table)} where tenant_id = ${tenantId})`,
  );
  return sql<T>`with ${sql.join(tables)} select * from (${query}) answer`;
}

async function trade(shop: Shop, tea: TestProduct, cups: TestProduct): Promise<void> {
  const { main, branch, bank } = shop;
  const line = (product: TestProduct, quantity: string, unitPrice: string, more: object = {}) => ({
    barcode: product.barcode,
    quantity,
    unitPrice,
    ...more,
  });
  await shop.goods(
    'purchaseIn',
    [line(tea, '100', '10'), line(cups, '60', '3', { taxRate: '13' })],
    { ...at(200), paidNow: '0' },
  );
  await shop.goods('purchaseIn', [line(tea, '7', '12.34', { warehouseId: branch })], {
    ...at(120),
    paidNow: '50',
    otherFees: '5',
  });
  await shop.goods('transfer', [line(tea, '20', '0', { targetWarehouseId: branch })], at(100));
  const sold = await shop.goods(
    'saleOut',
    [line(tea, '15', '20', { taxRate: '10' }), line(cups, '9', '5')],
    { ...at(90), paidNow: '30', discount: '11', status: '1' },
  );
  await shop.goods('saleOut', [line(tea, '4', '21', { warehouseId: branch })], {
    ...at(40),
    paidNow: '0',
    partnerId: shop.otherCustomer,
  });
  await shop.goods(
    'saleBack',
    [line(tea, '2', '19', { taxRate: '10', sourceDocumentId: sold.id, sourceLine: 1 })],
    { ...at(35), paidNow: '0' },
  );
  await shop.goods('retailOut', [line(cups, '3', '6')], at(33));
  await shop.money('moneyIn', [{ settledDocumentId: sold.id, amount: '100' }], {
    ...at(31),
    discount: '3',
  });
  const edited = await shop.goods('saleOut', [line(cups, '10', '5')], { ...at(20), paidNow: '0' });
  await edit(shop, edited, [line(cups, '6', '5')], { ...at(20), paidNow: '0' });
  const mistaken = await shop.goods('saleOut', [line(tea, '1', '99')], {
    ...at(10),
    paidNow: '99',
    accountId: bank,
  });
  await shop.server.call(goodsDocuments.remove, { id: mistaken.id });
  await shop.goods('purchaseBack', [line(tea, '3', '10')], { ...at(8), paidNow: '0' });
  await shop.goods('saleOut', [line(tea, '5', '22', { warehouseId: main })], {
    ...at(60),
    paidNow: '110',
    accountId: bank,
  });
  await shop.goods('saleOut', [line(tea, '2', '25')], { paidNow: '0' });
  await shop.goods('retailOut', [line(tea, '1', '26')], at(1));
}

async function edit(
  shop: Shop,
  { id, version }: Saved,
  lines: Parameters<Shop['goods']>[1],
  more: object,
): Promise<void> {
  const again = lines.map((line) => ({ ...line, line: 1 }));
  await shop.server.call(goodsDocuments.update, {
    ...shop.input('saleOut', again, more),
    id,
    version,
  });
}
