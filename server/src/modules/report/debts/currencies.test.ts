// Debts and account flows in foreign currencies: company currency and original amounts.
import {
  accountFlowTable,
  agedBillsTable,
  customerFlowTable,
  customerStatementTable,
  journalTable,
  supplierStatementTable,
  waitingCount,
  waitingTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { partners } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../../document/testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
const day = '2025-03-04';
const at = { time: `${day}T04:00:00Z`, status: '1' as const };
await shop.goods('purchaseIn', [lineOf(product, '1000', '1')], {
  ...at,
  time: '2025-01-02T04:00:00Z',
});

const rows = async ({ path, fixed = {} }: TableDeclaration, search: object, token?: string) => {
  const reply = await server.request(
    'GET',
    path,
    { search: JSON.stringify({ ...fixed, ...search }), pageSize: 100 },
    token,
  );
  return reply.json<{ data: { rows: Record<string, string | null>[] } }>().data?.rows;
};
const partner = async (type: 'customer' | 'supplier') =>
  (await server.call(partners.add, { type, name: `${type} ${crypto.randomUUID()}` })).id;
const bill = (kind: string, amount: string, partnerId: string, more: object) =>
  shop.goods(kind, [lineOf(product, amount, '1')], { partnerId, paidNow: '0', ...at, ...more });
const euros = (exchangeRate: string) => ({ currency: 'EUR', exchangeRate });
const yen = { currency: 'JPY', exchangeRate: '0.05' };
const days = { dates: ['2025-03-01', '2025-03-31'] };

const customer = await partner('customer');
const own = await bill('saleOut', '50', customer, {});
const first = await bill('saleOut', '100', customer, euros('8'));
await bill('saleOut', '40', customer, yen);
await bill('saleBack', '30', customer, euros('7.9'));

test('a statement is in the company’s currency and lists open foreign amounts', async () => {
  const [row] = (await rows(customerStatementTable, { organId: customer, ...days })) ?? [];
  // 50 + 800 + 2 − 237.
  expect(row).toMatchObject({ closing: '615', foreign: 'EUR 70 · JPY 40' });
  await shop.money('moneyIn', [{ settledDocumentId: first.id, amount: '33.33' }], {
    ...at,
    ...euros('8.2'),
    partnerId: customer,
    accountId: shop.bank,
  });
  const [now] = (await rows(customerStatementTable, { organId: customer, ...days })) ?? [];
  // 33.33 were booked at 266.64.
  expect(now).toMatchObject({
    settled: '266.64',
    closing: '348.36',
    foreign: 'EUR 36.67 · JPY 40',
  });
});

test('receipts and sales in the customer flow show booked and original amounts', async () => {
  const settled = await rows(customerFlowTable, { organId: customer, kinds: ['moneyIn'], ...days });
  expect(settled).toMatchObject([
    { amount: '-266.64', originalAmount: '-33.33', originalCurrency: 'EUR' },
  ]);
  const sold = await rows(customerFlowTable, { organId: customer, kinds: ['saleOut'], ...days });
  expect(
    sold?.map(({ amount, originalAmount, originalCurrency }) => [
      amount,
      originalAmount,
      originalCurrency,
    ]),
  ).toEqual([
    ['2', '40', 'JPY'],
    ['800', '100', 'EUR'],
    ['50', null, null],
  ]);
});

test('a past closing balance opens the bills of its day, also without the ageing page', async () => {
  const late = await partner('customer');
  const sale = await bill('saleOut', '100', late, euros('8'));
  await bill('saleOut', '7', late, {});
  await shop.money('moneyIn', [{ settledDocumentId: sale.id, amount: '60' }], {
    ...at,
    ...euros('8.2'),
    time: '2025-04-02T04:00:00Z',
    partnerId: late,
    accountId: shop.cash,
  });
  const token = await asRole(shop, 'sees-statement', { pages: ['/report/customer_account'] });
  const [row] = (await rows(customerStatementTable, { organId: late, ...days })) ?? [];
  expect(row).toMatchObject({ closing: '807' });
  const bills = { side: 'receivable', organId: late, date: '2025-03-31' };
  const open = (await rows(agedBillsTable, bills, token)) ?? [];
  expect(open.map(({ openDebt }) => openDebt).toSorted()).toEqual(['7', '800']);
  const now = (await rows(agedBillsTable, { ...bills, date: '2025-04-02' }, token)) ?? [];
  expect(now.map(({ openDebt }) => openDebt).toSorted()).toEqual(['320', '7']);
  expect(await rows(agedBillsTable, { ...bills, side: 'payable' }, token)).toBeUndefined();
});

test('a statement in the company’s currency only has no foreign amount', async () => {
  const supplier = await partner('supplier');
  await bill('purchaseIn', '10', supplier, {});
  const [row] = (await rows(supplierStatementTable, { organId: supplier, ...days })) ?? [];
  expect(row).toMatchObject({ closing: '10', foreign: null });
});

test('an account’s flow is in its own currency, beside the original amount of the document', async () => {
  const [flow] = (await rows(accountFlowTable, { accountId: shop.bank, ...days })) ?? [];
  expect(flow).toMatchObject({
    amount: '273.31',
    balance: '273.31',
    originalAmount: '33.33',
    originalCurrency: 'EUR',
  });
  await shop.money('moneyIn', [{ settledDocumentId: own.id, amount: '50' }], {
    ...at,
    partnerId: customer,
    accountId: shop.bank,
  });
  const all = (await rows(accountFlowTable, { accountId: shop.bank, ...days })) ?? [];
  expect(all[0]).toMatchObject({ amount: '50', originalAmount: null, originalCurrency: null });
});

test('the journal shows original amounts for foreign entries only', async () => {
  const lines = (await rows(journalTable, days)) ?? [];
  const originals = lines.map(({ originalCurrency, originalAmount }) => [
    originalCurrency,
    originalAmount,
  ]);
  expect(originals).toContainEqual(['EUR', '33.33']);
  expect(originals).toContainEqual([null, null]);
  expect(new Set(originals.map(([currency]) => currency))).toEqual(new Set(['EUR', 'JPY', null]));
});

test('pending receipts and payments list partners with open debts, each on its own page', async () => {
  const supplier = await partner('supplier');
  await bill('purchaseIn', '70', supplier, {});
  await bill('purchaseIn', '8', supplier, { status: '0' });
  const settled = await partner('customer');
  await bill('saleOut', '5', settled, {});
  await bill('saleBack', '5', settled, {});
  const owing = async (kind: string) =>
    ((await rows(waitingTable, { kind })) ?? []).map(({ id, owed }) => [id, owed]);
  const receive = await owing('moneyIn');
  expect(receive).toContainEqual([customer, '298.36']);
  expect(receive.map(([id]) => id)).not.toContain(settled);
  // Drafts are in force where approval is not asked for.
  expect(await owing('moneyOut')).toContainEqual([supplier, '78']);
  expect(await server.call(waitingCount, { kind: 'moneyIn' })).toEqual({ count: receive.length });

  let roleId = '';
  await server.arrange(shop.company, async (tx) => {
    const { tenantId } = shop.company;
    const role = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, 'collector', 'own', '{money}') returning id`.execute(tx);
    roleId = role.rows[0]?.id ?? '';
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      values (${tenantId}, ${roleId}, '/financial/money_in', '{1}')`.execute(tx);
  });
  await server.addUser({ loginName: 'collector', roleId });
  const token = await server.signIn('collector');
  expect(await server.refusal(waitingCount, { kind: 'moneyOut' }, token)).toMatchObject({
    key: 'access.denied',
  });
  // Of documents that are not theirs no one owes them anything.
  expect(await server.call(waitingCount, { kind: 'moneyIn' }, token)).toEqual({ count: 0 });
});

test('every invariant of the books holds after all reports of debts', async () => {
  expect(await shop.broken()).toEqual([]);
});
