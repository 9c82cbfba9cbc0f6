import { goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { TestServer } from '../../../testing.ts';
import { aShopServer } from '../testShop.ts';
import type { Saved, TestProduct } from '../testShop.ts';

const { server, shop } = await aShopServer();

const line = ({ barcode }: TestProduct, quantity: string, more: object = {}) => ({
  barcode,
  quantity,
  unitPrice: '20',
  ...more,
});

/** Everything a document touches, as one text: equal before and after a call that failed. */
async function books(): Promise<string> {
  const tables = [
    'document',
    'document_line',
    'line_allocation',
    'document_settlement',
    'document_service',
    'document_link',
    'document_number',
    'lot',
    'stock_move',
    'stock_balance',
    'stock_period',
    'sku_cost',
    'sku_period',
    'serial_number',
    'money_entry',
    'money_balance',
    'money_period',
    'goods_trade',
    'sku_trade',
    'partner_trade',
    'trade_period',
    'unfolded_posting',
    'idempotency',
    'audit_log',
    'outbox',
    'barcode',
  ];
  const parts = tables.map(
    (table) =>
      sql`(select md5(string_agg(t::text, '' order by t::text)) from ${sql.table(table)} t)`,
  );
  const { rows } = await sql<{
    books: string;
  }>`select concat_ws(' ', ${sql.join(parts)}) as books`.execute(server.database.admin);
  return rows[0]?.books ?? '';
}

const send = pg.Client.prototype.query;
const { execute } = pg.Connection.prototype;

/** Runs a call whose k-th statement the database refuses; answers whether there was one. */
async function withFailure(k: number, call: () => Promise<unknown>): Promise<boolean> {
  let left = k;
  const own = new WeakSet<pg.Connection>();
  const broken = 'select this_statement_fails()';
  pg.Client.prototype.query = function query(
    this: pg.Client,
    config: unknown,
    ...rest: unknown[]
  ): unknown {
    if (this.database === server.database.name) own.add(this.connection);
    const fails =
      own.has(this.connection) &&
      typeof config === 'string' &&
      !config.startsWith('rollback') &&
      (left -= 1) === 0;
    // A commit that fails ends its transaction all the same.
    const instead = config === 'commit' ? `rollback; ${broken}` : broken;
    return Reflect.apply(send, this, fails ? [instead] : [config, ...rest]);
  } as typeof send;
  // What takes values leaves together, and each of them is executed.
  pg.Connection.prototype.execute = function executeOne(this: pg.Connection, config, more): void {
    if (own.has(this) && (left -= 1) === 0) this.parse({ name: '', text: broken, types: [] }, more);
    else Reflect.apply(execute, this, [config, more]);
  };
  try {
    await call().catch(() => {});
  } finally {
    pg.Client.prototype.query = send;
    pg.Connection.prototype.execute = execute;
  }
  return left <= 0;
}

/** Fails the first statement of a call, then the second, … until the call goes through; nothing may change before. */
async function survives(call: () => Promise<unknown>): Promise<number> {
  const before = await books();
  for (let k = 1; ; k += 1) {
    if (!(await withFailure(k, call))) return k - 1;
    expect(`${k}: ${await books()}`).toBe(`${k}: ${before}`);
  }
}

const once =
  (
    endpoint: Parameters<TestServer['request']>[1],
    method: 'POST' | 'PUT' | 'DELETE',
    input: unknown,
  ) =>
  async () => {
    const reply = await server.request(method, endpoint, input);
    if (reply.statusCode !== 200) throw new Error(reply.body);
  };

describe('a failing statement at any position rolls back the whole call of', () => {
  let one: TestProduct;
  let serial: TestProduct;
  let sale: Saved;
  const found = async (kind: string): Promise<Saved> => {
    const path = kind.startsWith('money') ? '/accountHead/list' : '/depotHead/list';
    const reply = await server.request('GET', path, {
      search: { kind },
      column: 'number',
      order: 'desc',
    });
    const row = reply.json<{ data: { rows: Saved[] } }>().data.rows[0];
    if (row === undefined) throw new Error('nothing was saved');
    return row;
  };

  test('saving and approving a sale from an order, with serials, a deposit and new prices', async () => {
    [one, serial] = [await shop.product(), await shop.product({ serials: true })];
    await shop.goods('purchaseIn', [
      line(one, '50'),
      line(serial, '2', { allocations: [{ serials: ['S1', 'S2'] }] }),
    ]);
    const order = await shop.goods('saleOrder', [line(one, '10')], {
      depositTaken: '30',
      status: '1',
    });
    const from = { sourceDocumentId: order.id, sourceLine: 1, unitPrice: '21' };
    const lines = [line(one, '4', from), line(serial, '1', { allocations: [{ serials: ['S1'] }] })];
    const input = shop.input('saleOut', lines, { depositUsed: '20', paidNow: '10', status: '0' });
    expect(await survives(once(goodsDocuments.add.path, 'POST', input))).toBeGreaterThan(20);
    sale = await found('saleOut');
  });

  test('changing the sale', async () => {
    const change = {
      ...shop.input('saleOut', [line(one, '6'), line(one, '1')], { paidNow: '5' }),
      id: sale.id,
      version: sale.version,
    };
    expect(await survives(once(goodsDocuments.update.path, 'PUT', change))).toBeGreaterThan(20);
  });

  test('approving several sales, settling a sale and deleting documents', async () => {
    const other = await shop.goods('saleOut', [line(one, '1')]);
    await survives(
      once(goodsDocuments.setStatus.path, 'POST', { ids: `${sale.id},${other.id}`, status: '1' }),
    );
    await survives(
      once(goodsDocuments.setStatus.path, 'POST', { ids: `${sale.id},${other.id}`, status: '0' }),
    );
    const settle = {
      kind: 'moneyIn',
      partnerId: shop.customer,
      accountId: shop.cash,
      lines: [{ settledDocumentId: sale.id, amount: '7' }],
    };
    await survives(once(moneyDocuments.add.path, 'POST', settle));
    const { id } = await found('moneyIn');
    await survives(once(moneyDocuments.remove.path, 'DELETE', { id }));
    await survives(
      once(goodsDocuments.removeBatch.path, 'DELETE', { ids: `${sale.id},${other.id}` }),
    );
    expect(await shop.stock(one)).toBe('50');
    expect(await shop.broken()).toEqual([]);
  });
});
