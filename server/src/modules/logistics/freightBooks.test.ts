// Freight in the books: a month reckoned by hand, and the changes of its rows.
import {
  freights,
  goodsDocuments,
  logisticsCompanies,
  logisticsOrders,
  moneyDocuments,
  profitTable,
  tradeProfitTable,
} from '@tradehouse/contract';
import type { InputOf, RowOf, TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { aShopServer, asRole, lineOf, timeDaysAgo } from '../document/testShop.ts';
import type { Saved, TestProduct } from '../document/testShop.ts';
import { sent } from './testSend.ts';

const { server, shop } = await aShopServer();
/** Two days ahead: the company's day may have begun already. */
const ahead = () => timeDaysAgo(-2).slice(0, 10);
const today = () => timeDaysAgo(0).slice(0, 10);

beforeAll(() => shop.set({ freight_in_profit: true, landed_cost: true }));

let made = 0;
async function aCarrier(): Promise<string> {
  made += 1;
  const code = `FB${made}`;
  const fields = { name: `Carrier ${code}`, code, orderPrefix: `${code}-` };
  return (await server.call(logisticsCompanies.add, { ...fields, partnerId: shop.otherSupplier }))
    .id;
}

type Noted = Partial<InputOf<typeof freights.add>>;
const noted = (companyId: string, { number }: Pick<Saved, 'number'>, more: Noted = {}) => ({
  documentNumber: number,
  companyId,
  freightDate: today(),
  paymentKind: 'cycle' as const,
  allocateBy: 'weight' as const,
  estimated: '0',
  actual: null,
  billableWeight: '0',
  ...more,
});
const note = (companyId: string, document: Pick<Saved, 'number'>, more: Noted = {}) =>
  server.call(freights.add, noted(companyId, document, more));

interface Rows {
  readonly rows: readonly Readonly<Record<string, string | null>>[];
  readonly totals: Readonly<Record<string, string | null>>;
}
async function read({ path, fixed = {} }: TableDeclaration, search: object): Promise<Rows> {
  const query = { search: JSON.stringify({ ...fixed, ...search }), pageSize: '100' };
  const reply = await server.request('GET', path, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Rows }>().data;
}
async function rowsOf({ number }: Pick<Saved, 'number'>): Promise<RowOf<typeof freights.table>[]> {
  const { rows } = await read(freights.table, { documentNumber: number });
  return rows as unknown as RowOf<typeof freights.table>[];
}
const versions = (rows: readonly RowOf<typeof freights.table>[]) =>
  rows.map(({ id, version }) => ({ id: id ?? '', version: version ?? 0 }));
const bill = (companyId: string, ...lines: readonly [Pick<Saved, 'number'>, string][]) =>
  server.call(freights.takeBill, {
    companyId,
    lines: lines.map(([{ number }, amount]) => ({ number, amount })),
  });
async function pay(...documents: readonly Pick<Saved, 'number'>[]) {
  const all = (await Promise.all(documents.map(rowsOf))).flat();
  await server.call(freights.confirm, { rows: versions(all) });
  const rows = versions((await Promise.all(documents.map(rowsOf))).flat());
  return server.call(freights.pay, { rows, accountId: shop.cash, itemId: shop.expenseItem });
}

/** Value of a product in stock. */
const worth = ({ skuId }: TestProduct): Promise<string> =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ value: string }>`
      select trim_scale(value)::text as value from sku_cost
      where tenant_id = ${shop.company.tenantId} and sku_id = ${skuId}`.execute(tx);
    return rows[0]?.value ?? '0';
  });

const watched = ['inventory', 'costOfSales', 'sales', 'freightCost'] as const;
/** Debit balances of subledger accounts; below 0: credit. */
async function purses(companyId: string) {
  const all = await Promise.all(
    watched.map(async (name) => [name, Number(await shop.purse(name))]),
  );
  return {
    ...(Object.fromEntries(all) as Record<(typeof watched)[number], number>),
    carrier: Number(await shop.purse('carrier', companyId)),
    item: Number(await shop.purse('item', shop.expenseItem)),
    cash: Number(await shop.purse('account', shop.cash)),
  };
}
type Purses = Awaited<ReturnType<typeof purses>>;
/** Changes since `before`. */
const since = (before: Purses, after: Purses): Purses =>
  Object.fromEntries(
    Object.entries(after).map(([name, amount]) => [
      name,
      Number((amount - before[name as keyof Purses]).toFixed(2)),
    ]),
  ) as unknown as Purses;

const net = async (level: string, search: object = {}) =>
  (await read(tradeProfitTable, { level, dates: ['2000-01-01', ahead()], ...search })).rows;
