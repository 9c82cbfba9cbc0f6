import {
  bankStatements,
  exchangeRates,
  exchangeRatePage,
  goodsDocuments,
  moneyDocuments,
  ratesOfDay,
  updateSettings,
} from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../document/testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
await shop.goods('purchaseIn', [lineOf(product, '1000', '1')], { time: '2025-01-02T04:00:00Z' });

const rate = (currency: string, day: string, value: string) =>
  server.call(exchangeRates.add, { currency, day, rate: value });
await rate('GBP', '2025-03-01', '7.1');
await rate('GBP', '2025-03-05', '7.2');
await rate('EUR', '2025-03-03', '7.8');

const on = async (time: string): Promise<string[]> =>
  (await server.call(ratesOfDay, { time })).map((one) => `${one.currency} ${one.day} ${one.rate}`);

// 15:59Z is a minute before midnight in Shanghai.
test.each([
  ['2025-02-28T15:59:59Z', []],
  ['2025-02-28T16:00:00Z', ['GBP 2025-03-01 7.1']],
  ['2025-03-04T15:59:59Z', ['EUR 2025-03-03 7.8', 'GBP 2025-03-01 7.1']],
  ['2025-03-04T16:00:00Z', ['EUR 2025-03-03 7.8', 'GBP 2025-03-05 7.2']],
])('the rates at %s are the latest rates up to the company’s day: %j', async (time, rates) => {
  expect(await on(time)).toEqual(rates);
});

test('a foreign currency has a single rate a day, and the base currency has no rate', async () => {
  expect(
    await server.refusal(exchangeRates.add, { currency: 'GBP', day: '2025-03-05', rate: '7' }),
  ).toMatchObject({
    key: 'exchangeRate.taken',
    data: { currency: 'GBP', day: '2025-03-05', field: 'day' },
  });
  expect(
    await server.refusal(exchangeRates.add, { currency: 'USD', day: '2025-03-05', rate: '1' }),
  ).toMatchObject({ key: 'exchangeRate.own', data: { field: 'currency' } });
  // Documents in dinars of three decimals refuse a rate of 1, too.
  expect(
    await server.refusal(exchangeRates.add, { currency: 'KWD', day: '2025-03-05', rate: '1' }),
  ).toMatchObject({ key: 'document.rateOfOne', data: { currency: 'KWD', field: 'rate' } });
  for (const value of ['0', '-1', '0.0000001'])
    expect(
      await server.refusal(exchangeRates.add, { currency: 'GBP', day: '2025-04-01', rate: value }),
    ).toMatchObject({ data: { field: 'rate' } });
});

test('calls with a currency refuse a code unknown to ISO 4217', async () => {
  const currency = 'ZZZ';
  const unknown = { key: 'request.field', data: { field: 'currency', rule: 'currency' } };
  expect(
    await Promise.all([
      server.refusal(exchangeRates.add, { currency, day: '2025-03-05', rate: '2' }),
      server.refusal(updateSettings, { version: 1, currency }),
      server.refusal(bankStatements.add, {
        accountId: shop.cash,
        name: 'July',
        currency,
        rows: [{ date: '2025-03-05', amount: '1' }],
      }),
    ]),
  ).toMatchObject([unknown, unknown, unknown]);
});

test('an exchange rate of a currency unknown to ISO 4217 stays readable', async () => {
  const { id } = await server.call(exchangeRates.add, {
    currency: 'SEK',
    day: '2025-03-05',
    rate: '2',
  });
  await server.arrange(shop.company, (tx) =>
    tx.updateTable('exchange_rate').set({ currency: 'ZZZ' }).where('id', '=', id).execute(),
  );
  const time = '2025-03-06T04:00:00Z';
  expect(await server.call(ratesOfDay, { time })).toContainEqual(
    expect.objectContaining({ currency: 'ZZZ' }),
  );
  await server.call(exchangeRates.removeBatch, { ids: id });
});

