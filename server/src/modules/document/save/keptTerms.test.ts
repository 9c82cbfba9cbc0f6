// Unnamed terms of a changed document are kept.
import { exchangeRates, goodsDocuments, moneyDocuments, partners } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, lineOf, timeDaysAgo } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

const { server, shop } = await aShopServer();
await shop.set({ time_zone: 'Etc/UTC' });
const goods = await shop.product();
await shop.goods('purchaseIn', [lineOf(goods, '1000', '1')], { time: timeDaysAgo(90) });

const info = ({ id }: Pick<Saved, 'id'>) => server.call(goodsDocuments.info, { id });
async function change(sale: Saved, more: object = {}, quantity = '1') {
  const { time, version } = await info(sale);
  const input = shop.input('saleOut', [{ ...lineOf(goods, quantity, '100'), line: 1 }], {
    time,
    paidNow: '0',
    ...more,
  });
  await server.call(goodsDocuments.update, { ...input, id: sale.id, version });
  return info(sale);
}

test('an update without an exchange rate keeps the document’s rate', async () => {
  const rate = (value: string) =>
    server.call(exchangeRates.add, {
      currency: 'EUR',
      day: timeDaysAgo(0).slice(0, 10),
      rate: value,
    });
  const euros = { currency: 'EUR', paidNow: '0' };
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], {
    ...euros,
    exchangeRate: '7.8',
  });
  await rate('8.8');
  expect((await change(sale, euros)).exchangeRate).toBe('7.8');
  expect((await change(sale, { ...euros, exchangeRate: '9' })).exchangeRate).toBe('9');
});

test('a bill changed without a due day keeps the due day while partner, day and way of payment stay', async () => {
  const terms = (days: number) =>
    server.arrange(shop.company, (tx) =>
      sql`update partner set payment_days = ${days} where tenant_id = ${shop.company.tenantId}`.execute(
        tx,
      ),
    );
  await terms(30);
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], {
    time: timeDaysAgo(10),
    paidNow: '0',
  });
  const due = timeDaysAgo(-20).slice(0, 10);
  expect((await info(sale)).dueOn).toBe(due);
  await terms(60);
  expect((await change(sale)).dueOn).toBe(due);
  expect((await change(sale, { dueOn: null })).dueOn).toBe(timeDaysAgo(-50).slice(0, 10));
  expect((await change(sale, { dueOn: due })).dueOn).toBe(due);
  expect((await change(sale, { time: timeDaysAgo(9) })).dueOn).toBe(timeDaysAgo(-51).slice(0, 10));
  await terms(0);
});

test('a document changed without a time keeps its time and day', async () => {
  const time = `${timeDaysAgo(8).slice(0, 10)}T02:00:00.250Z`;
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], { time, paidNow: '0' });
  const { time: shown, ...after } = await change(sale, { time: undefined, remark: 'later' });
  expect(new Date(shown).toISOString()).toBe(time);
  expect(after.remark).toBe('later');
  const paid = [{ settledDocumentId: sale.id, amount: '5' }];
  const receipt = await shop.money('moneyIn', paid, { time: timeDaysAgo(7) });
  const { id, version } = receipt;
  const shownReceipt = await server.call(moneyDocuments.info, { id });
  const { kind, partnerId, accountId } = shownReceipt;
  const lines = [{ settledDocumentId: sale.id, amount: '6' }];
  await server.call(moneyDocuments.update, { kind, partnerId, accountId, lines, id, version });
  const kept = await server.call(moneyDocuments.info, { id });
  expect([kept.time, kept.lines[0]?.amount]).toEqual([shownReceipt.time, '6']);
  expect(await shop.broken()).toEqual([]);
});

