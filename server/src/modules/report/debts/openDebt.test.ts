// The open amount of a foreign bill is its booked amount everywhere.
import {
  agedBillsTable,
  waitingTable,
  ageingTables,
  customerStatementTable,
  debtTable,
  documentTables,
  moneyDocuments,
  partners,
  recountDebts,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../../document/testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
const day = '2025-03-04';
const at = { time: `${day}T04:00:00Z`, status: '1' as const };
const rate = { currency: 'EUR', exchangeRate: '7.123456' };
await shop.goods('purchaseIn', [lineOf(product, '1000', '1')], at);

const listed = async ({ path, fixed = {} }: TableDeclaration, search: object, token?: string) => {
  const query = { search: JSON.stringify({ ...fixed, ...search }), pageSize: 100 };
  const reply = await server.request('GET', path, query, token);
  return reply.json<{
    data: { rows: Record<string, string>[]; totals: Record<string, string> };
  }>().data;
};
const customer = async (more: object = {}) =>
  (await server.call(partners.add, { type: 'customer', name: crypto.randomUUID(), ...more })).id;
const pay = (partnerId: string, settledDocumentId: string, amount: string) =>
  shop.money('moneyIn', [{ settledDocumentId, amount }], {
    ...at,
    ...rate,
    partnerId,
    accountId: shop.bank,
  });

/** Open debt of a partner, as each screen tells it. */
async function opens(organId: string, token?: string): Promise<string[]> {
  const debts = await listed(debtTable, { organId, kind: 'moneyIn' }, token);
  const bills = await listed(documentTables.saleOut, { organId }, token);
  const [statement] = (
    await listed(customerStatementTable, { organId, dates: ['2025-03-01', '2025-03-31'] }, token)
  ).rows;
  const aged = await listed(agedBillsTable, { organId, side: 'receivable', date: day }, token);
  return [
    debts.totals['openDebt'] ?? '',
    bills.totals['openDebt'] ?? '',
    statement?.['closing'] ?? '',
    aged.totals['openDebt'] ?? '',
  ];
}

/** A bill of 100 in the other currency, of which nothing is paid. */
const foreignBill = (partnerId: string) =>
  shop.goods('saleOut', [lineOf(product, '100', '1')], {
    ...at,
    ...rate,
    partnerId,
    paidNow: '0',
  });

test('the open debt of a foreign bill is its booked amount in lists, statements and ageing', async () => {
  const partnerId = await customer();
  const bill = await foreignBill(partnerId);
  const first = await pay(partnerId, bill.id, '33.33');
  expect(await opens(partnerId)).toEqual(['474.92', '474.92', '474.92', '474.92']);
  await pay(partnerId, bill.id, '33.33');
  expect(new Set(await opens(partnerId)).size).toBe(1);
  await server.call(moneyDocuments.setStatus, { ids: first.id, status: '0' });
  await server.call(moneyDocuments.removeBatch, { ids: first.id });
  expect(new Set(await opens(partnerId)).size).toBe(1);
  expect(await shop.broken()).toEqual([]);
});

test('the remaining deposit of a foreign-currency order is its booked amount', async () => {
  const partnerId = await customer();
  const order = await shop.goods('saleOrder', [lineOf(product, '100', '1')], {
    ...at,
    ...rate,
    partnerId,
    depositTaken: '100',
  });
  await shop.money('depositOut', [{ settledDocumentId: order.id, amount: '33.33' }], {
    ...at,
    ...rate,
    partnerId,
    accountId: shop.bank,
  });
  const { totals } = await listed(debtTable, { organId: partnerId, kind: 'depositOut' });
  expect(totals).toMatchObject({ openDebt: '474.92' });
  expect(await shop.broken()).toEqual([]);
});

test('a user limited to own documents sees no opening debt', async () => {
  const partnerId = await customer({ openingReceivable: '7' });
  const all = await listed(debtTable, { organId: partnerId, kind: 'moneyIn' });
  expect(all.totals).toMatchObject({ openDebt: '7' });
  const pages = ['/financial/money_in', '/report/customer_account'];
  const token = await asRole(shop, 'cashier', { pages, scope: 'own' });
  const own = await listed(debtTable, { organId: partnerId, kind: 'moneyIn' }, token);
  expect(own.rows).toEqual([]);
});

test('a user limited to own documents sees an own overpayment', async () => {
  await shop.set({ keep_overpayment: true });
  const partnerId = await customer({ openingReceivable: '7' });
  const pages = [
    '/financial/money_in',
    '/bill/sale_out',
    '/report/customer_account',
    '/report/receivable_ageing',
  ];
  const token = await asRole(shop, 'own receipts', { pages, buttons: ['1', '2'], scope: 'own' });
  const receipt = { kind: 'moneyIn', partnerId, accountId: shop.bank, lines: [{ amount: '50' }] };
  await server.call(moneyDocuments.add, { ...at, ...receipt }, token);
  const seen = async (by?: string) =>
    (await opens(partnerId, by)).filter((_, screen) => screen !== 1);
  expect(await seen(token)).toEqual(['-50', '-50', '-50']);
  expect(await seen()).toEqual(['-43', '-43', '-43']);
  await shop.set({ keep_overpayment: false });
});

test('an open bill with value 0 in the base currency is in the open bills and in the ageing', async () => {
  const partnerId = await customer();
  const dong = { currency: 'VND', exchangeRate: '0.0003' };
  const bill = await shop.goods('saleOut', [lineOf(product, '1', '16')], {
    ...at,
    ...dong,
    partnerId,
    paidNow: '0',
  });
  const listedOf = async () => {
    const debts = await listed(debtTable, { organId: partnerId, kind: 'moneyIn' });
    const search = { organId: partnerId, side: 'receivable', date: day };
    const bills = await listed(agedBillsTable, search);
    const ageing = await listed(ageingTables.receivable, { date: day });
    const waiting = await listed(waitingTable, { kind: 'moneyIn' });
    return [
      debts.rows.map(({ id, openDebt }) => [id, openDebt]),
      bills.rows.map(({ id, original, openDebt }) => [id, original, openDebt]),
      ageing.rows.filter(({ id }) => id === partnerId).map(({ total }) => total),
      waiting.rows.filter(({ id }) => id === partnerId).map(({ owed }) => owed),
    ];
  };
  expect(await listedOf()).toEqual([[[bill.id, '16']], [[bill.id, '16', '0']], ['0'], ['0']]);
  const settled = [{ settledDocumentId: bill.id, amount: '16' }];
  await shop.money('moneyIn', settled, { ...at, ...dong, partnerId, accountId: shop.bank });
  expect(await listedOf()).toEqual([[], [], [], []]);
  expect(await shop.broken()).toEqual([]);
});

test.each([
  ['bill', 'saleOut'],
  ['return', 'saleBack'],
])(
  'the ageing report lists a worthless %s that is overdue for more than 90 days',
  async (_, kind) => {
    const partnerId = await customer();
    const long = { time: '2024-01-05T04:00:00Z', status: '1' } as const;
    await shop.goods('purchaseIn', [lineOf(product, '1', '1')], long);
    await shop.goods(kind, [lineOf(product, '1', '16')], {
      ...long,
      currency: 'VND',
      exchangeRate: '0.0003',
      partnerId,
      paidNow: '0',
    });
    const { rows } = await listed(ageingTables.receivable, { date: day });
    expect(rows.filter(({ id }) => id === partnerId)).toMatchObject([{ over90: '0', total: '0' }]);
    const waiting = await listed(waitingTable, { kind: 'moneyIn' });
    expect(waiting.rows.filter(({ id }) => id === partnerId).length).toBe(
      kind === 'saleOut' ? 1 : 0,
    );
  },
);

test('a rest with too many decimals, left by an older version, can be paid in full', async () => {
  const partnerId = await customer();
  const yen = { currency: 'JPY', exchangeRate: '0.05' };
  const bill = await shop.goods('saleOut', [lineOf(product, '1', '8199')], {
    ...at,
    ...yen,
    partnerId,
    paidNow: '0',
  });
  await server.arrange(shop.company, (tx) =>
    tx
      .updateTable('document')
      .set({ debt: '8198.6' })
      .where('tenant_id', '=', shop.company.tenantId)
      .where('id', '=', bill.id)
      .execute(),
  );
  const paid = await shop.money('moneyIn', [{ settledDocumentId: bill.id, amount: '8198.6' }], {
    ...at,
    ...yen,
    partnerId,
    accountId: shop.bank,
  });
  const { lines } = await server.call(moneyDocuments.info, { id: paid.id });
  expect(lines).toMatchObject([{ amount: '8198.6' }]);
  const { rows } = await listed(debtTable, { organId: partnerId, kind: 'moneyIn' });
  expect(rows).toEqual([]);
});

// Last: the days noted of that bill do not follow what is written past the product.
test('recounting corrects the open booked amount of a foreign bill settled by an older version', async () => {
  const partnerId = await customer();
  const bill = await foreignBill(partnerId);
  await pay(partnerId, bill.id, '33.33');
  await sql`
    update document set settled_off = 0 where tenant_id = ${server.company.tenantId} and id = ${bill.id}`.execute(
    server.database.admin,
  );
  expect((await opens(partnerId))[0]).toBe('474.93');
  expect(await server.call(recountDebts, { ids: bill.id })).toEqual({ changed: 1 });
  expect((await opens(partnerId))[0]).toBe('474.92');
  expect(await server.call(recountDebts, { ids: bill.id })).toEqual({ changed: 0 });
});
