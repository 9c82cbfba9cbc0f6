import {
  currentSettings,
  documentTables,
  goodsDocuments,
  partners,
  updateSettings,
} from '@tradehouse/contract';
import type { Page } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { JobEvent } from '../../../kernel/live/index.ts';
import { messageHandlers, readersOf } from '../../message/index.ts';
import { asRole, aStockedServer, lineOf } from '../testShop.ts';

const { server, shop, line } = await aStockedServer('10000');

const stocked = { time: '2026-01-02T04:00:00.000Z', paidNow: '0' };
await shop.goods('purchaseIn', [line('1000', '10')], stocked);

const agree = (id: string, columns: Readonly<Record<string, unknown>>): Promise<void> =>
  server.arrange(shop.company, async (tx) => {
    const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update partner set ${sql.join(sets)} where id = ${id}`.execute(tx);
  });
const settings = async (fields: object) => {
  const { version } = await server.call(currentSettings, {});
  return server.call(updateSettings, { ...fields, version });
};
const info = (id: string) => server.call(goodsDocuments.info, { id });
const credit = (more: object = {}) => ({ paidNow: '0', ...more });

describe('the due day of a bill', () => {
  const january = { time: '2026-01-15T04:00:00.000Z' };

  test('follows from the agreed terms of the partner, unless the bill states other terms', async () => {
    await agree(shop.customer, { payment_kind: 'cycle', payment_days: 30, month_end: true });
    const { id } = await shop.goods('saleOut', [line('1')], credit(january));
    expect(await info(id)).toMatchObject({ paymentKind: 'cycle', dueOn: '2026-03-02' });
    const cash = await shop.goods(
      'saleOut',
      [line('1')],
      credit({ ...january, paymentKind: 'cash' }),
    );
    expect(await info(cash.id)).toMatchObject({ paymentKind: 'cash', dueOn: '2026-01-15' });
    const later = credit({ ...january, paymentKind: 'balance', dueOn: '2026-06-30' });
    const balance = await shop.goods('saleOut', [line('1')], later);
    expect(await info(balance.id)).toMatchObject({ paymentKind: 'balance', dueOn: '2026-06-30' });
  });

  test.each([
    [{ paymentKind: 'cash', dueOn: '2026-02-01' }, 'terms.fixed'],
    [{ paymentKind: 'other', dueOn: '2026-01-14' }, 'terms.tooEarly'],
    [{ paymentKind: 'other', dueOn: '2150-01-01' }, 'date.outOfReach'],
  ])('is refused with %j', async (said, key) => {
    const input = shop.input('saleOut', [line('1')], credit({ ...january, ...said }) as object);
    expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
      key,
      data: { field: 'dueOn' },
    });
  });

  test('determines the default payment: nothing on credit, the total in cash', async () => {
    await agree(shop.customer, { payment_kind: 'cycle', payment_days: 30, month_end: false });
    const debtOf = async (more: object) =>
      (await info((await shop.goods('saleOut', [line('1')], more)).id)).debt;
    const whole = await debtOf({ paidNow: '0' });
    expect(whole).not.toBe('0');
    expect(await debtOf({})).toBe(whole);
    expect(await debtOf({ paymentKind: 'cash' })).toBe('0');
    await settings({ zeroChangeAmount: true });
    expect(await debtOf({ paymentKind: 'cash' })).toBe('0');
    await settings({ zeroChangeAmount: false });
    await agree(shop.customer, { payment_kind: 'cycle', payment_days: 0, month_end: false });
    expect(await debtOf({})).toBe('0');
  });

  test('changes with the date of the bill, and stays while the date is unchanged', async () => {
    await agree(shop.customer, { payment_kind: 'cycle', payment_days: 10, month_end: false });
    const { id, version } = await shop.goods('saleOut', [line('1')], credit(january));
    const { lines, ...same } = shop.input('saleOut', [line('1')], credit(january));
    const again = { ...same, lines: lines.map((one) => ({ ...one, line: 1 })), id };
    await agree(shop.customer, { payment_days: 20 });
    await server.call(goodsDocuments.update, { ...again, version, dueOn: '2026-01-25' });
    expect((await info(id)).dueOn).toBe('2026-01-25');
    const next = { ...again, version: version + 1, time: '2026-01-16T04:00:00.000Z', dueOn: null };
    await server.call(goodsDocuments.update, next);
    expect((await info(id)).dueOn).toBe('2026-02-05');
  });

  test('is shown for purchases and returns, and for no document without debt', async () => {
    await agree(shop.supplier, { payment_kind: 'full', payment_days: 7 });
    const bought = await shop.goods('purchaseIn', [line('1', '10')], credit(january));
    expect(await info(bought.id)).toMatchObject({ paymentKind: 'full', dueOn: '2026-01-22' });
    const back = await shop.goods('saleBack', [line('1')], credit(january));
    expect((await info(back.id)).dueOn).toBe('2026-02-04');
    const order = await shop.goods('saleOrder', [line('1')], january);
    expect(await info(order.id)).toMatchObject({ paymentKind: null, dueOn: null });
  });

  test('is a column and a filter of the list', async () => {
    const { path } = documentTables.saleOut;
    const search = {
      kind: 'saleOut',
      dueOn: ['2026-06-30', '2026-06-30'],
      paymentKind: ['balance'],
    };
    const reply = await server.request('GET', path, { search });
    const { data } = reply.json<{ data: Page<Record<string, unknown>> }>();
    expect(data.rows).toMatchObject([{ dueOn: '2026-06-30', paymentKind: 'balance' }]);
  });

  test('comes from the terms of the partner, within the limit of days', async () => {
    const card = await server.call(partners.infoCall, { id: shop.customer });
    expect(card).toMatchObject({ paymentKind: 'cycle', paymentDays: 20, monthEnd: false });
    const body = { type: 'customer', name: 'Late Stores', paymentDays: 366 };
    expect(await server.refusal(partners.add, body)).toMatchObject({ status: 400 });
  });
});

describe('a credit limit', () => {
  const limited = async (limit: string) => {
    const name = `Limited ${Math.random()}`;
    const { id } = await server.call(partners.add, { type: 'customer', name, creditLimit: limit });
    return id;
  };
  const sell = (partnerId: string, quantity: string, more: object = {}) =>
    shop.goods('saleOut', [line(quantity, '20')], credit({ partnerId, ...more }));
  const refusal = (partnerId: string, quantity: string, more: object = {}, token?: string) =>
    server.refusal(
      goodsDocuments.add,
      shop.input('saleOut', [line(quantity, '20')], credit({ partnerId, ...more })),
      token,
    );

  test('warns, refuses, or is ignored, by the setting of the company', async () => {
    const one = await limited('100');
    await settings({ creditCheck: 'warn' });
    expect(await sell(one, '5')).toMatchObject({ overCredit: null });
    expect(await sell(one, '1')).toMatchObject({ overCredit: { owed: '120', limit: '100' } });
    await settings({ creditCheck: 'refuse' });
    expect(await refusal(one, '1')).toMatchObject({
      key: 'credit.exceeded',
      status: 422,
      data: { field: 'partnerId', owed: '140', limit: '100' },
    });
    expect(await shop.purse('receivable', one)).toBe('120');
    // Paid at once it lends nothing, and what is taken back lends less.
    await sell(one, '1', { paidNow: '20' });
    await shop.goods('saleBack', [line('1', '20')], credit({ partnerId: one }));
    await settings({ creditCheck: 'off' });
    expect(await sell(one, '9')).toMatchObject({ overCredit: null });
  });

  test('notifies a sale’s creator and readers of statements, once per customer and day', async () => {
    const one = await limited('100');
    await settings({ creditCheck: 'warn' });
    const sells = await asRole(shop, 'sells-on-credit', { pages: ['/bill/sale_out'] });
    await asRole(shop, 'reads-statements', { pages: ['/report/customer_account'] });
    await asRole(shop, 'reads-own-statements', {
      pages: ['/report/customer_account'],
      scope: 'own',
    });
    const input = shop.input('saleOut', [line('6', '20')], credit({ partnerId: one }));
    const { id, number } = await server.call(goodsDocuments.add, input, sells);
    await sell(one, '1');
    const { rows: events } = await sql<JobEvent>`
      select tenant_id as "tenantId", id, topic, payload from outbox
      where topic = 'credit.exceeded' and payload ->> 'partnerId' = ${one} order by id`.execute(
      server.database.admin,
    );
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { documentId: id },
      { documentId: expect.any(String) },
    ]);
    const tell = messageHandlers(server.database.app)['credit.exceeded'];
    for (const event of [...events, ...events]) await tell?.(event);
    const { rows } = await sql`
      select u.login_name as name, m.open_type as opens, m.open_page as page, m.subject_id as subject
      from message m join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
      where m.type = 'creditExceeded' and m.title like ${`%${number}%`} order by 1`.execute(
      server.database.admin,
    );
    const statement = { opens: 'url', page: '/report/customer_account', subject: '' };
    expect(rows).toEqual([
      { name: 'demo', ...statement },
      { name: 'reads-statements', ...statement },
      { name: 'sells-on-credit', opens: 'component', page: '/bill/sale_out', subject: number },
    ]);
    const told = sql<{ count: string }>`select count(*) from message where type = 'creditExceeded'`;
    expect((await told.execute(server.database.admin)).rows).toEqual([{ count: '3' }]);
  });

  test('a sale moved to another customer notifies of that customer’s exceeded limit', async () => {
    await settings({ creditCheck: 'warn' });
    const [rich, poor] = [await limited('1000'), await limited('100')];
    const { id, version } = await sell(rich, '6');
    const { lines, ...head } = shop.input(
      'saleOut',
      [line('6', '20')],
      credit({ partnerId: poor }),
    );
    const moved = { ...head, lines: lines.map((each) => ({ ...each, line: 1 })), id, version };
    expect(await server.call(goodsDocuments.update, moved)).toMatchObject({
      overCredit: { owed: '120', limit: '100' },
    });
    const { rows } = await sql`
      select payload ->> 'documentId' as sale from outbox
      where topic = 'credit.exceeded' and payload ->> 'partnerId' = ${poor}`.execute(
      server.database.admin,
    );
    expect(rows).toEqual([{ sale: id }]);
  });

  test('reads rights only of readers without the message of the day', async () => {
    await settings({ creditCheck: 'warn' });
    const one = await limited('100');
    await sell(one, '6');
    const { rows: events } = await sql<JobEvent>`
      select tenant_id as "tenantId", id, topic, payload from outbox
      where topic = 'credit.exceeded' and payload ->> 'partnerId' = ${one}`.execute(
      server.database.admin,
    );
    for (const event of events)
      await messageHandlers(server.database.app)['credit.exceeded']?.(event);
    const { rows: told } = await sql<{ id: string; key: string }>`
      select user_id as id, event_key as key from message
      where event_key like ${`creditExceeded:${one}:%`}`.execute(server.database.admin);
    const { tenantId } = server.company;
    const readers = async (without?: string): Promise<readonly string[]> => {
      const found = await server.arrange(server.company, (tx) =>
        readersOf({ tx, tenantId }, '/report/customer_account', without ? { without } : {}),
      );
      return found.map(({ id }) => id);
    };
    const have = told.map(({ id }) => id);
    expect(await readers()).toEqual(expect.arrayContaining(have));
    expect(await readers(told[0]?.key)).toEqual(
      (await readers()).filter((id) => !have.includes(id)),
    );
  });

  test('is compared with debts in the company’s currency', async () => {
    await settings({ creditCheck: 'refuse' });
    const one = await limited('100');
    const euros = { currency: 'EUR', exchangeRate: '6' };
    expect(await refusal(one, '1', euros)).toMatchObject({ data: { owed: '120' } });
    await sell(one, '1', { currency: 'EUR', exchangeRate: '5' });
  });

  test('applies once a sale is in force, also to several sales approved together', async () => {
    await settings({ creditCheck: 'refuse', forceApproval: true });
    const one = await limited('100');
    const drafts = [await sell(one, '3'), await sell(one, '3')];
    const ids = drafts.map(({ id }) => id).join(',');
    expect(await server.refusal(goodsDocuments.setStatus, { ids, status: '1' })).toMatchObject({
      key: 'credit.exceeded',
    });
    await server.call(goodsDocuments.setStatus, { ids: drafts[0]?.id ?? '', status: '1' });
    expect(
      await server.refusal(goodsDocuments.setStatus, { ids: drafts[1]?.id ?? '', status: '1' }),
    ).toMatchObject({ key: 'credit.exceeded' });
    await settings({ forceApproval: false });
  });

  test('a credit limit in warning mode is reported for every customer over the limit', async () => {
    await settings({ creditCheck: 'warn', forceApproval: true });
    const [one, other] = [await limited('100'), await limited('100')];
    const drafts = [
      await sell(one, '3'),
      await sell(one, '3'),
      await sell(other, '2'),
      await sell(other, '3'),
    ];
    const ids = drafts.map(({ id }) => id).join(',');
    const poor = await asRole(shop, 'approves-without-debts', {
      pages: ['/bill/sale_out'],
      hidden: ['money'],
      buttons: ['1', '2', '7'],
    });
    const approve = (status: '0' | '1', token?: string) =>
      server.call(goodsDocuments.setStatus, { ids, status }, token);
    const over = { name: expect.stringContaining('Limited') };
    expect(await approve('1')).toEqual({
      changed: 4,
      overCredit: [{ ...over, owed: '120', limit: '100' }],
    });
    expect(await approve('0')).toEqual({ changed: 4, overCredit: [] });
    expect(await approve('1', poor)).toEqual({
      changed: 4,
      overCredit: [{ ...over, owed: null, limit: null }],
    });
    await settings({ forceApproval: false });
  });

  test('an edit without more debt is not refused', async () => {
    await settings({ creditCheck: 'off' });
    const one = await limited('50');
    const { id, version } = await sell(one, '5');
    await settings({ creditCheck: 'refuse' });
    const edit = (quantity: string, at: number) => {
      const { lines, ...head } = shop.input(
        'saleOut',
        [line(quantity, '20')],
        credit({ partnerId: one }),
      );
      return { ...head, lines: lines.map((each) => ({ ...each, line: 1 })), id, version: at };
    };
    await server.call(goodsDocuments.update, edit('4', version));
    expect(await server.refusal(goodsDocuments.update, edit('5', version + 1))).toMatchObject({
      key: 'credit.exceeded',
    });
  });

  test('refuses a sale without revealing amounts to users without amount rights', async () => {
    // Who can't see what is due pays all of it, unless the company pays later.
    await settings({ creditCheck: 'refuse', zeroChangeAmount: true });
    const one = await limited('10');
    const pages = ['/bill/sale_out'];
    const blind = await asRole(shop, 'sells-blind', { pages, hidden: ['sale', 'money'] });
    const poor = await asRole(shop, 'sells-without-debts', { pages, hidden: ['money'] });
    // What is owed after a sale, less what was before it, is what it came to.
    const unpriced = await asRole(shop, 'sells-without-prices', { pages, hidden: ['sale'] });
    for (const token of [blind, poor, unpriced]) {
      await settings({ creditCheck: 'refuse' });
      const refused = await refusal(one, '1', {}, token);
      expect(refused.key).toBe('credit.exceeded');
      expect(JSON.stringify(refused)).not.toMatch(/"(owed|limit)"/);
      expect(refused.message).not.toContain('owes');
      await settings({ creditCheck: 'warn' });
      const input = shop.input('saleOut', [line('1', '20')], credit({ partnerId: one }));
      expect(await server.call(goodsDocuments.add, input, token)).toMatchObject({
        overCredit: { owed: null, limit: null },
      });
    }
    await settings({ zeroChangeAmount: false });
  });

  test('is never exceeded by concurrent sales', async () => {
    await settings({ creditCheck: 'refuse' });
    const one = await limited('100');
    // Other goods each, and typed numbers: neither a SKU nor the counter of numbers makes them wait for each other.
    const goods = await Promise.all(Array.from({ length: 8 }, () => shop.product()));
    await shop.goods(
      'purchaseIn',
      goods.map((each) => lineOf(each, '9', '10')),
    );
    const tries = goods.map((each, at) =>
      shop
        .goods('saleOut', [lineOf(each, '2', '20')], {
          ...credit({ partnerId: one }),
          number: `AT-ONCE-${at}`,
        })
        .then(
          () => true,
          () => false,
        ),
    );
    const done = await Promise.all(tries);
    expect(done.filter(Boolean)).toHaveLength(2);
    expect(await shop.purse('receivable', one)).toBe('80');
  });
});

test('every invariant of the books holds after all bills with terms and credit limits', async () => {
  expect(await shop.broken()).toEqual([]);
});
