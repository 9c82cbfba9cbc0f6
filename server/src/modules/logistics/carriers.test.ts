// Carriers: stored data, and rates by tariff or API.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  keepDelivery,
  logisticsCompanies,
  logisticsCompanyChoices,
  logisticsRate,
  partners,
  testCarrier,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { As } from '../../testing.ts';
import { asRole, aShopServer, lineOf } from '../document/testShop.ts';

const SECRET = 'sesame-4711';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A carrier's own API. */
let heard: Heard[] = [];
let says: (question: { readonly action: string }) => string = () => '';
const api = createServer((request, reply) => {
  const parts: Uint8Array[] = [];
  request.on('data', (part: Uint8Array) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    heard.push({ headers: request.headers, body });
    const answer = says(JSON.parse(body) as { action: string });
    if (answer !== '') reply.end(answer);
  });
});
let address = '';

const { server, shop } = await aShopServer({ carrierNetworks: ['127.0.0.1'] });
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});
beforeEach(async () => {
  heard = [];
  for (const company of [server.company, server.stranger])
    await server.arrange(company, (tx) =>
      sql`update logistics_company set enabled = false where tenant_id = ${company.tenantId}`.execute(
        tx,
      ),
    );
});

let made = 0;
type New = InputOf<typeof logisticsCompanies.add>;
const line = (more: Partial<NonNullable<New['tariff']>[number]> = {}) => ({
  service: 'fulfillment' as const,
  zone: '',
  fromKg: '0',
  toKg: null,
  base: '10',
  perKg: '2',
  signatureFee: '3',
  days: 2,
  ...more,
});
async function aCompany(more: Partial<New> = {}, as?: As | string) {
  made += 1;
  const fields = { name: `Carrier ${made}`, code: `C${made}`, tariff: [line()], ...more };
  return { fields, ...(await server.call(logisticsCompanies.add, fields, as)) };
}
const asked = (more: object = {}): InputOf<typeof logisticsRate> => ({
  to: { address: '广东省深圳市南山区', postcode: '518000' },
  parcels: [{ packing: 'box', length: '50', width: '20', height: '20', weight: '2.1', pieces: 1 }],
  services: ['fulfillment'],
  signature: false,
  ...more,
});
const info = (id: string, as?: As | string) => server.call(logisticsCompanies.infoCall, { id }, as);

test('a carrier is stored with a tariff, and its secret is sealed and never shown', async () => {
  const supplier = await server.call(partners.add, { type: 'supplier', name: 'SF Freight' });
  const { id, version, fields } = await aCompany({
    clientUrl: address,
    clientId: 'me',
    clientSecret: SECRET,
    trackingUrl: 'https://track.example/?no={no}',
    partnerId: supplier.id,
    tariff: [
      line({ toKg: '1' }),
      line({ fromKg: '1', base: '12.5', perKg: '1.333333', days: null }),
    ],
  });
  const kept = await info(id);
  expect(kept).toMatchObject({
    name: fields.name,
    partnerName: 'SF Freight',
    hasSecret: true,
    tariff: fields.tariff,
  });
  expect(kept).not.toHaveProperty('clientSecret');
  const { rows } = await sql<{ sealed: string }>`select sealed from logistics_secret`.execute(
    server.database.admin,
  );
  expect(rows[0]?.sealed).toMatch(/^v1\./);

  // Absent, secret and tariff stay; empty, they go.
  const { tariff: _, clientSecret: __, ...rest } = fields;
  const second = await server.call(logisticsCompanies.update, { ...rest, id, version });
  expect(await info(id)).toMatchObject({ hasSecret: true, tariff: fields.tariff });
  await server.call(logisticsCompanies.update, {
    ...rest,
    ...second,
    clientSecret: '',
    tariff: [],
  });
  const bare = await info(id);
  expect(bare).toMatchObject({ hasSecret: false, tariff: [] });
  // Nor does one stay that nothing could be asked by.
  await server.call(logisticsCompanies.update, {
    ...rest,
    id,
    version: bare.version,
    clientUrl: '',
    clientSecret: SECRET,
  });
  expect(await info(id)).toMatchObject({ hasSecret: false });

  const whole = await server.database.admin.transaction().execute(async (tx) => {
    const { rows: written } = await sql<{ text: string }>`
      select coalesce(string_agg(l::text, ' '), '') as text from audit_log l`.execute(tx);
    return written[0]?.text ?? '';
  });
  expect(whole).toContain(fields.name);
  expect(whole).not.toContain(SECRET);
  expect(JSON.stringify(await server.request('GET', '/logistics/company/list'))).not.toContain(
    SECRET,
  );
});

