// Labels, voids and tracks by the API of a carrier.
import {
  carrierCallTable,
  freights,
  logisticsCompanies,
  logisticsOrders,
  logisticsRate,
  messagesByStatus,
  storedFile,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asRole, timeDaysAgo } from '../document/testShop.ts';
import { PDF, SECRET, aGatewayServer, file, labelled } from './testGateway.ts';
import { ago, box, sent } from './testSend.ts';

const { server, shop, gateway, sold, aShipment, info, callsOf } = await aGatewayServer();
const ZPL = Buffer.from('^XA^FO50,50^FDlabel^FS^XZ\n');
const PNG = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), Buffer.from([0, 1, 2])]);

test('a carrier labels a shipment with number, freight and files, readable with the shipment', async () => {
  const { id, company, out } = await aShipment({ freight: '9', insured: '300', labelFormat: 'a4' });
  gateway.says = () =>
    labelled('gw 1 001', {
      freight: { amount: '12.5', currency: 'USD' },
      files: [file('pdf', PDF), file('zpl', ZPL), file('png', PNG)],
    });
  expect(await info(id)).toMatchObject({ hasApi: true, labelFiles: [], labelFormat: 'a4' });
  expect(await server.call(logisticsOrders.label, { id })).toEqual({ tracking: 'GW1001' });
  const [question] = gateway.heard;
  expect(question).toMatchObject({
    action: 'label',
    account: 'A-77',
    to: { name: 'Cy', phone: '555', address: 'Harbour 1', postcode: '9000' },
    parcels: [{ ...box, pieces: 2 }],
    service: 'fulfillment',
    format: 'a4',
    insured: { amount: expect.stringMatching(/^300(\.0+)?$/), currency: 'USD' },
    types: ['pdf', 'png', 'zpl'],
  });
  expect(question?.['request']).toMatch(/^[0-9a-f-]{36}$/);
  const shown = await info(id);
  expect(shown).toMatchObject({ tracking: 'GW1001', freight: '12.5', labelOpen: false });
  expect(shown.labelFiles.map(({ name, type }) => [name, type])).toEqual([
    ['GW1001-1.pdf', 'application/pdf'],
    ['GW1001-2.zpl', 'application/zpl'],
    ['GW1001-3.png', 'image/png'],
  ]);
  const fileId = shown.labelFiles[0]?.id ?? '';
  const read = await server.request('GET', storedFile.path, { id: fileId });
  expect([read.statusCode, read.rawPayload.equals(PDF)]).toEqual([200, true]);
  expect(read.headers['content-disposition']).toMatch(/^attachment/);
  const strange = await server.signIn(server.stranger.code);
  const own = await asRole(shop, 'own-labels', { pages: ['/logistic/track'], scope: 'own' });
  for (const as of [strange, own])
    expect((await server.request('GET', storedFile.path, { id: fileId }, as)).statusCode).toBe(404);
  const freight = await server.request('GET', freights.table.path, {
    search: JSON.stringify({ documentNumber: out.number }),
  });
  expect(freight.json().data.rows).toMatchObject([
    { estimated: expect.stringMatching(/^12\.50*$/) },
  ]);
  expect(await callsOf(id)).toEqual([['label', 'ok', '']]);
  expect(company.name).not.toBe('');
  expect(await shop.broken()).toEqual([]);
});

test('a refused label shows the carrier’s words, and the creator gets one message', async () => {
  const { id, company } = await aShipment();
  gateway.says = () => ({ refused: `No such\u0007 postcode\n${'x'.repeat(400)}` });
  const refused = await server.refusal(logisticsOrders.label, { id });
  expect(refused).toMatchObject({
    code: 8_800_002,
    data: { key: 'carrier.refused', name: company.name },
  });
  const { text } = refused.data as unknown as { text: string };
  expect(text.startsWith('No such postcode xxx')).toBe(true);
  expect([...text]).toHaveLength(300);
  const before = gateway.heard[0]?.['request'];
  const messages = await server.call(messagesByStatus, { status: '1' });
  const told = messages.filter(({ type }) => type === 'labelFailed');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ openType: 'url' });
  gateway.says = () => labelled('GW2');
  const { tracking } = await server.call(logisticsOrders.label, { id });
  expect(tracking).toBe('GW2');
  expect(gateway.heard.at(-1)?.['request']).not.toBe(before);
  expect((await callsOf(id)).map(([action, result]) => [action, result])).toEqual([
    ['label', 'ok'],
    ['label', 'refused'],
  ]);
});