test('a bill changed without paidNow keeps its payment, up to the new total', async () => {
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], { paidNow: '40' });
  const paid = async (quantity: string, more: object = {}) => {
    const { paidNow, debt } = await change(sale, { paidNow: undefined, ...more }, quantity);
    return [paidNow, debt];
  };
  expect(await paid('1')).toEqual(['40', '60']);
  expect(await paid('2')).toEqual(['40', '160']);
  expect(await paid('0.3')).toEqual(['30', '0']);
  expect(await paid('1', { paidNow: '0' })).toEqual(['0', '100']);
  const order = await shop.goods('saleOrder', [lineOf(goods, '2', '100')], { depositTaken: '50' });
  const { version, time } = await info(order);
  const lines = [{ ...lineOf(goods, '3', '100'), line: 1 }];
  const input = { ...shop.input('saleOrder', lines, { time }), id: order.id, version };
  await server.call(goodsDocuments.update, input);
  expect((await info(order)).depositTaken).toBe('50');
  expect(await shop.broken()).toEqual([]);
});

test('a document changed in a new time zone without a time keeps its day', async () => {
  await shop.set({ time_zone: 'Asia/Shanghai' });
  const time = `${timeDaysAgo(8).slice(0, 10)}T02:00:00.250Z`;
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], { time, paidNow: '0' });
  const { id: partnerId } = await server.call(partners.add, {
    type: 'customer',
    name: 'Opened early',
    openingReceivable: '7',
  });
  const days = async () => {
    const { rows } = await server.arrange(shop.company, (tx) =>
      sql<{ day: string }>`
        select business_date::text as day from document
        where tenant_id = ${shop.company.tenantId} and (id = ${sale.id} or partner_id = ${partnerId}) order by id`.execute(
        tx,
      ),
    );
    return rows.map((row) => row.day);
  };
  const before = await days();
  await shop.set({ time_zone: 'America/New_York' });
  await change(sale, { remark: 'as shown', time: time.replace('.250', '') });
  const partner = { id: partnerId, version: 1, type: 'customer', name: 'Opened early' } as const;
  await server.call(partners.update, { ...partner, openingReceivable: '8' });
  expect(await days()).toEqual(before);
  await change(sale, { time: time.replace('02:00', '01:00') });
  expect((await days())[0]).not.toBe(before[0]);
  await shop.set({ time_zone: 'Etc/UTC' });
  expect(await shop.broken()).toEqual([]);
});

test('a deposit is neither used nor refunded on a day before its order', async () => {
  const order = await shop.goods('saleOrder', [lineOf(goods, '2', '100')], {
    time: timeDaysAgo(10),
    depositTaken: '50',
    status: '1',
  });
  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const delivery = (ago: number, depositUsed: string) =>
    shop.input('saleOut', [lineOf(goods, '1', '100', from)], {
      time: timeDaysAgo(ago),
      depositUsed,
      paidNow: '0',
    });
  expect(await server.refusal(goodsDocuments.add, delivery(12, '20'))).toMatchObject({
    key: 'deposit.early',
    data: { number: order.number, date: timeDaysAgo(10).slice(0, 10), field: 'depositUsed' },
  });
  await server.call(goodsDocuments.add, delivery(12, '0'));
  await server.call(goodsDocuments.add, delivery(10, '20'));
  const back = [{ settledDocumentId: order.id, amount: '30' }];
  await expect(shop.money('depositOut', back, { time: timeDaysAgo(11) })).rejects.toMatchObject({
    refusal: { key: 'deposit.early' },
  });
  await shop.money('depositOut', back, { time: timeDaysAgo(9) });
  expect(await shop.broken()).toEqual([]);
});

