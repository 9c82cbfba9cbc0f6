import { documentToConvert, goodsDocuments, services } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

// Services of a sales order and its outbounds bear no tax, and are booked as fees.

const { server, shop } = await aShopServer();
const one = await shop.product();
await shop.goods('purchaseIn', [lineOf(one, '100', '10')]);
const add = async (name: string, fee: string, chargeMode: 'order' | 'piece') =>
  (await server.call(services.add, { name, fee, chargeMode })).id;
const gift = await add('Gift wrap', '2.5', 'piece');
const freight = await add('Assembly at home', '80', 'order');

const approved = { status: '1' } as const;
const info = (id: string) => server.call(goodsDocuments.info, { id });
const shown = async ({ id }: Saved) => {
  const { services: lines, serviceFees, payable } = await info(id);
  const texts = lines.map(
    ({ name, quantity, fee, amount }) => `${quantity} ${name} ${fee} ${amount}`,
  );
  return { lines: texts, serviceFees, payable };
};
const from = ({ id }: Saved, quantity: string) =>
  lineOf(one, quantity, '20', { sourceDocumentId: id, sourceLine: 1 });

test('a service fee comes from the service, unless agreed otherwise', async () => {
  const order = await shop.goods('saleOrder', [lineOf(one, '4')], {
    services: [
      { serviceId: gift, quantity: '4' },
      { serviceId: freight, quantity: '1', fee: '60' },
    ],
  });
  expect(await shown(order)).toEqual({
    lines: ['4 Gift wrap 2.5 10', '1 Assembly at home 60 60'],
    serviceFees: '70',
    payable: '150',
  });
});

test('service fees are owed with the goods and booked as fees', async () => {
  const [fees, sales] = [await shop.purse('fee'), await shop.purse('sales')];
  const sale = await shop.goods('saleOut', [lineOf(one, '4', '20', { taxRate: '13' })], {
    services: [{ serviceId: gift, quantity: '4' }],
    otherFees: '3',
    paidNow: '0',
  });
  expect(await info(sale.id)).toMatchObject({ payable: '103.4', debt: '103.4', otherFees: '3' });
  expect(Number(await shop.purse('fee')) - Number(fees)).toBe(-13);
  expect(Number(await shop.purse('sales')) - Number(sales)).toBe(-80);
});

test('a change keeps unnamed services, and an empty list removes services', async () => {
  const order = await shop.goods('saleOrder', [lineOf(one, '4')], {
    services: [{ serviceId: gift, quantity: '4' }],
  });
  const change = async (version: number, more: object) => {
    const lines = [lineOf(one, '4', '20', { line: 1 })];
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOrder', lines, more),
      id: order.id,
      version,
    });
    return (await shown(order)).lines;
  };
  const two = { services: [{ serviceId: freight, quantity: '2' }] };
  expect(await change(1, two)).toEqual(['2 Assembly at home 80 160']);
  expect(await change(2, {})).toEqual(['2 Assembly at home 80 160']);
  expect(await change(3, { services: [] })).toEqual([]);
  expect(await shown(order)).toMatchObject({ serviceFees: '0', payable: '80' });
});

test('an order’s services go on to its outbound, each service once', async () => {
  const order = await shop.goods('saleOrder', [lineOf(one, '4')], {
    ...approved,
    services: [
      { serviceId: gift, quantity: '4', fee: '2' },
      { serviceId: freight, quantity: '1' },
    ],
  });
  const offered = async () =>
    (await server.call(documentToConvert, { ids: order.id, kind: 'saleOut' })).services.map(
      ({ name, quantity, fee, amount }) => `${quantity} ${name} ${fee} ${amount}`,
    );
  expect(await offered()).toEqual(['4 Gift wrap 2 8', '1 Assembly at home 80 80']);
  const first = await shop.goods('saleOut', [from(order, '1')], {
    services: [{ serviceId: gift, quantity: '1', fee: '2' }],
  });
  expect(await offered()).toEqual(['3 Gift wrap 2 6', '1 Assembly at home 80 80']);
  await server.call(goodsDocuments.remove, { id: first.id });
  expect(await offered()).toEqual(['4 Gift wrap 2 8', '1 Assembly at home 80 80']);
  // What is bought for the order comes without them.
  const bought = await server.call(documentToConvert, { ids: order.id, kind: 'purchaseOrder' });
  expect(bought.services).toEqual([]);
});

test('an outbound unapproved and approved again leaves the receivable unchanged', async () => {
  const sale = await shop.goods('saleOut', [lineOf(one, '1')], {
    ...approved,
    services: [{ serviceId: freight, quantity: '1' }],
    paidNow: '0',
  });
  const owed = () => shop.purse('receivable', shop.customer);
  const before = await owed();
  await server.call(goodsDocuments.setStatus, { ids: sale.id, status: '0' });
  await server.call(goodsDocuments.setStatus, { ids: sale.id, status: '1' });
  expect(await owed()).toBe(before);
});

test.each([
  ['a service that isn’t there', () => ({ serviceId: '999999', quantity: '1' })],
  ['none of a service', () => ({ serviceId: gift, quantity: '0' })],
])('a sale with %s is refused', async (_what, service) => {
  const input = shop.input('saleOut', [lineOf(one, '1')], { services: [service()] });
  expect((await server.refusal(goodsDocuments.add, input)).key).toBe('document.service');
});

test('a service used by a document cannot be deleted', async () => {
  expect((await server.refusal(services.remove, { id: gift })).key).toBe('record.inUse');
});

test('document kinds without services refuse them', async () => {
  const bought = shop.input('purchaseIn', [lineOf(one, '1', '10')], {
    services: [{ serviceId: gift, quantity: '4' }],
  });
  expect(await server.refusal(goodsDocuments.add, bought)).toMatchObject({
    key: 'request.field',
    data: { field: 'services' },
  });
});

test('services keep every invariant of the books, and verify finds services with a wrong sum', async () => {
  expect(await shop.broken()).toEqual([]);
  await server.arrange(shop.company, (tx) =>
    sql`update document_service set amount = amount + 1
      where tenant_id = ${shop.company.tenantId} and service_id = ${freight}`.execute(tx),
  );
  expect((await shop.broken()).join()).toContain('D2_services');
});

test('services of orders in two currencies are offered in the first order’s currency', async () => {
  const abroad = { status: '1', currency: 'EUR', exchangeRate: '8' } as const;
  const first = await shop.goods('saleOrder', [lineOf(one, '1')], abroad);
  const second = await shop.goods('saleOrder', [lineOf(one, '1')], {
    ...approved,
    services: [{ serviceId: gift, quantity: '3', fee: '2.5' }],
  });
  const offered = { ids: `${first.id},${second.id}`, kind: 'saleOut' };
  expect(await server.call(documentToConvert, offered)).toMatchObject({
    currency: 'EUR',
    // 2.5 of the company's own at 8, and three of them to the cent.
    services: [{ quantity: '3', fee: '0.3125', amount: '0.94' }],
  });
});