test('the second of two concurrent additions of an exchange rate is refused: already taken', async () => {
  for (let round = 1; round < 9; round += 1) {
    const asked = { currency: 'EUR', day: `2025-02-0${round}`, rate: '7' };
    const ends = await Promise.allSettled([
      server.call(exchangeRates.add, asked),
      server.call(exchangeRates.add, asked),
    ]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toMatchObject([{ refusal: { key: 'exchangeRate.taken' } }]);
  }
});

const bill = (time: string, more: object) =>
  shop.input('saleOut', [lineOf(product, '1', '10')], { time, paidNow: '0', ...more });
const saved = async (time: string, more: object): Promise<ReplyOf<typeof goodsDocuments.info>> => {
  const { id } = await server.call(goodsDocuments.add, bill(time, more));
  return server.call(goodsDocuments.info, { id });
};

test.each([
  ['of its day', '2025-03-04T04:00:00Z', { currency: 'GBP' }, '7.1'],
  ['of a later day', '2025-04-01T04:00:00Z', { currency: 'GBP' }, '7.2'],
  ['given in the call', '2025-03-04T04:00:00Z', { currency: 'GBP', exchangeRate: '7.05' }, '7.05'],
  ['of the company’s own currency', '2025-03-04T04:00:00Z', { currency: 'USD' }, '1'],
])('a document takes the exchange rate %s', async (_, time, more, exchangeRate) => {
  expect(await saved(time, more)).toMatchObject({ exchangeRate });
});

test('a document keeps its rate when the table changes, and is refused without a rate', async () => {
  const time = '2025-03-06T04:00:00Z';
  const { id } = await saved(time, { currency: 'GBP' });
  await rate('GBP', '2025-03-06', '7.9');
  expect(await server.call(goodsDocuments.info, { id })).toMatchObject({ exchangeRate: '7.2' });
  expect(await server.refusal(goodsDocuments.add, bill(time, { currency: 'JPY' }))).toMatchObject({
    key: 'document.rateMissing',
    data: { currency: 'JPY', date: '2025-03-06', field: 'exchangeRate' },
  });
});

test('money documents of every kind use the exchange rate of their document date', async () => {
  const euros = { currency: 'EUR', time: '2025-03-04T04:00:00Z' };
  const cash = { accountId: shop.cash };
  const kinds = [
    ['itemIn', { itemId: shop.incomeItem }, cash],
    ['itemOut', { itemId: shop.expenseItem }, cash],
    ['giro', { accountId: shop.bank }, cash],
    ['advanceIn', { accountId: shop.cash }, { partnerId: shop.member }],
  ] as const;
  const before = await shop.purse('prepaid', shop.member);
  for (const [kind, line, more] of kinds) {
    const { id } = await shop.money(kind, [{ amount: '100', ...line }], { ...euros, ...more });
    expect(await server.call(moneyDocuments.info, { id })).toMatchObject({
      currency: 'EUR',
      exchangeRate: '7.8',
    });
    const { rows } = await shop.asOwner(({ tx, tenantId }) =>
      sql<{ amount: string }>`
        select trim_scale(sum(amount))::text as amount from money_entry
        where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx),
    );
    expect([kind, rows]).toEqual([kind, [{ amount: '780' }]]);
  }
  // What a member paid in euros is worth what they were that day.
  expect(before).toBe('0');
  expect(await shop.purse('prepaid', shop.member)).toBe('-780');
});

test('only users who may edit the page write rates; every user may request the rates of a day', async () => {
  let roleId = '';
  await server.arrange(shop.company, async (tx) => {
    const { tenantId } = shop.company;
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, 'reader of rates', 'all', '{}') returning id`.execute(tx);
    roleId = rows[0]?.id ?? '';
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      values (${tenantId}, ${roleId}, ${exchangeRatePage}, '{}')`.execute(tx);
  });
  await server.addUser({ loginName: 'reader-of-rates', roleId });
  const token = await server.signIn('reader-of-rates');
  expect(
    await server.refusal(
      exchangeRates.add,
      { currency: 'SEK', day: '2025-03-05', rate: '9' },
      token,
    ),
  ).toMatchObject({ key: 'access.denied' });
  expect(await server.call(ratesOfDay, {}, token)).not.toEqual([]);
});

test('every invariant of the books holds after all changes of rates', async () => {
  expect(await shop.broken()).toEqual([]);
});