test('a change keeps the unnamed terms of the document', async () => {
  const heavy = await shop.product({ weight: '9' });
  const { id: order } = await shop.goods('saleOrder', [lineOf(goods, '1', '100')], {
    depositTaken: '50',
    status: '1',
  });
  const from = { sourceDocumentId: order, sourceLine: 1 };
  await shop.money('advanceIn', [{ accountId: shop.cash, amount: '500' }]);
  const carried = lineOf(goods, '1', '1', { targetWarehouseId: shop.branch });
  const remark = 'agreed';
  const shared = { freight: '10', paidNow: '0' };
  const sold = { salespersonIds: [shop.salesperson], depositUsed: '50', paidNow: '50' };
  const ofMember = { partnerId: shop.member };
  const cases = [
    [
      'purchaseIn',
      [lineOf(goods, '1', '90'), lineOf(heavy, '1', '10')],
      { remark, allocateBy: 'weight' },
      shared,
    ],
    ['transfer', [carried], { remark, travels: true }, {}],
    ['saleOut', [lineOf(goods, '1', '100', from)], { remark, ...sold }, {}],
    ['retailOut', [lineOf(goods, '1', '100')], { remark, payment: 'prepaid' }, ofMember],
  ] as const;
  for (const [kind, lines, kept, named] of cases) {
    const saved = await shop.goods(kind, lines, { ...kept, ...named });
    const { version, updatedAt: _, updaterName: __, ...before } = await info(saved);
    expect(before).toMatchObject(kept);
    const numbered = lines.map((line, at) => ({ ...line, line: at + 1 }));
    const change = { ...shop.input(kind, numbered, named), id: saved.id, version };
    await server.call(goodsDocuments.update, change);
    expect(await info(saved), kind).toMatchObject(before);
  }
  expect(await shop.broken()).toEqual([]);
});

test('an order is never dated after a refund or use of the deposit', async () => {
  const order = await shop.goods('saleOrder', [lineOf(goods, '2', '100')], {
    time: timeDaysAgo(10),
    depositTaken: '100',
    status: '1',
  });
  const back = [{ settledDocumentId: order.id, amount: '30' }];
  await shop.money('depositOut', back, { time: timeDaysAgo(8) });
  await server.call(goodsDocuments.setStatus, { ids: order.id, status: '0' });
  const moved = async (ago: number) => {
    const { version } = await info(order);
    const lines = [{ ...lineOf(goods, '2', '100'), line: 1 }];
    const input = shop.input('saleOrder', lines, { time: timeDaysAgo(ago), depositTaken: '100' });
    return { ...input, status: '1' as const, id: order.id, version };
  };
  expect(await server.refusal(goodsDocuments.update, await moved(5))).toMatchObject({
    key: 'deposit.early',
    data: { number: order.number, date: timeDaysAgo(5).slice(0, 10), field: 'time' },
  });
  await server.call(goodsDocuments.update, await moved(8));
  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const used = { time: timeDaysAgo(7), depositUsed: '20', paidNow: '0' };
  await shop.goods('saleOut', [lineOf(goods, '1', '100', from)], used);
  expect((await server.refusal(goodsDocuments.setStatus, { ids: order.id, status: '0' })).key).toBe(
    'document.notApproved',
  );
  expect(await shop.broken()).toEqual([]);
});

test('a change without a currency keeps the currency and the rate of its document', async () => {
  const dinars = { currency: 'KWD', exchangeRate: '3.3', time: timeDaysAgo(5) };
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], {
    ...dinars,
    paidNow: '0',
  });
  expect(await change(sale)).toMatchObject({ currency: 'KWD', exchangeRate: '3.3' });
  expect(await change(sale, { currency: 'USD' })).toMatchObject({
    currency: 'USD',
    exchangeRate: '1',
  });
  const line = { itemId: shop.expenseItem, amount: '30' };
  const spent = await shop.money('itemOut', [line], dinars);
  await server.call(moneyDocuments.update, {
    id: spent.id,
    version: 1,
    kind: 'itemOut',
    accountId: shop.cash,
    lines: [{ ...line, line: 1 }],
  });
  expect(await server.call(moneyDocuments.info, { id: spent.id })).toMatchObject({
    currency: 'KWD',
    exchangeRate: '3.3',
  });
});
