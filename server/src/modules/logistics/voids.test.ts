// Voids and labels of a shipment one after the other, lost secrets, and spellings of tracking numbers.
import { freights, logisticsCompanies, logisticsOrders, testCarrier } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SECRET, aGatewayServer, labelled } from './testGateway.ts';
import { ago, sent } from './testSend.ts';

const { server, shop, gateway, sold, aShipment, info } = await aGatewayServer();

/** Waits for the next question of the given action, which is answered later. */
function heldAnswer(action: string) {
  const asked = Promise.withResolvers<null>();
  const answer = Promise.withResolvers<unknown>();
  const before = gateway.says;
  gateway.says = (question) => {
    if (question.action !== action) return before(question);
    asked.resolve(null);
    return answer.promise;
  };
  return { asked: asked.promise, answer: answer.resolve };
}
/** Ends the access to the stored secret of a carrier, as after a loss of the key of the server. */
const loseSecretKey = (companyId: string) =>
  sql`
    update logistics_secret set sealed = 'v1.00000000.' || repeat('A', 60)
    where company_id = ${companyId} returning company_id`.execute(server.database.admin);

test('a shipment being voided at a carrier is neither labelled, voided nor tracked', async () => {
  const { id } = await aShipment();
  // An unreadable answer counts as lost.
  gateway.says = () => ({});
  await server.refusal(logisticsOrders.label, { id });
  const voids = heldAnswer('void');
  const first = server.call(logisticsOrders.void, { id });
  await voids.asked;
  const busy = { data: { key: 'shipment.labelling' } };
  for (const input of [{ id }, { id, tracking: 'X2' }, { id, own: true }])
    expect(await server.refusal(logisticsOrders.label, input)).toMatchObject(busy);
  for (const input of [{ id }, { id, onlyHere: true }])
    expect(await server.refusal(logisticsOrders.void, input)).toMatchObject(busy);
  expect(await server.refusal(logisticsOrders.askTracks, { id })).toMatchObject(busy);
  const event = { orderId: id, eventTime: ago(1), state: 'pickedUp' } as const;
  expect(await server.refusal(logisticsOrders.addTrack, event)).toMatchObject(busy);
  voids.answer({ void: true });
  await first;
  expect(gateway.heard.map(({ action }) => action)).toEqual(['label', 'void']);
  expect((await info(id)).state).toBe('cancelled');
});

test('a label and a void at once reach the carrier one after the other', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await aShipment();
    // An unreadable answer counts as lost.
    gateway.says = () => ({});
    // In every other round an answer was lost, and the label is asked for again.
    if (round % 2 === 0) await server.refusal(logisticsOrders.label, { id });
    gateway.heard = [];
    let open = 0;
    let mostOpen = 0;
    gateway.says = async ({ action }) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return action === 'void' ? { void: true } : labelled(`GWR${round}`);
    };
    await Promise.allSettled([
      server.call(logisticsOrders.label, { id }),
      server.call(logisticsOrders.void, { id }),
    ]);
    // A void before the label asks no carrier.
    expect(mostOpen).toBeLessThanOrEqual(1);
    // The last answer of the carrier is the state of the shipment.
    const isLabelled = gateway.heard.at(-1)?.action === 'label';
    const { state, tracking } = await info(id);
    expect(state).toBe(isLabelled ? 'created' : 'cancelled');
    if (isLabelled) expect(tracking).toBe(`GWR${round}`);
  }
});

test('a void that the carrier refuses leaves the shipment free for the next step', async () => {
  const { id } = await aShipment();
  gateway.says = () => labelled('GW21');
  await server.call(logisticsOrders.label, { id });
  gateway.says = () => ({ refused: 'Closed' });
  await server.refusal(logisticsOrders.void, { id });
  gateway.says = () => ({ events: [{ time: ago(3), state: 'pickedUp' }] });
  expect(await server.call(logisticsOrders.askTracks, { id })).toEqual({ added: 1 });
});