const netProfitOfBooks = async (): Promise<number> =>
  Number(
    (await read(profitTable, { dates: ['2000-01-01', ahead()] })).rows.find(
      ({ line }) => line === 'netProfit',
    )?.['amount'] ?? '0',
  );

test('a month with freight of receipt and delivery agrees with the hand reckoning to the cent', async () => {
  const carrier = await aCarrier();
  const [light, heavy] = [await shop.product(), await shop.product({ weight: '3' })];
  const before = await purses(carrier);
  const earned = await netProfitOfBooks();
  const unpaid = { paidNow: '0', status: '1' } as const;
  // 100 and 200; freight of 40 by weight, 10 and 30: 11 and 23 a piece.
  const receipt = await shop.goods(
    'purchaseIn',
    [lineOf(light, '10', '10'), lineOf(heavy, '10', '20')],
    unpaid,
  );
  await note(carrier, receipt, { estimated: '40' });
  expect([await worth(light), await worth(heavy)]).toEqual(['110', '230']);
  // Revenue 80 and 80, cost 44 and 46.
  const delivery = await shop.goods(
    'saleOut',
    [lineOf(light, '4', '20'), lineOf(heavy, '2', '40')],
    { ...unpaid, salespersonIds: [shop.salesperson] },
  );
  await note(carrier, delivery, { estimated: '6', allocateBy: 'amount' });
  const organId = shop.customer;
  const estimated = { freight: '6', freightEstimated: '6', profit: '70', netProfit: '64' };
  expect(await net('customer', { organId })).toMatchObject([estimated]);
  // 20 more: 0.50 and 1.50 a piece; 3 and 12 for the pieces in stock, 2 and 3 for those sold.
  await bill(carrier, [receipt, '60'], [delivery, '7.5']);
  expect([await worth(light), await worth(heavy)]).toEqual(['69', '196']);
  expect(since(before, await purses(carrier))).toEqual({
    inventory: 265,
    costOfSales: 95,
    sales: -160,
    freightCost: 7.5,
    carrier: -67.5,
    item: 0,
    cash: 0,
  });
  const billed = {
    cost: '90',
    profit: '70',
    freight: '7.5',
    freightEstimated: '0',
    netProfit: '62.5',
  };
  expect(await net('customer', { organId })).toMatchObject([billed]);
  expect(await net('salesperson', { salesMan: shop.salesperson })).toMatchObject([billed]);
  expect(await net('document')).toMatchObject([{ ...billed, name: delivery.number }]);
  expect(await net('month')).toMatchObject([billed]);
  expect(await net('institution')).toMatchObject([billed]);
  const byProduct = await net('product');
  expect(byProduct.map(({ freight, netProfit }) => [freight, netProfit]).toSorted()).toEqual([
    ['3.75', '30.25'],
    ['3.75', '32.25'],
  ]);
  // The books know the 5 of goods already sold as cost, too: a cost of the receipt, as for a changed receipt.
  expect((await netProfitOfBooks()) - earned).toBe(62.5 - 5);
  // The expenditure releases what is owed: the expense counts once.
  await pay(receipt, delivery);
  expect(since(before, await purses(carrier))).toMatchObject({ carrier: 0, item: 0, cash: -67.5 });
  expect((await netProfitOfBooks()) - earned).toBe(62.5 - 5);
  expect(await shop.broken()).toEqual([]);
});

test('freight of the settings switched off is an expense once paid, as before', async () => {
  await shop.set({ freight_in_profit: false, landed_cost: false });
  const carrier = await aCarrier();
  const one = await shop.product();
  const before = await purses(carrier);
  const receipt = await shop.goods('purchaseIn', [lineOf(one, '10', '10')], { status: '1' });
  const delivery = await shop.goods('saleOut', [lineOf(one, '1', '30')], { status: '1' });
  await note(carrier, receipt, { actual: '8' });
  await note(carrier, delivery, { actual: '2' });
  await shop.set({ freight_in_profit: true, landed_cost: true });
  // Switched on later, the settings leave earlier freight alone, also if it changes.
  await bill(carrier, [receipt, '9'], [delivery, '2']);
  expect(await worth(one)).toBe('90');
  await pay(receipt, delivery);
  expect(since(before, await purses(carrier))).toMatchObject({
    freightCost: 0,
    carrier: 0,
    item: 11,
    inventory: 90,
  });
  expect(await shop.broken()).toEqual([]);
});

