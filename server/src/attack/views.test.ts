// Attacks on saved views, custom reports and price lists: foreign users, users without amount rights,
// invalid dates and numbers.
import {
  addSavedView,
  deleteSavedView,
  gradingTable,
  markDefective,
  priceLists,
  scheduleView,
  shareSavedView,
  soldOwnTable,
  updateSavedView,
  viewSchedules,
} from '@tradehouse/contract';
import type { Endpoint, ListView } from '@tradehouse/contract';
import { driverConfig } from '@tradehouse/database';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { aStockedServer, asRole } from '../modules/document/testShop.ts';
import { viewSending } from '../modules/savedView/index.ts';

const { server, shop, one, line } = await aStockedServer('1000');
const { company, stranger } = server;
afterEach(async () => {
  const broken = await shop.broken();
  if (broken.length > 0) throw new Error(`the books are broken: ${broken.join('; ')}`);
});

const pages = ['/report/sale_out_report', '/report/retail_out_report', '/report/own_report'];
const soldIn = { level: 'product', measure: 'quantity', dates: ['2020-01-01', '2099-12-31'] };
const view = (value: Partial<ListView> = {}, list = 'soldOwn') => ({
  list,
  name: crypto.randomUUID(),
  value: { search: {}, ...value },
});
const statusOf = async ({ method, path }: Endpoint, input: unknown, token?: string) =>
  (await server.request(method, path, input, token)).statusCode;

test('a view belongs only to its user, and is shared only with roles of the company', async () => {
  const { id, version } = await server.call(addSavedView, view());
  const roleIds = [company.roleIds.manager];
  const daily = { id, every: 'day', onDay: 1, hour: 8, format: 'csv' };
  const other = await server.signIn('other');
  expect(await statusOf(updateSavedView, { id, version, name: 'Theirs' }, other)).toBe(404);
  expect(await statusOf(shareSavedView, { id, roleIds, roleDefault: true }, other)).toBe(404);
  expect(await statusOf(scheduleView, daily, other)).toBe(404);
  expect(await statusOf(deleteSavedView, { id }, other)).toBe(404);
  const theirs = { id, roleIds: [stranger.roleIds.manager], roleDefault: true };
  expect((await server.refusal(shareSavedView, theirs)).key).toBe('rights.exceeded');
  // Sent and deleted at once: whichever is first, nothing of it is left.
  const answers = await Promise.all([
    statusOf(scheduleView, { ...daily, now: true }),
    statusOf(deleteSavedView, { id }),
  ]);
  expect(answers[1]).toBe(200);
  expect([200, 404]).toContain(answers[0]);
  expect(await server.call(viewSchedules, {})).toEqual([]);
});

test.each([
  ['half a letter', view({ search: { keyword: 'a\ud800' } })],
  ['half a letter for a name', { ...view(), name: 'a\ud800' }],
  ['NUL', view({ headers: { name: ['a\0'] } })],
  ['a million signs', view({ search: { keyword: 'x'.repeat(1e6) } })],
  ['a filter of every object', view({ search: { constructor: 'x' } })],
])('a view with %s is refused', async (_, input) => {
  expect(await statusOf(addSavedView, input)).toBe(400);
});

test('a repeated idempotency key gets the first reply, and a new key is a new request', async () => {
  const twice = async ({ method, path }: Endpoint, input: unknown, key = crypto.randomUUID()) => {
    const first = await server.request(method, path, input, { key });
    const again = await server.request(method, path, input, { key });
    const other = await server.request(method, path, input, { key: crypto.randomUUID() });
    expect(again.json()).toEqual(first.json());
    return other.statusCode;
  };
  expect(await twice(addSavedView, view())).toBe(422);
  const input = { skuId: one.skuId, warehouseId: shop.main, quantity: '600', reason: 'Fell' };
  expect(await twice(markDefective, { ...input, writeDown: '1' })).toBe(422);
});

test.each([
  '0000-01-01',
  '2020-02-30T00:00Z',
  '0000-01-01T00:00Z',
  '2020-01-01T00:00+20:00',
  '2020-01-01T00:00-23:59',
  '2020-01-01T00:00:60Z',
  'infinity',
])('a condition of %s is refused with the name of its column', async (val) => {
  const { method, path } = { method: 'GET', path: gradingTable.path } as const;
  const superQueryParams = [{ field: 'time', rule: 'ge', val }];
  const reply = await server.request(method, path, { superQueryParams });
  expect(reply.json()).toMatchObject({ data: { key: 'request.field', field: 'time' } });
});