test('freight of a shipment being voided at a carrier is not confirmed', async () => {
  const { id } = await aShipment();
  gateway.says = () => labelled('GW22', { freight: { amount: '12', currency: 'USD' } });
  await server.call(logisticsOrders.label, { id });
  const { rows } = await sql<{ id: string; version: number }>`
    update freight_info set actual = estimated where order_id = ${id} returning id::text, version`.execute(
    server.database.admin,
  );
  const voids = heldAnswer('void');
  const first = server.call(logisticsOrders.void, { id });
  await voids.asked;
  expect(await server.refusal(freights.confirm, { rows })).toMatchObject({
    data: { key: 'shipment.labelling' },
  });
  voids.answer({ void: true });
  await first;
  expect((await info(id)).state).toBe('cancelled');
  expect(await shop.broken()).toEqual([]);
});

test('a carrier whose stored secret does not open is named, and counts as no missing carrier', async () => {
  const { id, company } = await aShipment();
  const lost = { data: { key: 'carrier.secret', name: company.name } };
  gateway.says = () => labelled('GW23');
  await loseSecretKey(company.id);
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject(lost);
  expect((await info(id)).tracking).toBe('');
  await server.call(logisticsCompanies.update, {
    ...(await server
      .call(logisticsCompanies.infoCall, { id: company.id })
      .then(({ version, code }) => ({
        id: company.id,
        version,
        name: company.name,
        code,
      }))),
    clientSecret: SECRET,
  });
  await server.call(logisticsOrders.label, { id });
  await loseSecretKey(company.id);
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject(lost);
  expect(await server.refusal(logisticsOrders.askTracks, { id })).toMatchObject(lost);
  const { clientUrl: url } = await server.call(logisticsCompanies.infoCall, { id: company.id });
  expect(
    await server.refusal(testCarrier, {
      id: company.id,
      name: company.name,
      clientUrl: url,
      clientId: 'me',
    }),
  ).toMatchObject(lost);
  expect((await info(id)).state).toBe('created');
  await server.call(logisticsOrders.void, { id, onlyHere: true });
  const own = await server.call(logisticsOrders.add, sent(company.id, (await sold()).out));
  await server.call(logisticsOrders.label, { id: own.id, own: true });
  await server.call(logisticsOrders.void, { id: own.id });
});

test('a label of a carrier without access any more is void only here', async () => {
  const { id, company } = await aShipment();
  gateway.says = () => labelled('GW24');
  await server.call(logisticsOrders.label, { id });
  await sql`delete from logistics_secret where company_id = ${company.id} returning company_id`.execute(
    server.database.admin,
  );
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject({
    data: { key: 'carrier.noAccess', name: company.name },
  });
  await server.call(logisticsOrders.void, { id, onlyHere: true });
  expect((await info(id)).state).toBe('cancelled');
});

test('a carrier is asked to track and void by the number as the carrier spells the number', async () => {
  const { id } = await aShipment();
  gateway.says = () => labelled('gw 9-001');
  await server.call(logisticsOrders.label, { id });
  expect((await info(id)).tracking).toBe('GW9-001');
  gateway.says = ({ action }) => (action === 'void' ? { void: true } : { events: [] });
  await server.call(logisticsOrders.askTracks, { id });
  await server.call(logisticsOrders.void, { id });
  expect(gateway.heard.slice(1).map(({ action, tracking }) => [action, tracking])).toEqual([
    ['track', 'gw 9-001'],
    ['void', 'gw 9-001'],
  ]);
});

test.each([' ', '\u3000'])(
  'a label with the blank tracking number "%s" counts as no answer',
  async (blank) => {
    const { id } = await aShipment();
    gateway.says = () => labelled(blank);
    expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
      data: { key: 'carrier.unreachable' },
    });
    expect(await info(id)).toMatchObject({ tracking: '', labelOpen: true });
  },
);
