// Inputs for the calls about lines that need more than their schema tells: goods that travel, and serials.
import { goodsDocuments, keepDelivery, receiveGoods } from '@tradehouse/contract';
import { aTally, tallyPart } from '../modules/document/testTally.ts';
import { one } from './testSample.ts';
import type { Input, Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

export function lineSamples(world: World): Samples {
  const { server, token, ids } = world;
  const travelling = async (): Promise<string> => {
    const input = { ...world.goodsInput('transfer'), travels: true, status: '1' as const };
    return (await server.call(goodsDocuments.add, input, token)).id;
  };
  const arrival = async (): Promise<Input & { id: string }> => ({
    id: await travelling(),
    parts: [{ line: 1, arrived: '1' }],
  });
  const approved = async (kind: 'purchaseOrder' | 'saleOut'): Promise<string> => {
    const input = { ...world.goodsInput(kind), status: '1' as const };
    return (await server.call(goodsDocuments.add, input, token)).id;
  };
  const came = tallyPart(1, { formal: '1', reason: 'the rest follows' });
  const tally = async () => aTally(await approved('purchaseOrder'), ids.warehouse, [came]);
  const delivery = async () => {
    const id = await approved('saleOut');
    const { lines } = await server.call(goodsDocuments.info, { id }, token);
    const picks = lines.map(({ line, quantity }) => ({ line, quantity }));
    const receiver = { receiver: 'Cy', phone: '', address: '', postcode: '', remark: '' };
    return { id, version: 0, ...receiver, picks, parcels: [] };
  };
  return {
    'GET /depotHead/getTally': one('tally', async () => ({ id: (await tally()).id })),
    'PUT /depotHead/saveTally': one('tally', tally),
    'POST /depotHead/finishTally': one('tally', tally),
    'DELETE /depotHead/deleteTally': one('tally', async () => ({ id: (await tally()).id })),
    'GET /depotHead/getDelivery': one('delivery', async () => ({ id: (await delivery()).id })),
    'PUT /depotHead/saveDelivery': one('delivery', delivery),
    'POST /depotHead/confirmShipment': one('shipment', async () => {
      const given = await delivery();
      await server.call(keepDelivery, given, token);
      return { id: given.id, version: 1, tracking: 'ZX 1' };
    }),
    'GET /depotHead/getTransit': one('on the way', async () => ({ id: await travelling() })),
    'POST /depotHead/receiveTransfer': one('receive', arrival),
    'DELETE /depotHead/deleteTransferReceipt': one('take back', async () => {
      const received = await server.call(receiveGoods, (await arrival()) as never, token);
      return { id: received.id };
    }),
    'GET /serialNumber/findBySerialNumber': one('serials', () => ({
      serials: 'no such serial',
      depotId: ids.warehouse,
    })),
  };
}
