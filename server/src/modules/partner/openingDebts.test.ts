import {
  agedBillsTable,
  closePeriod,
  customerStatementTable,
  debtTable,
  exchangeRates,
  moneyDocuments,
  openingDebts,
  partnerTables,
  partners,
  reopenPeriod,
} from '@tradehouse/contract';
import type { InputOf, TableDeclaration } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { aShopServer, asRole } from '../document/testShop.ts';

const { server, shop } = await aShopServer();
const at = { time: '2025-06-01T04:00:00Z', status: '1' } as const;

type TextRow = Readonly<Record<string, unknown>>;
const rowsOf = async ({ path, fixed = {} }: TableDeclaration, search: object, token?: string) =>
  (
    await server.request(
      'GET',
      path,
      { search: JSON.stringify({ ...fixed, ...search }), pageSize: 100 },
      token,
    )
  ).json<{ data: { rows: TextRow[] } }>().data.rows;

const partner = async (type: 'customer' | 'supplier' | 'member', more: object = {}) =>
  (await server.call(partners.add, { type, name: crypto.randomUUID(), ...more })).id;
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
let count = 0;
const bill = (
  partnerId: string,
  more: Partial<InputOf<typeof openingDebts.add>> = {},
): InputOf<typeof openingDebts.add> => {
  count += 1;
  return {
    partnerId,
    number: `OLD-${String(count)}`,
    businessDate: '2025-03-01',
    dueOn: '2025-04-01',
    amount: '100',
    ...more,
  };
};
const add = (partnerId: string, more: Partial<InputOf<typeof openingDebts.add>> = {}) =>
  server.call(openingDebts.add, bill(partnerId, more));
const debtsOf = (organId: string, kind: 'moneyIn' | 'moneyOut') =>
  rowsOf(debtTable, { organId, kind });
const pay = (
  kind: 'moneyIn' | 'moneyOut',
  partnerId: string,
  settledDocumentId: unknown,
  amount: string,
  more: object = {},
) =>
  shop.money(kind, [{ settledDocumentId: String(settledDocumentId), amount }], {
    ...at,
    partnerId,
    accountId: shop.bank,
    ...more,
  });

test.each([
  ['customer', 'moneyIn', 'receivable', '1', 'openingReceivable'],
  ['supplier', 'moneyOut', 'payable', '-1', 'openingPayable'],
] as const)(
  'opening debts of a %s are settled one by one by a %s, and are the opening balance',
  async (type, kind, purse, sign, opening) => {
    const partnerId = await partner(type);
    const first = await add(partnerId);
    await add(partnerId, { amount: '250.5', dueOn: null });
    expect(await shop.purse(purse, partnerId)).toBe(sign === '1' ? '350.5' : '-350.5');
    const [one, two] = await debtsOf(partnerId, kind);
    expect([one, two]).toMatchObject([
      { opening: false, debt: '100', openDebt: '100', dueOn: '2025-04-01' },
      { debt: '250.5', dueOn: '2025-03-01' },
    ]);
    await pay(kind, partnerId, one?.['id'], '60');
    expect(await debtsOf(partnerId, kind)).toMatchObject([
      { openDebt: '40', settled: '60' },
      { openDebt: '250.5' },
    ]);
    const listed = await rowsOf(openingDebts.table, { documentId: one?.['id'] });
    expect(listed).toMatchObject([{ id: first.id, settled: '60', openDebt: '40', side: purse }]);
    expect(await rowsOf(openingDebts.table, { isOpen: false })).toEqual([]);
    const [shown] = (await rowsOf(partnerTables[type], {})).filter(({ id }) => id === partnerId);
    expect(shown).toMatchObject({ [opening]: '350.5' });
    expect(await shop.broken()).toEqual([]);
  },
);

