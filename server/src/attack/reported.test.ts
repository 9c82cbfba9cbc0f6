// Every reported way to wrong ledgers, repeated in one company: each is refused or posted correctly, and
// the company passes every check, export and restore.
import {
  accountFlowTable,
  accountReportTable,
  accounts,
  activities,
  costLedgerTable,
  currentSettings,
  documentTables,
  exportTenant,
  forceClose,
  goodsDocuments,
  importTenant,
  inOutItems,
  lockTable,
  login,
  lotsOfBarcode,
  moneyDocuments,
  monthlyFigures,
  orderCalls,
  partnerTables,
  partners,
  people,
  productTable,
  receiveGoods,
  statementTables,
  statistics,
  stockLedgerTable,
  stockOnHandTable,
  updatePassword,
  updateSettings,
} from '@tradehouse/contract';
import type { GoodsDocumentInput, Page, TableDeclaration } from '@tradehouse/contract';
import { verifyDatabase } from '@tradehouse/database';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../modules/document/testShop.ts';
import type { Saved, Shop, TestProduct } from '../modules/document/testShop.ts';
import { sha256 } from '../testing.ts';

const { server, shop } = await aShopServer();
await shop.set({ multi_account: true });

type More = Partial<GoodsDocumentInput>;
const on = (day: string) => ({ time: `2025-06-${day}T04:00:00Z` });
const euros = (exchangeRate: string) => ({ currency: 'EUR', exchangeRate });
const from = ({ id }: Saved, line = 1) => ({ sourceDocumentId: id, sourceLine: line });
const named = (serial: string) => ({ allocations: [{ serials: [serial] }] });
const edit = async (kind: string, { id }: Saved, lines: Parameters<Shop['goods']>[1], more: More) =>
  server.call(goodsDocuments.update, {
    ...shop.input(kind, lines, more),
    id,
    version: (await server.call(goodsDocuments.info, { id })).version,
  });
const remove = ({ id }: Saved) => server.call(goodsDocuments.remove, { id });
const refused = async (kind: string, lines: Parameters<Shop['goods']>[1], more: More = {}) =>
  (await server.refusal(goodsDocuments.add, shop.input(kind, lines, more))).key;
const stocked = async (quantity: string, price = '10', more: More = on('01')) => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, quantity, price)], more);
  return one;
};
const aPartner = async (type: 'customer' | 'supplier', name: string) =>
  (await server.call(partners.add, { type, name })).id;
const locked = async ({ barcode }: TestProduct) => {
  const reply = await server.request('GET', lockTable.path, { search: { keyword: barcode } });
  return reply.json<{ data: Page<Record<string, string>> }>().data.rows[0];
};
const fair = async (name: string, one: TestProduct, quantity: string) => {
  const [beginsAt, endsAt] = [-1, 1].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString(),
  ) as [string, string];
  const lines = [{ barcode: one.barcode, warehouseId: shop.main, quantity }];
  return (await server.call(activities.add, { name, beginsAt, endsAt, lines })).id;
};