test('void, changed and deleted freight leaves the books as if it had never been', async () => {
  const carrier = await aCarrier();
  const one = await shop.product();
  const receipt = await shop.goods('purchaseIn', [lineOf(one, '10', '10')], { status: '1' });
  const delivery = await shop.goods('saleOut', [lineOf(one, '4', '30')], { status: '1' });
  const before = await purses(carrier);
  const { id } = await server.call(
    logisticsOrders.add,
    sent(carrier, delivery, { freight: '12.5' }),
  );
  await server.call(logisticsOrders.label, { id });
  const onReceipt = await note(carrier, receipt, { estimated: '10' });
  expect(since(before, await purses(carrier))).toMatchObject({
    freightCost: 12.5,
    inventory: 6,
    costOfSales: 4,
    carrier: -22.5,
  });
  await server.call(logisticsOrders.void, { id });
  const {
    documentNumber: _number,
    companyId: _carrier,
    ...changes
  } = noted(carrier, receipt, {
    estimated: '20',
    currency: 'EUR',
    exchangeRate: '1.5',
  });
  await server.call(freights.update, { ...onReceipt, ...changes });
  expect(since(before, await purses(carrier))).toMatchObject({
    freightCost: 0,
    inventory: 18,
    costOfSales: 12,
    carrier: -30,
  });
  await server.call(freights.removeBatch, { ids: onReceipt.id });
  const nothing = {
    inventory: 0,
    costOfSales: 0,
    sales: 0,
    freightCost: 0,
    carrier: 0,
    item: 0,
    cash: 0,
  };
  expect(since(before, await purses(carrier))).toEqual(nothing);
  expect(await shop.broken()).toEqual([]);
});

test('a document taken back and changed keeps freight, shared over the changed lines', async () => {
  const carrier = await aCarrier();
  const [one, other] = [await shop.product(), await shop.product()];
  const lines = [lineOf(one, '10', '10'), lineOf(other, '10', '10')];
  const receipt = await shop.goods('purchaseIn', lines, { status: '1' });
  await note(carrier, receipt, { actual: '40', allocateBy: 'quantity' });
  expect([await worth(one), await worth(other)]).toEqual(['120', '120']);
  await server.call(goodsDocuments.setStatus, { ids: receipt.id, status: '0' });
  const { version } = await server.call(goodsDocuments.info, { id: receipt.id });
  await server.call(goodsDocuments.update, {
    ...shop.input('purchaseIn', [
      { ...lineOf(one, '30', '10'), line: 1 },
      { ...lineOf(other, '10', '10'), line: 2 },
    ]),
    id: receipt.id,
    version,
    status: '1',
  });
  expect([await worth(one), await worth(other)]).toEqual(['330', '110']);
  expect(Number(await shop.purse('carrier', carrier))).toBe(-40);
  const delivery = await shop.goods('saleOut', [lineOf(one, '3', '20')], { status: '1' });
  await note(carrier, delivery, { actual: '9' });
  await server.call(goodsDocuments.setStatus, { ids: delivery.id, status: '0' });
  const stored = await server.call(goodsDocuments.info, { id: delivery.id });
  await server.call(goodsDocuments.update, {
    ...shop.input('saleOut', [{ ...lineOf(one, '3', '20'), line: 1 }, lineOf(other, '6', '20')]),
    id: delivery.id,
    version: stored.version,
    status: '1',
  });
  const shares = await net('product', { keyword: `Product ${other.barcode}` });
  expect(shares).toMatchObject([{ freight: '6', freightEstimated: '0' }]);
  expect(await shop.broken()).toEqual([]);
});

test('freight of a closed day keeps the booked amount, and the payment books the difference', async () => {
  const carrier = await aCarrier();
  const one = await shop.product();
  const time = timeDaysAgo(40);
  const at = { status: '1', time } as const;
  const receipt = await shop.goods('purchaseIn', [lineOf(one, '10', '10')], at);
  const delivery = await shop.goods('saleOut', [lineOf(one, '2', '30')], at);
  await note(carrier, receipt, { estimated: '10' });
  await note(carrier, delivery, { estimated: '5' });
  const before = await purses(carrier);
  await shop.set({ closed_until: timeDaysAgo(35).slice(0, 10) });
  await bill(carrier, [receipt, '13'], [delivery, '8']);
  const late = await shop.goods('saleOut', [lineOf(one, '1', '30')], { status: '1' });
  await note(carrier, late, { actual: '1' });
  expect(since(before, await purses(carrier))).toMatchObject({ carrier: -1, freightCost: 1 });
  await pay(receipt, delivery, late);
  // Booked 10, 5 and 1; the bill of 22 costs 6 more on the day of its payment.
  expect(since(before, await purses(carrier))).toMatchObject({
    carrier: 15,
    item: 6,
    freightCost: 1,
    cash: -22 + 30,
  });
  const unbilled = await note(carrier, delivery, { estimated: '3' });
  expect(Number(await shop.purse('freightCost'))).toBe(before.freightCost + 1);
  await server.call(freights.removeBatch, { ids: unbilled.id });
  await shop.set({ closed_until: null });
  // The expenditure has booked the difference: further freight of reopened days leaves paid freight alone.
  await note(carrier, delivery, { estimated: '3' });
  expect(since(before, await purses(carrier))).toMatchObject({
    carrier: 12,
    item: 6,
    freightCost: 4,
  });
  expect(await shop.broken()).toEqual([]);
});