test('the number of an opening debt is searched on the side of the partner', async () => {
  const customer = await partner('customer');
  const { id } = await add(customer, { number: 'SIDE-1' });
  const isTaken = async (partnerId: string, own?: string) => {
    const input = { name: 'SIDE-1', partnerId, ...(own === undefined ? {} : { id: own }) };
    return (await server.call(openingDebts.nameExists, input)).status;
  };
  expect(await isTaken(await partner('customer'))).toBe(true);
  expect(await isTaken(await partner('supplier'))).toBe(false);
  expect(await isTaken(customer, id)).toBe(false);
});

test('an opening debt stands in statement and ageing on the days of the bill', async () => {
  const partnerId = await partner('customer');
  const { id } = await add(partnerId, { number: 'INV-7' });
  const [statement] = (
    await rowsOf(customerStatementTable, { dates: ['2025-05-01', '2025-05-31'] })
  ).filter((row) => row['id'] === partnerId);
  expect(statement).toMatchObject({ opening: '100', newDebt: '0', closing: '100' });
  const aged = await rowsOf(agedBillsTable, {
    organId: partnerId,
    side: 'receivable',
    date: '2025-05-01',
  });
  expect(aged).toMatchObject([
    { number: 'INV-7', opening: false, businessDate: '2025-03-01', daysOverdue: 30 },
  ]);
  expect(await rowsOf(openingDebts.table, { documentId: aged[0]?.['id'] })).toMatchObject([{ id }]);
});

test('a settled opening debt is neither deleted nor reduced below the settled amount', async () => {
  const partnerId = await partner('customer');
  const { id, version } = await add(partnerId);
  const [debt] = await debtsOf(partnerId, 'moneyIn');
  const paid = await pay('moneyIn', partnerId, debt?.['id'], '60');
  const body = { id, version, ...bill(partnerId) };
  expect(await server.refusal(openingDebts.remove, { id })).toMatchObject({
    key: 'document.isSettled',
  });
  expect(await server.refusal(openingDebts.update, { ...body, amount: '59' })).toMatchObject({
    key: 'document.isSettled',
  });
  const less = await server.call(openingDebts.update, { ...body, amount: '60' });
  expect(await debtsOf(partnerId, 'moneyIn')).toEqual([]);
  await server.call(moneyDocuments.setStatus, { ids: paid.id, status: '0' });
  await server.call(moneyDocuments.removeBatch, { ids: paid.id });
  await server.call(openingDebts.remove, { id: less.id });
  expect(await shop.purse('receivable', partnerId)).toBe('0');
  // The number is free again.
  await server.call(openingDebts.add, { ...bill(partnerId), number: body.number });
  expect(await shop.broken()).toEqual([]);
});

test('a changed day, number or amount of an opening debt moves the posting', async () => {
  const partnerId = await partner('supplier');
  const { id, version } = await add(partnerId, { remark: 'first' });
  const later = { businessDate: '2025-03-09', dueOn: '2025-05-09', amount: '80', number: 'NEW-1' };
  await server.call(openingDebts.update, { id, version, partnerId, ...later });
  expect(await debtsOf(partnerId, 'moneyOut')).toMatchObject([
    { number: 'NEW-1', debt: '80', dueOn: '2025-05-09' },
  ]);
  expect(await server.call(openingDebts.infoCall, { id })).toMatchObject({
    ...later,
    remark: 'first',
    currency: 'USD',
  });
  expect(await shop.broken()).toEqual([]);
});

test('a foreign opening debt is settled at the booked rate', async () => {
  await server.call(exchangeRates.add, { currency: 'EUR', day: '2025-02-01', rate: '7.5' });
  const partnerId = await partner('customer');
  await add(partnerId, { currency: 'EUR', amount: '100' });
  await add(partnerId, { currency: 'EUR', exchangeRate: '8', amount: '10' });
  expect(await shop.purse('receivable', partnerId)).toBe('830');
  const [debt] = await debtsOf(partnerId, 'moneyIn');
  await pay('moneyIn', partnerId, debt?.['id'], '100', { currency: 'EUR', exchangeRate: '7.9' });
  expect(await shop.purse('receivable', partnerId)).toBe('80');
  expect(
    await server.refusal(
      openingDebts.add,
      bill(partnerId, { currency: 'EUR', businessDate: '2024-01-01', dueOn: null }),
    ),
  ).toMatchObject({ key: 'document.rateMissing', data: { field: 'exchangeRate' } });
  expect(await shop.broken()).toEqual([]);
});

