// Inputs for what carriers are asked, and what is kept of them.
import { freights, goodsDocuments, logisticsOrders } from '@tradehouse/contract';
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

export const aCompany = ({ word }: Pick<World, 'word'>, base: string) => ({
  code: word(),
  name: word(),
  address: word(),
  clientSecret: word(),
  tariff: [
    {
      service: 'fulfillment' as const,
      zone: '',
      fromKg: '0',
      toKg: null,
      base,
      perKg: '0',
      signatureFee: '0',
      days: 2,
    },
  ],
});

export function logisticsSamples(world: World): Samples {
  const { ids, word } = world;
  const parcel = {
    packing: 'box' as const,
    length: '10',
    width: '10',
    height: '10',
    weight: '1',
    pieces: 1,
  };
  const written = {
    companyId: ids.logisticsCompany,
    service: 'fulfillment' as const,
    signature: false,
    shipDate: '2025-01-01',
    receiver: word(),
    phone: '',
    address: word(),
    postcode: '',
    parcels: [parcel],
    costBearer: 'us' as const,
  };
  /** Of a document of its own: others are taken back while the samples are asked. */
  const order = async () => {
    const input = { ...world.goodsInput('saleOut'), status: '1' as const };
    const { id } = await world.server.call(goodsDocuments.add, input, world.token);
    return { ...written, documentId: id };
  };
  const sent = async () => world.server.call(logisticsOrders.add, await order(), world.token);
  const labelled = async (): Promise<string> => {
    const { id } = await sent();
    await world.server.call(logisticsOrders.label, { id }, world.token);
    return id;
  };
  const event = async () => ({
    orderId: await labelled(),
    eventTime: '2025-01-02T08:00:00Z',
    state: 'pickedUp' as const,
    place: word(),
  });
  const noted = {
    companyId: ids.logisticsCompany,
    freightDate: '2025-01-01',
    paymentKind: 'cycle' as const,
    allocateBy: 'weight' as const,
    estimated: world.prices.sale,
    actual: world.prices.sale,
    billableWeight: '1',
  };
  const ofDocument = async () => {
    const input = { ...world.goodsInput('saleOut'), status: '1' as const };
    const { number } = await world.server.call(goodsDocuments.add, input, world.token);
    return { ...noted, documentNumber: number };
  };
  const freight = async () => world.server.call(freights.add, await ofDocument(), world.token);
  const accepted = async () => {
    const { id, version } = await freight();
    await world.server.call(freights.confirm, { rows: [{ id, version }] }, world.token);
    return { rows: [{ id, version: version + 1 }] };
  };
  const bill = async () => {
    const input = await ofDocument();
    await world.server.call(freights.add, input, world.token);
    const lines = [{ number: input.documentNumber, amount: world.prices.sale }];
    return { companyId: ids.logisticsCompany, lines };
  };
  const { companyId: _, ...changes } = noted;
  return {
    'GET /logistics/freight/info': one('freight', async () => ({ id: (await freight()).id })),
    'POST /logistics/freight/add': one('freight', ofDocument),
    'PUT /logistics/freight/update': one('freight', async () => ({
      ...changes,
      ...(await freight()),
    })),
    'DELETE /logistics/freight/deleteBatch': one('freight', async () => ({
      ids: (await freight()).id,
    })),
    'POST /logistics/freight/importExcel': one('no file', () => ({}), 400),
    'POST /logistics/freight/bill/preview': one('a line', bill),
    'POST /logistics/freight/bill/take': one('a line', bill),
    'POST /logistics/freight/confirm': one('billed', async () => ({ rows: [await freight()] })),
    'POST /logistics/freight/unconfirm': one('accepted', accepted),
    'POST /logistics/freight/pay': one('accepted', async () => ({
      ...(await accepted()),
      accountId: ids.account,
      itemId: ids.expenseItem,
    })),
    'POST /logistics/company/test': one(
      'nothing to ask by',
      () => ({ id: ids.logisticsCompany, name: word(), clientUrl: '', clientId: '' }),
      422,
    ),
    'GET /logistics/order/info': one('an order', async () => ({ id: (await sent()).id })),
    'GET /logistics/order/log': one('an order', async () => ({ id: (await sent()).id })),
    'GET /logistics/order/ofDocument': one('an order', async () => {
      const input = await order();
      await world.server.call(logisticsOrders.add, input, world.token);
      return { documentId: input.documentId };
    }),
    'GET /logistics/order/receiver': one('an order', async () => ({
      documentId: (await order()).documentId,
    })),
    'POST /logistics/order/add': one('an order', order),
    'PUT /logistics/order/update': one('an order', async () => ({ ...written, ...(await sent()) })),
    'POST /logistics/label': one('a label', async () => ({ id: (await sent()).id })),
    // The carrier has no address for API calls.
    'POST /logistics/track/ask': one('events', async () => ({ id: await labelled() }), 422),
    'POST /logistics/order/void': one('a label', async () => ({ id: await labelled() })),
    'POST /logistics/track/add': one('an event', event),
    'DELETE /logistics/track/delete': one('an event', async () =>
      world.server.call(logisticsOrders.addTrack, await event(), world.token),
    ),
    'POST /logistics/rate': one('a rate', () => ({
      to: { address: word(), postcode: '' },
      parcels: [parcel],
      services: ['fulfillment'],
      signature: false,
    })),
  };
}