test('wrong carriers are refused, each by its reason', async () => {
  const { fields } = await aCompany();
  const refusal = (more: object) =>
    server.refusal(logisticsCompanies.add, { name: 'Another', code: 'ANOTHER', ...more });
  expect(await refusal({ name: fields.name })).toMatchObject({ key: 'name.taken' });
  expect(await refusal({ code: fields.code })).toMatchObject({
    key: 'carrier.codeTaken',
    data: { field: 'code' },
  });
  expect(await refusal({ trackingUrl: 'https://track.example/' })).toMatchObject({ status: 400 });
  expect(await refusal({ trackingUrl: 'javascript:alert({no})' })).toMatchObject({ status: 400 });
  expect(await refusal({ clientUrl: 'ftp://carrier.example' })).toMatchObject({ status: 400 });
  expect(await refusal({ clientUrl: 'https://me:pw@carrier.example' })).toMatchObject({
    status: 400,
  });
  for (const clientUrl of [
    'http://carrier.example/api',
    'https://carrier.example:22/',
    'https://[fec0::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
  ])
    expect(await refusal({ clientUrl })).toMatchObject({
      key: 'carrier.address',
      data: { field: 'clientUrl' },
    });
  expect(await refusal({ partnerId: shop.customer })).toMatchObject({ key: 'carrier.partner' });
  expect(await refusal({ tariff: [line({ fromKg: '2', toKg: '2' })] })).toMatchObject({
    key: 'carrier.span',
  });
  expect(await refusal({ tariff: [line(), line({ fromKg: '4' })] })).toMatchObject({
    key: 'carrier.overlap',
    data: { line: 2, other: 1 },
  });
});

test('rates from tariffs are listed cheapest first, only for enabled carriers', async () => {
  const near = { zone: '深圳', base: '5', perKg: '1.005' };
  const dear = await aCompany();
  const cheap = await aCompany({
    tariff: [line(near), line({ service: 'upsGround', base: '99' })],
  });
  const rates = await server.call(logisticsRate, asked());
  // 50 × 20 × 20 / 5000 = 4, which is more than it weighs.
  expect(rates).toMatchObject([
    { companyId: cheap.id, amount: '9.02', billableWeight: '4', source: 'tariff', days: 2 },
    { companyId: dear.id, amount: '18', currency: 'USD' },
  ]);
  const signed = await server.call(logisticsRate, asked({ signature: true }));
  expect(signed.map(({ amount }) => amount)).toEqual(['12.02', '21']);
  expect(await server.call(logisticsCompanyChoices, {})).toMatchObject([
    { id: dear.id },
    { id: cheap.id },
  ]);
  await server.call(logisticsCompanies.setStatus, { ids: cheap.id, status: false });
  expect(await server.call(logisticsRate, asked())).toMatchObject([{ companyId: dear.id }]);
  expect(await server.refusal(logisticsRate, asked({ services: ['fedexGround'] }))).toMatchObject({
    code: 8800003,
    data: { weight: '4' },
  });
  expect(await server.refusal(logisticsRate, asked({ to: undefined }))).toMatchObject({
    key: 'carrier.receiver',
  });
});

test('rates for a document use the address of its receiver', async () => {
  await aCompany({ tariff: [line({ zone: '成都', base: '7' })] });
  const goods = await shop.product();
  await shop.goods('purchaseIn', [lineOf(goods, '5')]);
  const { id } = await shop.goods('saleOut', [lineOf(goods, '1')], { status: '1' });
  const none = { to: undefined, documentId: id };
  expect(await server.refusal(logisticsRate, asked(none))).toMatchObject({ key: 'carrier.noRate' });
  await server.call(keepDelivery, {
    id,
    version: 0,
    receiver: 'Li',
    phone: '',
    address: '四川省成都市锦江区',
    postcode: '610000',
    remark: '',
    picks: [],
    parcels: [],
  });
  expect(await server.call(logisticsRate, asked(none))).toMatchObject([{ amount: '15' }]);
  expect(await server.refusal(logisticsRate, asked({ ...none, documentId: '999' }))).toMatchObject({
    key: 'record.missing',
  });
});

test('a carrier with an API address receives signed rate requests', async () => {
  const { id } = await aCompany({ clientUrl: address, clientId: 'me', clientSecret: SECRET });
  says = ({ action }) =>
    JSON.stringify(
      action === 'ping'
        ? { ok: true }
        : { rates: [{ service: 'fulfillment', currency: 'EUR', amount: '3.456', days: 4 }] },
    );
  const whole = { clientUrl: address, clientId: 'me', name: 'X' };
  expect(await server.call(testCarrier, { id, ...whole })).toEqual({ reachable: true });
  expect(await server.call(logisticsRate, asked())).toEqual([
    {
      companyId: id,
      company: expect.any(String) as string,
      service: 'fulfillment',
      currency: 'EUR',
      amount: '3.46',
      days: 4,
      billableWeight: '4',
      source: 'carrier',
    },
  ]);
  expect(heard.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { action: 'ping' },
    { action: 'rate', to: asked().to, parcels: asked().parcels, signature: false },
  ]);
  for (const { headers, body } of heard) {
    const signed = `${String(headers['x-timestamp'])}.${body}`;
    expect(headers['x-client-id']).toBe('me');
    expect(headers['x-signature']).toBe(createHmac('sha256', SECRET).update(signed).digest('hex'));
    expect(JSON.stringify([headers, body])).not.toContain(SECRET);
  }
});

