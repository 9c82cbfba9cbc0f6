import { applications, webhookDeliveries, webhooks } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { recordProgramEvent } from '../../kernel/tx/index.ts';
import { aShopServer, lineOf } from '../document/testShop.ts';
import { keepJournal } from './ownerContext.ts';

const { server, shop } = await aShopServer();

test('an import publishes no webhook events', async () => {
  const { id: appId } = await server.call(applications.add, {
    name: 'Listener',
    userId: server.company.ownerId,
    scopes: ['orders:read'],
    validMinutes: 120,
    addresses: [],
  });
  const { id } = await server.call(webhooks.add, {
    name: 'Listening',
    appId,
    url: 'https://hooks.example/a',
    events: ['salesOrder.changed'],
  });
  const order = await shop.goods('saleOrder', [lineOf(await shop.product(), '2', '20')]);
  const left = await shop.asOwner(async (context) => {
    recordProgramEvent(context, { event: 'salesOrder.changed', documentId: order.id, number: '1' });
    await keepJournal(context);
    return context.journal.programEvents.size;
  });
  expect(left).toBe(0);
  expect(await server.call(webhookDeliveries, { id })).toEqual([]);
});