test.each(['101', '-1', '1e9', 'NaN', '1.123456789012', '100.000001'])(
  'a write-down or discount of %s percent is refused',
  async (percent) => {
    const { skuId } = one;
    const goods = { skuId, warehouseId: shop.main, quantity: '1', reason: 'Fell' };
    expect(await statusOf(markDefective, { ...goods, writeDown: percent })).toBe(400);
    const list = { name: crypto.randomUUID(), base: 'sale', discountRate: percent };
    expect(await statusOf(priceLists.add, list)).toBe(400);
  },
);

test.each([
  ['cost', ['cost', 'profit', 'margin', 'netProfit', 'profitBefore', 'costGrowth']],
  ['sale', ['amount', 'profit', 'price', 'charges', 'discount', 'returnedAmount', 'amountBefore']],
])('without %s rights figures cannot be ranked or filtered', async (hidden, figures) => {
  await shop.goods('saleOut', [line('1', '7654.32')], { status: '1' });
  const blind = await asRole(shop, `no-${hidden}`, { pages, hidden: [hidden], buttons: ['3'] });
  const search = { ...soldIn, subject: 'sold' };
  const ask = (more: object) => server.request('GET', soldOwnTable.path, more, blind);
  expect((await ask({ search })).statusCode).toBe(200);
  for (const field of figures) {
    const [superQueryParams, filters] = [[{ field, rule: 'filled' }], { [field]: { ge: '0' } }];
    for (const more of [{ column: field, order: 'asc' }, { superQueryParams }, { filters }])
      expect((await ask({ search, ...more })).statusCode).toBe(400);
    expect((await ask({ search: { ...search, measure: field } })).statusCode).toBe(400);
  }
  const asked = { search, format: 'csv', field: ['id', 'name', ...figures].join(',') };
  const csv = await server.request('GET', soldOwnTable.exportPath ?? '', asked, blind);
  const [headings = ''] = csv.body.trim().split('\n');
  expect(headings.split(',')).toHaveLength(1);
});

test('a scheduled file contains nothing hidden from its reader', async () => {
  const worker = new pg.Pool({ ...driverConfig(server.database.connections.worker), max: 2 });
  worker.on('connect', (client) => client.on('error', () => {}));
  const reader = await asRole(shop, 'reader', { pages, hidden: ['cost'], buttons: ['3'] });
  const { rows } = await sql<{ role: string }>`
    select role_id as role from app_user where login_name = 'reader'`.execute(
    server.database.admin,
  );
  const outcomeOf = async (value: Partial<ListView>) => {
    const { id } = await server.call(addSavedView, view(value));
    await server.call(shareSavedView, { id, roleIds: [rows[0]?.role ?? ''], roleDefault: false });
    const now = { every: 'day', onDay: 1, hour: 8, format: 'csv', now: true } as const;
    await server.call(scheduleView, { id, ...now }, reader);
    await viewSending(server.app.kernel).work(worker);
    const [sent] = await server.call(viewSchedules, {}, reader);
    await server.call(deleteSavedView, { id });
    return sent?.outcome;
  };
  expect(await outcomeOf({ columns: { shown: ['cost', 'profit', 'amount'] } })).toBe('sent');
  const files = await sql<{ text: string }>`
    select convert_from(bytes, 'UTF8') as text from stored_file where owner = 'schedule'`.execute(
    server.database.admin,
  );
  expect(files.rows[0]?.text).not.toMatch(/cost|profit/i);
  expect(await outcomeOf({ headers: { profit: ['1', ''] } })).toBe('hidden');
  expect(await outcomeOf({ search: { measure: 'profit' } })).toBe('hidden');
  // No such day: told at once, not tried again and again.
  expect(await outcomeOf({ search: { dates: ['0000-01-01', '0000-01-02'] } })).toBe('hidden');
  await worker.end();
});

test('a price list of another company is answered as missing', async () => {
  const list = { name: 'Agreed', base: 'none' } as const;
  const { id, version } = await server.call(priceLists.add, list);
  const other = await server.signIn('other');
  expect(await statusOf(priceLists.infoCall, { id }, other)).toBe(404);
  expect(await statusOf(priceLists.update, { ...list, id, version }, other)).toBe(404);
  const blind = await asRole(shop, 'no-prices', {
    pages: ['/material/price_list'],
    hidden: ['sale'],
  });
  expect(await server.call(priceLists.infoCall, { id }, blind)).toMatchObject({ prices: null });
  expect(await statusOf(priceLists.update, { ...list, id, version }, blind)).toBe(403);
});