test.each([
  ['no JSON', '<html>'],
  ['no rates', '{"rates":[]}'],
  ['an amount below zero', '{"rates":[{"service":"fulfillment","currency":"CNY","amount":"-1"}]}'],
  ['a service that is none', '{"rates":[{"service":"rocket","currency":"CNY","amount":"1"}]}'],
  ['another service', '{"rates":[{"service":"upsGround","currency":"CNY","amount":"1"}]}'],
  ['null', 'null'],
])('a carrier answering %s falls back to its tariff', async (_what, answer) => {
  const whole = { clientUrl: address, clientId: 'me', clientSecret: SECRET };
  const { id } = await aCompany(whole);
  says = () => answer;
  expect(await server.call(logisticsRate, asked())).toMatchObject([
    { amount: '18', source: 'tariff' },
  ]);
  expect(await server.refusal(testCarrier, { id, ...whole, name: 'SF' })).toMatchObject({
    code: 8800001,
    data: { name: 'SF' },
  });
  expect(heard).toHaveLength(2);
});

test('a test of a carrier at an address that cannot be saved is refused without a request', async () => {
  const { id } = await aCompany();
  const typed = { id, name: 'SF', clientId: 'me', clientSecret: 'new' };
  const outside = { ...typed, clientUrl: 'https://203.0.114.9:22/' };
  expect(await server.refusal(testCarrier, outside)).toMatchObject({ key: 'carrier.address' });
  expect(heard).toHaveLength(0);
});

test('a carrier is tested with the typed settings, and never without a secret', async () => {
  const { id } = await aCompany();
  const typed = { id, name: 'SF', clientUrl: address, clientId: 'me' };
  expect(await server.refusal(testCarrier, typed)).toMatchObject({ key: 'carrier.incomplete' });
  says = () => '{"ok":true}';
  expect(await server.call(testCarrier, { ...typed, clientSecret: 'new' })).toEqual({
    reachable: true,
  });
  expect(await server.refusal(testCarrier, { ...typed, id: '999' })).toMatchObject({
    key: 'record.missing',
  });
});

test('a user may test a carrier thirty times a minute', async () => {
  await server.addUser({ loginName: 'tester', role: 'manager' });
  const as = await server.signIn('tester');
  const typed = { name: 'SF', clientUrl: address, clientId: 'me', clientSecret: 'typed' };
  says = () => '{"ok":true}';
  for (let at = 0; at < 30; at += 1) await server.call(testCarrier, typed, as);
  expect(await server.refusal(testCarrier, typed, as)).toMatchObject({ key: 'request.tooMany' });
  expect(heard).toHaveLength(30);
  expect(server.app.kernel.outgoing.taken()).toBe(0);
});

test('a user without sale prices sees carriers without tariff and cannot change the tariff', async () => {
  const { id, version, fields } = await aCompany();
  await aCompany({ tariff: [line({ base: '1' })] });
  const blind = await asRole(shop, 'blind', {
    pages: ['/logistic/company'],
    hidden: ['sale'],
  });
  expect(await info(id, blind)).toMatchObject({ name: fields.name, tariff: null });
  const rates = await server.call(logisticsRate, asked(), blind);
  expect(rates.map(({ amount }) => amount)).toEqual([null, null]);
  expect(rates[0]).toMatchObject({ companyId: id });
  const { tariff, ...rest } = fields;
  expect(
    await server.refusal(logisticsCompanies.update, { ...rest, tariff, id, version }, blind),
  ).toMatchObject({ key: 'access.denied' });
  await server.call(logisticsCompanies.update, { ...rest, contacts: 'Wu', id, version }, blind);
  expect(await info(id)).toMatchObject({ contacts: 'Wu', tariff });
});

test('a carrier is visible to users who ship, and missing for another company', async () => {
  const { id, version, fields } = await aCompany();
  await server.addUser({ loginName: 'keeper', role: 'keeper' });
  const keeper = await server.signIn('keeper');
  expect(await info(id, keeper)).toMatchObject({ name: fields.name });
  const changed = { ...fields, id, version };
  expect(await server.refusal(logisticsCompanies.update, changed, keeper)).toMatchObject({
    status: 403,
  });
  const typed = { id, name: 'SF', clientUrl: address, clientId: 'me' };
  expect(await server.refusal(testCarrier, typed, keeper)).toMatchObject({ status: 403 });
  const outside = await asRole(shop, 'outside', { pages: ['/system/depot'] });
  expect(await server.refusal(logisticsRate, asked(), outside)).toMatchObject({ status: 403 });
  expect(await server.refusal(logisticsCompanies.infoCall, { id }, outside)).toMatchObject({
    status: 403,
  });

  const stranger = await server.signIn(server.stranger.code);
  for (const refusal of [
    await server.refusal(logisticsCompanies.infoCall, { id }, stranger),
    await server.refusal(logisticsCompanies.update, changed, stranger),
    await server.refusal(logisticsCompanies.remove, { id }, stranger),
    await server.refusal(testCarrier, typed, stranger),
  ])
    expect(refusal).toMatchObject({ key: 'record.missing' });
  expect(await server.refusal(logisticsRate, asked(), stranger)).toMatchObject({
    key: 'carrier.noRate',
  });
});