test('a label whose answer is lost is asked for again under the same request id', async () => {
  const { id, company, out } = await aShipment();
  gateway.says = () => null;
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    code: 8_800_001,
    data: { key: 'carrier.unreachable', name: company.name },
  });
  expect(await info(id)).toMatchObject({ labelOpen: true, tracking: '' });
  const { documentId: _, ...rest } = sent(company.id, out);
  expect(await server.refusal(logisticsOrders.update, { ...rest, id, version: 1 })).toMatchObject({
    data: { key: 'shipment.labelOpen' },
  });
  gateway.says = () => labelled('GW3');
  await server.call(logisticsOrders.label, { id });
  expect(gateway.heard).toHaveLength(2);
  expect(gateway.heard[1]?.['request']).toBe(gateway.heard[0]?.['request']);
  // A labelled shipment asks no carrier again.
  expect(await server.call(logisticsOrders.label, { id })).toEqual({ tracking: 'GW3' });
  expect(gateway.heard).toHaveLength(2);
});

test('a shipment being labelled is neither labelled twice, changed nor voided', async () => {
  const { id, company, out } = await aShipment();
  const asked = Promise.withResolvers<null>();
  const answer = Promise.withResolvers<unknown>();
  gateway.says = () => {
    asked.resolve(null);
    return answer.promise;
  };
  const first = server.call(logisticsOrders.label, { id });
  await asked.promise;
  const { documentId: _, ...rest } = sent(company.id, out);
  const busy = { data: { key: 'shipment.labelling' } };
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject(busy);
  expect(await server.refusal(logisticsOrders.label, { id, tracking: 'X1' })).toMatchObject(busy);
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject(busy);
  expect(await server.refusal(logisticsOrders.update, { ...rest, id, version: 1 })).toMatchObject(
    busy,
  );
  answer.resolve(labelled('GW4'));
  expect(await first).toEqual({ tracking: 'GW4' });
  expect(gateway.heard).toHaveLength(1);
});

test.each([
  ['a file of another type', { files: [file('png', PDF)] }],
  ['a file without base64', { files: [{ type: 'pdf', content: '%%%%' }] }],
  ['ZPL without an end', { files: [file('zpl', Buffer.from('^XA^FD'))] }],
  ['a file above two megabytes', { files: [file('pdf', Buffer.alloc(2_200_000, '%PDF-'))] }],
  ['no file', { files: [] }],
  ['no tracking number', { tracking: '' }],
])('a label with %s counts as no answer', async (_, more) => {
  const { id } = await aShipment();
  gateway.says = () => labelled('GW9', more);
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: { key: 'carrier.unreachable' },
  });
  expect(await info(id)).toMatchObject({ tracking: '', labelFiles: [] });
});

test('freight of a carrier with more decimals than the currency is rounded, and the label kept', async () => {
  const { id } = await aShipment();
  gateway.says = () => labelled('GW12', { freight: { amount: '12.345', currency: 'USD' } });
  await server.call(logisticsOrders.label, { id });
  expect(await info(id)).toMatchObject({ tracking: 'GW12', freight: '12.35' });
});

test('a label with freight confirmed or in closed books is not voided at the carrier', async () => {
  await shop.set({ freight_in_profit: true });
  const { id } = await aShipment();
  gateway.says = () => labelled('GW13', { freight: { amount: '12', currency: 'USD' } });
  await server.call(logisticsOrders.label, { id });
  const asked = gateway.heard.length;
  await shop.set({ closed_until: timeDaysAgo(-1).slice(0, 10) });
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject({
    data: { key: 'document.periodClosed' },
  });
  await shop.set({ closed_until: null, freight_in_profit: false });
  const { rows } = await sql<{ id: string; version: number }>`
    update freight_info set actual = estimated where order_id = ${id} returning id::text, version`.execute(
    server.database.admin,
  );
  await server.call(freights.confirm, { rows });
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject({
    data: { key: 'freight.voidConfirmed' },
  });
  expect(gateway.heard).toHaveLength(asked);
});

test('a typed number and a number of the product ask no carrier', async () => {
  const [typed, own] = [await aShipment(), await aShipment()];
  expect(await server.call(logisticsOrders.label, { id: typed.id, tracking: 'T-1' })).toEqual({
    tracking: 'T-1',
  });
  expect((await server.call(logisticsOrders.label, { id: own.id, own: true })).tracking).toMatch(
    /^GW\d+/,
  );
  await server.call(logisticsOrders.void, { id: typed.id });
  expect(gateway.heard).toEqual([]);
});