describe('money', () => {
  test.each([
    ['9', 'dearer'],
    ['7', 'cheaper'],
  ])('of a deposit taken at the rate 8 is fully used at the rate %s', async (rate, name) => {
    const partnerId = await aPartner('customer', `Deposit ${name}`);
    const one = await stocked('10');
    const terms = { partnerId, paidNow: '100', status: '1' as const };
    const order = await shop.goods('saleOrder', [lineOf(one, '5')], { ...terms, ...euros('8') });
    await shop.goods('saleOut', [lineOf(one, '5', '20', from(order))], {
      partnerId,
      ...euros(rate),
      depositUsed: '100',
      paidNow: '0',
    });
    expect(await shop.purse('deposit', partnerId)).toBe('0');
    expect(await shop.purse('receivable', partnerId)).toBe('0');
  });

  test('money of a deposit pays nothing in another currency', async () => {
    const one = await shop.product();
    const order = await shop.goods('purchaseOrder', [lineOf(one, '10', '10')], {
      paidNow: '100',
      status: '1',
    });
    const bill = [lineOf(one, '10', '10', from(order))];
    expect(
      await refused('purchaseIn', bill, { ...euros('7'), depositUsed: '100', paidNow: '0' }),
    ).toBe('document.sourceCurrency');
  });

  test('left over from a deposit is reported, and the order cannot be cancelled', async () => {
    const one = await stocked('10');
    const order = await shop.goods('saleOrder', [lineOf(one, '5')], {
      paidNow: '100',
      status: '1',
    });
    await shop.goods('saleOut', [lineOf(one, '2', '20', from(order))], {
      depositUsed: '40',
      paidNow: '0',
    });
    await server.call(forceClose, { ids: order.id });
    expect(await server.call(goodsDocuments.info, { id: order.id })).toMatchObject({
      depositLeft: '60',
    });
    const cancelled = await server.refusal(orderCalls.cancel, { ids: order.id, reason: 'no more' });
    expect(cancelled.key).toMatch(/^order\./);
  });

  test.each([
    ['another currency at the same worth', '70', { currency: 'USD', exchangeRate: '1' }, '-700'],
    ['less of it at a higher rate', '8', euros('10'), '-800'],
  ])('paid at once is kept in its currency of payment: %s', async (name, price, terms, left) => {
    const { id: accountId } = await server.call(accounts.add, { name: `For ${name}`.slice(0, 30) });
    const one = await shop.product();
    const bill = await shop.goods('purchaseIn', [lineOf(one, '10', '10')], {
      accountId,
      ...euros('7'),
      paidNow: '100',
    });
    const paidNow = String(Number(price) * 10);
    const line = lineOf(one, '10', price, { line: 1 });
    await edit('purchaseIn', bill, [line], { accountId, ...terms, paidNow });
    expect(await shop.purse('account', accountId)).toBe(left);
  });

  test('owed at the rate 1 is fully settled at another rate', async () => {
    const partnerId = await aPartner('customer', 'Parity');
    const one = await stocked('10');
    const bill = await shop.goods('saleOut', [lineOf(one, '5')], {
      partnerId,
      ...euros('1'),
      paidNow: '0',
    });
    await shop.money('moneyIn', [{ settledDocumentId: bill.id, amount: '100' }], {
      partnerId,
      ...euros('1.1'),
    });
    expect(await shop.purse('receivable', partnerId)).toBe('0');
  });

  test('stays in the currency of the first document', async () => {
    const { version } = await server.call(currentSettings, {});
    for (const change of [{ currency: 'EUR' }, { currencyDigits: 3 }])
      expect((await server.refusal(updateSettings, { version, ...change })).key).toBe(
        'settings.currencyFixed',
      );
  });

  test('paid in parts is rounded part by part', async () => {
    const one = await stocked('10');
    const parts = [
      { accountId: shop.cash, amount: '0.004' },
      { accountId: shop.bank, amount: '99.996' },
    ];
    expect(
      await refused('saleOut', [lineOf(one, '5')], { paidNow: '100', settlements: parts }),
    ).toBe('document.accountAmount');
  });
});

describe('deletion is refused for', () => {
  test('an account no longer named by any document', async () => {
    const { id } = await server.call(accounts.add, { name: 'Paid from at first' });
    const one = await shop.product();
    const bill = await shop.goods('purchaseIn', [lineOf(one, '1', '10')], { accountId: id });
    await edit('purchaseIn', bill, [lineOf(one, '1', '10', { line: 1 })], {});
    expect((await server.refusal(accounts.remove, { id })).key).toBe('record.inBooks');
  });

  test('an item no longer named by any document', async () => {
    const { id } = await server.call(inOutItems.add, { name: 'Rent at first', type: 'expense' });
    const paid = await shop.money('itemOut', [{ itemId: id, amount: '10' }]);
    await server.call(moneyDocuments.update, {
      kind: 'itemOut',
      accountId: shop.cash,
      lines: [{ line: 1, itemId: shop.expenseItem, amount: '10' }],
      id: paid.id,
      version: paid.version,
    });
    expect((await server.refusal(inOutItems.remove, { id })).key).toBe('record.inBooks');
  });

  test('a salesperson named only by a deleted order', async () => {
    const { id } = await server.call(people.add, { name: 'Sold and gone', type: 'salesperson' });
    const one = await shop.product();
    await remove(await shop.goods('saleOrder', [lineOf(one, '1')], { salespersonIds: [id] }));
    expect((await server.refusal(people.remove, { id })).key).toMatch(/^record\.in/);
  });
});