test('void freight of a closed day is refused, because the books of the day would change', async () => {
  const carrier = await aCarrier();
  const one = await shop.product();
  const at = { status: '1', time: timeDaysAgo(40) } as const;
  await shop.goods('purchaseIn', [lineOf(one, '10', '10')], at);
  const delivery = await shop.goods('saleOut', [lineOf(one, '2', '30')], at);
  const { id } = await note(carrier, delivery, { estimated: '5' });
  await shop.set({ closed_until: timeDaysAgo(35).slice(0, 10) });
  expect(await server.refusal(freights.removeBatch, { ids: id })).toMatchObject({
    data: { key: 'document.periodClosed' },
  });
  await shop.set({ closed_until: null });
  await server.call(freights.removeBatch, { ids: id });
  expect(await shop.broken()).toEqual([]);
});

test('freight paid at another rate leaves nothing owed, and the difference is one of exchange', async () => {
  const carrier = await aCarrier();
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '10', '10')], { status: '1' });
  const delivery = await shop.goods('saleOut', [lineOf(one, '2', '30')], { status: '1' });
  await note(carrier, delivery, { actual: '10', currency: 'EUR', exchangeRate: '1.5' });
  const [before, exchange] = [await purses(carrier), Number(await shop.purse('exchange'))];
  const payment = await pay(delivery);
  const { version, lines } = await server.call(moneyDocuments.info, { id: payment.id });
  await server.call(moneyDocuments.update, {
    id: payment.id,
    version,
    kind: 'itemOut',
    accountId: shop.cash,
    currency: 'EUR',
    exchangeRate: '1.7',
    lines: lines.map(({ line, itemId, amount }) => ({ line, itemId, amount: amount ?? '0' })),
  });
  expect(since(before, await purses(carrier))).toMatchObject({ carrier: 15, item: 0, cash: -17 });
  expect(Number(await shop.purse('exchange')) - exchange).toBe(2);
  await server.call(moneyDocuments.removeBatch, { ids: payment.id });
  expect(since(before, await purses(carrier))).toMatchObject({ carrier: 0, item: 0, cash: 0 });
  expect(await shop.broken()).toEqual([]);
});

test('freight of a sales return is an expense, and goods go back to a supplier at landed cost', async () => {
  const carrier = await aCarrier();
  const one = await shop.product();
  const receipt = await shop.goods('purchaseIn', [lineOf(one, '10', '10')], { status: '1' });
  await note(carrier, receipt, { actual: '10' });
  const delivery = await shop.goods('saleOut', [lineOf(one, '4', '30')], { status: '1' });
  const back = await shop.goods(
    'saleBack',
    [lineOf(one, '2', '30', { sourceDocumentId: delivery.id, sourceLine: 1 })],
    { status: '1' },
  );
  await note(carrier, back, { actual: '3' });
  const [row] = await net('product', { keyword: `Product ${one.barcode}` });
  // 60 of revenue, 22 of cost; the freight of the return lowers the profit.
  expect(row).toMatchObject({ profit: '38', freight: '3', netProfit: '35' });
  expect(await worth(one)).toBe('88');
  await shop.goods(
    'purchaseBack',
    [lineOf(one, '5', '10', { sourceDocumentId: receipt.id, sourceLine: 1 })],
    { status: '1' },
  );
  expect(await worth(one)).toBe('33');
  expect(await shop.broken()).toEqual([]);
});

test('users without sale prices see no freight and no net profit', async () => {
  const { access } = tradeProfitTable;
  const pages = [access.page, freights.table.access.page];
  const user = await asRole(shop, 'freightless', { pages, hidden: ['sale'] });
  const search = JSON.stringify({ level: 'month', dates: ['2000-01-01', ahead()] });
  expect((await server.request('GET', tradeProfitTable.path, { search }, user)).statusCode).toBe(
    403,
  );
  const { rows } = (await server.request('GET', freights.table.path, {}, user)).json<{
    data: Rows;
  }>().data;
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ estimated, actual }) => `${estimated} ${actual}`))).toEqual(
    new Set(['null null']),
  );
});