test('a label is voided at its carrier first, or only here if the carrier refuses', async () => {
  const { id, company } = await aShipment();
  gateway.says = () => labelled('GW5');
  await server.call(logisticsOrders.label, { id });
  gateway.says = () => ({ refused: 'Already shipped' });
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject({
    data: { key: 'carrier.refused', name: company.name, text: 'Already shipped' },
  });
  expect(gateway.heard.at(-1)).toMatchObject({
    action: 'void',
    tracking: 'GW5',
    request: gateway.heard[0]?.['request'],
  });
  gateway.says = () => null;
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject({
    data: { key: 'carrier.unreachable' },
  });
  expect((await info(id)).state).toBe('created');
  const asked = gateway.heard.length;
  await server.call(logisticsOrders.void, { id, onlyHere: true });
  expect(gateway.heard).toHaveLength(asked);
  expect(await info(id)).toMatchObject({ state: 'cancelled', labelFiles: [] });

  const lost = await aShipment();
  await server.refusal(logisticsOrders.label, { id: lost.id });
  gateway.says = () => ({ void: true });
  await server.call(logisticsOrders.void, { id: lost.id });
  expect(gateway.heard.at(-1)).toMatchObject({ action: 'void', tracking: '' });
  expect((await info(lost.id)).state).toBe('cancelled');
});

test('events of a carrier are stored once, stay, and set the state of the shipment', async () => {
  const { id } = await aShipment();
  expect(await server.refusal(logisticsOrders.askTracks, { id })).toMatchObject({
    data: { key: 'shipment.unlabelled' },
  });
  gateway.says = () => labelled('GW6');
  await server.call(logisticsOrders.label, { id });
  const events = [
    { time: ago(9), state: 'pickedUp', place: 'Hub' },
    { time: ago(5), state: 'returned', place: 'Hub', description: 'No receiver' },
  ];
  gateway.says = () => ({ events });
  expect(await server.call(logisticsOrders.askTracks, { id })).toEqual({ added: 2 });
  expect(await server.call(logisticsOrders.askTracks, { id })).toEqual({ added: 0 });
  const shown = await info(id);
  expect(shown.state).toBe('returned');
  expect(shown.tracks.map(({ source, state }) => [source, state])).toEqual([
    ['carrier', 'returned'],
    ['carrier', 'pickedUp'],
  ]);
  expect(
    await server.refusal(logisticsOrders.removeTrack, { id: shown.tracks[0]?.id ?? '' }),
  ).toMatchObject({ data: { key: 'shipment.carrierEvent' } });
  for (const reply of [
    null,
    { events: [{ time: 'soon', state: 'lost' }] },
    { events: [{ time: ago(-90), state: 'delivered' }] },
  ]) {
    gateway.says = () => reply;
    expect(await server.refusal(logisticsOrders.askTracks, { id })).toMatchObject({
      data: { key: 'carrier.unreachable' },
    });
  }
  gateway.says = () => ({ refused: 'Unknown number' });
  expect(await server.refusal(logisticsOrders.askTracks, { id })).toMatchObject({
    data: { key: 'carrier.refused' },
  });
  const { id: plain } = await server.call(logisticsCompanies.add, { name: 'Plain', code: 'PLAIN' });
  const { out } = await sold();
  const manual = await server.call(logisticsOrders.add, sent(plain, out));
  await server.call(logisticsOrders.label, { id: manual.id });
  expect(await server.refusal(logisticsOrders.askTracks, { id: manual.id })).toMatchObject({
    data: { key: 'carrier.incomplete' },
  });
});

test('calls of carriers are listed without secrets, and for 90 days', async () => {
  const { id, company } = await aShipment();
  gateway.says = () => ({ rates: [{ service: 'fulfillment', currency: 'CNY', amount: '5' }] });
  await server.call(logisticsRate, {
    to: { address: 'Harbour 1', postcode: '' },
    parcels: [{ ...box, pieces: 1 }],
    services: ['fulfillment'],
    signature: false,
  });
  gateway.says = () => ({ refused: 'No' });
  await server.refusal(logisticsOrders.label, { id });
  const list = async (as?: string) => {
    const reply = await server.request(
      'GET',
      carrierCallTable.path,
      { search: JSON.stringify({ companyId: company.id }) },
      as,
    );
    expect(reply.body).not.toContain(SECRET);
    return reply.json<{ data: { rows: Record<string, unknown>[] } }>().data.rows;
  };
  expect(await list()).toMatchObject([
    { callAction: 'label', callResult: 'refused', detail: 'No', companyName: company.name },
    { callAction: 'rate', callResult: 'ok', orderNumber: '' },
  ]);
  const own = await asRole(shop, 'own-calls', { pages: ['/logistic/company'], scope: 'own' });
  expect((await list(own as never)).map(({ callAction }) => callAction)).toEqual(['rate']);
  await sql`
    update carrier_call set started_at = now() - interval '91 days'
    where company_id = ${company.id}`.execute(server.database.admin);
  gateway.says = () => labelled('GW8');
  await server.call(logisticsOrders.label, { id });
  expect(await list()).toHaveLength(1);
});