describe('goods', () => {
  test('goods with a serial in transit are not received at a second place', async () => {
    const one = await shop.product({ serials: true });
    await shop.goods('purchaseIn', [lineOf(one, '1', '10', named('S1'))]);
    const sent = await shop.goods(
      'transfer',
      [lineOf(one, '1', '0', { ...named('S1'), targetWarehouseId: shop.branch })],
      { travels: true, status: '1' },
    );
    for (const kind of ['purchaseIn', 'otherIn', 'saleBack'])
      expect(await refused(kind, [lineOf(one, '1', '10', named('S1'))])).toBe('serial.inStock');
    await server.call(receiveGoods, {
      id: sent.id,
      parts: [{ line: 1, arrived: '1', serials: ['S1'] }],
    });
  });

  test('sold by an activity return to the activity up to free stock', async () => {
    await shop.set({ negative_stock: true });
    const one = await stocked('5');
    const activityId = await fair('Sold below nothing', one, '5');
    const sold = await shop.goods('saleOut', [lineOf(one, '5')], { activityId });
    await shop.goods('saleOut', [lineOf(one, '3')]);
    await remove(sold);
    await shop.set({ negative_stock: false });
    expect(await locked(one)).toMatchObject({ stock: '2', byActivity: '2' });
  });

  test('leaving in a single call with their receipt return to no activity', async () => {
    await shop.set({ force_approval: true });
    const one = await shop.product();
    const receipt = await shop.goods('purchaseIn', [lineOf(one, '5')], { status: '1' });
    const activityId = await fair('Gone at once', one, '5');
    const sold = await shop.goods('saleOut', [lineOf(one, '5')], { activityId, status: '1' });
    const ids = `${sold.id},${receipt.id}`;
    await server.call(goodsDocuments.setStatus, { ids, status: '0' });
    await shop.set({ force_approval: false });
    expect(await shop.stock(one)).toBe('0');
  });

  test('reserved for an order are released by a delivery from another stock type', async () => {
    await shop.set({ reserve_on_order: true });
    const one = await stocked('5');
    const gifts = { allocations: [{ stockType: 'gift' as const }] };
    await shop.goods('otherIn', [lineOf(one, '5', '0', gifts)]);
    const order = await shop.goods('saleOrder', [lineOf(one, '5')], { status: '1' });
    expect(await locked(one)).toMatchObject({ byOrder: '5' });
    await shop.goods('saleOut', [lineOf(one, '5', '20', { ...from(order), ...gifts })]);
    await shop.set({ reserve_on_order: false });
    expect((await locked(one))?.['byOrder'] ?? '0').toBe('0');
  });

  test('belong to an activity only in sales documents', async () => {
    const one = await stocked('5');
    const activityId = await fair('Nothing but sales', one, '5');
    for (const kind of ['purchaseIn', 'otherOut', 'saleOrder'])
      expect(await refused(kind, [lineOf(one, '1')], { activityId })).toBe('document.noActivity');
  });

  test('need valid lots and serials also in documents without moves', async () => {
    const one = await shop.product();
    const ordered = (part: object) => [lineOf(one, '10', '10', { allocations: [part] })];
    expect(await refused('purchaseOrder', ordered({ quantity: '3' }))).toBe('allocation.quantity');
    expect(await refused('purchaseOrder', ordered({ lot: 'X' }))).toMatch(/^lot\./);
  });

  test('counted at zero are accepted', async () => {
    const one = await shop.product();
    const count = await shop.goods('stockCount', [lineOf(one, '0', '0')], { status: '1' });
    expect((await server.call(goodsDocuments.info, { id: count.id })).status).toBe('1');
  });

  test('a lot expires on the day named by the last receipt', async () => {
    const one = await shop.product({ lots: true });
    const until = (expiry: string) =>
      lineOf(one, '5', '10', { allocations: [{ lot: 'L1', expiry }] });
    await remove(await shop.goods('purchaseIn', [until('2026-01-01')]));
    await shop.goods('purchaseIn', [until('2027-01-01')]);
    const lots = await server.call(lotsOfBarcode, { barCode: one.barcode, depotId: shop.main });
    expect(lots.map(({ expiry }) => expiry)).toEqual(['2027-01-01']);
  });

  test('with 500 serials leave the stock when their receipt is deleted', async () => {
    const one = await shop.product({ serials: true });
    const serials = Array.from({ length: 500 }, (_, at) => `many ${at}`);
    const receipt = await shop.goods('purchaseIn', [
      lineOf(one, '500', '1', { allocations: [{ serials }] }),
    ]);
    await remove(receipt);
    expect(await shop.stock(one)).toBe('0');
  });
});

describe('the value of stock', () => {
  test('is booked where a line was removed', async () => {
    const [one, other] = [await shop.product(), await shop.product()];
    const at = (product: TestProduct, warehouseId: string, line: object = {}) =>
      lineOf(product, '10', '10', { warehouseId, ...line });
    const receipt = await shop.goods('purchaseIn', [at(one, shop.main), at(other, shop.branch)]);
    await shop.goods('saleOut', [lineOf(one, '8')]);
    await shop.goods('purchaseIn', [lineOf(one, '20', '1')]);
    await edit('purchaseIn', receipt, [at(other, shop.branch, { line: 2 })], {});
    expect(await shop.stock(one)).toBe('12');
  });

  test('is never negative on a past day', async () => {
    const one = await stocked('10', '10', on('01'));
    await shop.goods('purchaseIn', [lineOf(one, '10', '20')], on('05'));
    await shop.goods('saleOut', [lineOf(one, '9')], on('02'));
    const search = { date: '2025-06-02', keyword: one.barcode };
    const reply = await server.request('GET', stockOnHandTable.path, { search });
    const [row] = reply.json<{ data: Page<Record<string, string>> }>().data.rows;
    expect(row).toMatchObject({ stock: '1', stockValue: '10' });
  });

  test('follows the source line of a return', async () => {
    const one = await stocked('10', '10', on('01'));
    const sold = await shop.goods('saleOut', [lineOf(one, '2')], { ...on('02'), status: '1' });
    await shop.goods('purchaseIn', [lineOf(one, '10', '30')], on('03'));
    const back = await shop.goods('saleBack', [lineOf(one, '2')], on('04'));
    await edit('saleBack', back, [lineOf(one, '2', '20', { line: 1, ...from(sold) })], on('04'));
    // 8 at 10, 10 at 30 and the 2 as they went.
    const search = { date: '2025-06-04', keyword: one.barcode };
    const reply = await server.request('GET', stockOnHandTable.path, { search });
    const [row] = reply.json<{ data: Page<Record<string, string>> }>().data.rows;
    expect(row).toMatchObject({ stock: '20', stockValue: '400' });
  });
});

