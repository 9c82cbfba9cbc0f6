// The log of a shipment on its own page.
import { logisticsOrders } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { asRole, aShopServer } from '../document/testShop.ts';
import { ago, sending, sent } from './testSend.ts';

const { server, shop } = await aShopServer();
const { aCompany, ready } = sending(shop);

const logOf = (id: string, as?: string) => server.call(logisticsOrders.log, { id }, as);

test('the shipment log lists only changes and events of the shipment', async () => {
  const { id, company, out } = await ready({ freight: '12.5' });
  const other = await aCompany();
  await ready();
  const { documentId: _, ...rest } = sent(other.id, out, { receiver: 'Di' });
  await server.call(logisticsOrders.update, { ...rest, id, version: 1 });
  await server.call(logisticsOrders.label, { id, tracking: 'ZX9' });
  const event = { orderId: id, eventTime: ago(1), state: 'pickedUp', place: 'Hub' } as const;
  const track = await server.call(logisticsOrders.addTrack, event);
  await server.call(logisticsOrders.removeTrack, { id: track.id });
  await server.call(logisticsOrders.void, { id });
  const log = await logOf(id);
  expect(log.map(({ step }) => step)).toEqual([
    'void',
    'removeEvent',
    'addEvent',
    'label',
    'update',
    'add',
  ]);
  const [void_, removed, , label, update, add] = log;
  expect(void_?.userName).not.toBe('');
  expect(void_?.changes).toEqual([
    { field: 'state', before: 'created', after: 'cancelled' },
    { field: 'tracking', before: 'ZX9', after: null },
  ]);
  expect(removed?.changes).toContainEqual({ field: 'place', before: 'Hub', after: null });
  expect(label?.changes).toEqual([{ field: 'tracking', before: null, after: 'ZX9' }]);
  expect(update?.changes).toEqual([
    { field: 'companyId', before: `Carrier ${company.code}`, after: `Carrier ${other.code}` },
    { field: 'receiver', before: 'Cy', after: 'Di' },
  ]);
  expect(add?.changes).toContainEqual({ field: 'freight', before: null, after: '12.5' });
});

test('the shipment log requires access to the document and hides freight without price rights', async () => {
  const { id } = await ready({ freight: '12.5', insured: '300' });
  const pages = ['/logistic/track', '/bill/sale_out'];
  const own = await asRole(shop, 'own-log', { pages, scope: 'own' });
  const hidden = await asRole(shop, 'no-prices-log', { pages, hidden: ['sale'] });
  const elsewhere = await asRole(shop, 'elsewhere-log', { pages: ['/bill/sale_out'] });
  const strange = await server.signIn(server.stranger.code);
  for (const [as, key] of [
    [own, 'record.missing'],
    [strange, 'record.missing'],
    [elsewhere, 'access.denied'],
  ] as const)
    expect(await server.refusal(logisticsOrders.log, { id }, as)).toMatchObject({ key });
  const fields = async (as?: string) =>
    (await logOf(id, as)).flatMap(({ changes }) => changes.map(({ field }) => field));
  expect(await fields()).toEqual(expect.arrayContaining(['freight', 'insured', 'receiver']));
  const seen = await fields(hidden);
  expect(seen).toContain('receiver');
  expect(seen).not.toContain('freight');
  expect(seen).not.toContain('insured');
});