test('opening debts and an opening balance without bills exclude each other', async () => {
  const figured = await partner('customer', { openingReceivable: '5' });
  expect(await server.refusal(openingDebts.add, bill(figured))).toMatchObject({
    key: 'openingDebt.balance',
    data: { field: 'partnerId' },
  });
  const billed = await partner('customer');
  await add(billed);
  const { version, name } = await server.call(partners.infoCall, { id: billed });
  expect(
    await server.refusal(partners.update, {
      id: billed,
      version,
      type: 'customer',
      name,
      openingReceivable: '5',
    }),
  ).toMatchObject({ key: 'partner.openingBills', data: { field: 'openingReceivable' } });
});

test.each([
  ['businessDate', 'document.futureDate', { businessDate: tomorrow, dueOn: null }],
  ['dueOn', 'terms.tooEarly', { dueOn: '2025-02-28' }],
  ['currency', 'request.field', { currency: 'QQQ' }],
  ['exchangeRate', 'document.currency', { exchangeRate: '2' }],
  ['amount', 'cell.decimals', { amount: '1.005' }],
] as const)('an invalid %s of an opening debt is refused with %s', async (field, key, wrong) => {
  const partnerId = await partner('customer');
  expect(await server.refusal(openingDebts.add, bill(partnerId, wrong))).toMatchObject({
    key,
    data: { field },
  });
});

test('a repeated number of a side, and a member, are refused at the fields', async () => {
  const partnerId = await partner('customer');
  await add(partnerId, { number: 'TWICE' });
  expect(
    await server.refusal(openingDebts.add, bill(partnerId, { number: 'TWICE' })),
  ).toMatchObject({ key: 'document.numberTaken', data: { field: 'number' } });
  await add(await partner('supplier'), { number: 'TWICE' });
  expect(await server.refusal(openingDebts.add, bill(await partner('member')))).toMatchObject({
    key: 'document.partnerType',
    data: { field: 'partnerId' },
  });
});

test('an opening debt on a closed day is neither added nor deleted', async () => {
  const partnerId = await partner('customer');
  const { id } = await add(partnerId, { businessDate: '2024-12-15', dueOn: null });
  await server.call(closePeriod, { until: '2024-12-31', confirmed: true });
  for (const work of [
    server.refusal(openingDebts.remove, { id }),
    server.refusal(openingDebts.add, bill(partnerId, { businessDate: '2024-12-16', dueOn: null })),
  ])
    expect(await work).toMatchObject({ key: 'document.periodClosed' });
  await server.call(reopenPeriod, { until: null, reason: 'test' });
  await server.call(openingDebts.remove, { id });
  expect(await shop.broken()).toEqual([]);
});

test('a user without sight of amounts reads no amount of an opening debt and writes none', async () => {
  const partnerId = await partner('customer');
  const { id } = await add(partnerId);
  const token = await asRole(shop, 'no money', {
    pages: ['/financial/opening_debt'],
    buttons: ['1'],
    hidden: ['money'],
  });
  expect(await server.call(openingDebts.infoCall, { id }, token)).toMatchObject({ amount: null });
  expect(await server.refusal(openingDebts.add, bill(partnerId), token)).toMatchObject({
    key: 'access.denied',
  });
  expect(await server.refusal(openingDebts.remove, { id }, token)).toMatchObject({
    key: 'access.denied',
  });
});