test('a number may be typed in the form of another kind', async () => {
  const one = await stocked('10');
  const { number } = await shop.goods('saleOut', [lineOf(one, '1')]);
  const typed = `SO${number.slice(4, 8)}0000123`;
  const other = await shop.goods('saleOut', [lineOf(one, '1')], { number: typed });
  expect(other.number).toBe(typed);
});

describe('the company after all attacks', () => {
  test('passes every check', async () => {
    expect(await shop.broken()).toEqual([]);
  });

  test('is exported and restored beside itself with equal reports', async () => {
    const operator = await server.signIn('admin');
    const file = await server.request(
      'GET',
      exportTenant.path,
      { id: shop.company.tenantId },
      operator,
    );
    const copy = await server.upload(
      importTenant,
      { name: 'company.gz', bytes: file.rawPayload },
      { code: 'copy' },
      operator,
    );
    expect(copy).toMatchObject({ code: 'copy', found: [] });
    const sound = await verifyDatabase(server.database.connections.admin, { tenant: 'copy' });
    expect(sound).toMatchObject({ tenants: 1, violations: [] });
    const reports = await reportsOf(await server.signIn('demo'));
    expect(Object.keys(reports).length).toBeGreaterThan(40);
    expect(await reportsOf(await ownerOf(copy.loginName, copy.password ?? ''))).toEqual(reports);
  });
});

async function ownerOf(loginName: string, first: string): Promise<string> {
  const password = sha256(first);
  const { token, user } = await server.call(login, { loginName, password }, '');
  const own = { oldpassword: password, password: sha256('Own-Word-of-the-copy-7') };
  await server.call(updatePassword, { userId: user.id, ...own }, token);
  const again = await server.call(login, { loginName, password: own.password }, '');
  return again.token;
}

/** Every list of documents and every report of money and stock, now and as of past days, by what was asked. */
async function reportsOf(token: string): Promise<Record<string, unknown>> {
  const days = ['2025-06-02', '2025-06-30'];
  const { rows: held } = await sql<{ accounts: string[]; products: string[] }>`
    select array(select id::text from account where tenant_id = ${shop.company.tenantId} order by id) as accounts,
      array(select id::text from product where tenant_id = ${shop.company.tenantId} order by id) as products`.execute(
    server.database.admin,
  );
  const { accounts: purses = [], products = [] } = held[0] ?? {};
  const asked: (readonly [TableDeclaration, object])[] = [
    ...Object.values(documentTables).map((table) => [table, {}] as const),
    ...Object.values(partnerTables).map((table) => [table, {}] as const),
    [productTable, {}],
    [lockTable, {}],
    [accountReportTable, {}],
    [stockOnHandTable, { zeroStock: true }],
    ...days.map((date) => [stockOnHandTable, { zeroStock: true, date }] as const),
    ...Object.values(statementTables).flatMap((table) => [
      [table, {}] as const,
      ...days.map((day) => [table, { dates: ['2025-01-01', day] }] as const),
    ]),
    ...purses.map((accountId) => [accountFlowTable, { accountId }] as const),
    ...products.flatMap((materialId) => [
      [stockLedgerTable, { materialId }] as const,
      [costLedgerTable, { materialId }] as const,
    ]),
  ];
  const told = await Promise.all(
    asked.map(async ([table, search]) => {
      const input = { search: { ...table.fixed, ...search }, pageSize: 500 };
      const reply = await server.request('GET', table.path, input, token);
      expect(reply.statusCode, reply.body).toBe(200);
      const { data } = reply.json<{ data: unknown }>();
      return [`${table.id} ${JSON.stringify(search)}`, data] as const;
    }),
  );
  const home = await Promise.all(
    [statistics, monthlyFigures].map((figures) => server.call(figures, {}, token)),
  );
  return { ...Object.fromEntries(told), home };
}
