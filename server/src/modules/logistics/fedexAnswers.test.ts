// Unreadable and uncertain answers of FedEx, by the contract server.
import { expect, test } from 'vitest';
import type { LabelQuestion } from './carrierApi.ts';
import { fedexApi } from './fedex.ts';
import {
  FEDEX_SECRET,
  aFedexApi,
  fedexErrors,
  fedexLabelled,
  fedexRated,
  fedexShipment,
  paths,
} from './testFedex.ts';

const { fedex, url, heardAt } = aFedexApi();
const internal = ['127.0.0.1'];
const connection = () => ({
  adapter: 'fedex' as const,
  clientUrl: url(),
  clientId: 'key',
  accountNumber: '740561073',
  secret: FEDEX_SECRET,
});
const api = () => fedexApi({ internal }, connection());

const end = {
  name: 'Cy',
  phone: '9015550100',
  address: 'Harbour 1',
  postcode: '38017',
  city: 'Collierville',
  region: 'TN',
  country: 'US',
};
const question: LabelQuestion = {
  request: '624deea6-b709-470c-8c39-4b5511281492',
  number: 'L-00000001',
  from: end,
  to: end,
  parcels: fedexShipment.parcels,
  service: 'fedexGround',
  signature: false,
  shipDate: '2026-11-30',
  insured: null,
  costBearer: 'us',
  direction: 'ship',
  format: 'a4',
  repeated: false,
};
const price = { rateType: 'ACCOUNT', totalNetCharge: 12.45, currency: 'USD' };
const rated = { ...question, services: ['fedexGround' as const] };

test.each([
  ['no JSON', [200, 'x'], 'unreachable'],
  ['an amount below zero', fedexRated([{ ...price, totalNetCharge: -1 }]), 'unreachable'],
  ['an amount as text', fedexRated([{ ...price, totalNetCharge: '1' }]), 'unreachable'],
  ['a redirect', [302, ''], 'unreachable'],
  ['no answer', null, 'unreachable'],
  ['an error', [400, fedexErrors('SHIPPER.POSTALCODE.INVALID', 'Wrong')], 'refused'],
] as const)('a rate answered by %s gives no price', async (_, answer, result) => {
  fedex.says[paths.rate] = () => answer;
  expect(await api().rate(rated)).toMatchObject({ result });
  expect(heardAt(paths.rate)).toHaveLength(1);
});

test.each([
  ['another service', fedexRated([price], 'FEDEX_2_DAY')],
  ['no price of the account', fedexRated([{ ...price, rateType: 'LIST' }])],
] as const)('a rate with %s is no rate', async (_, answer) => {
  fedex.says[paths.rate] = () => answer;
  expect(await api().rate(rated)).toEqual({ result: 'ok', value: [] });
});

test.each([
  ['no answer', null],
  ['an error of the server', [503, fedexErrors('SERVICE.UNAVAILABLE.ERROR', 'Try again')]],
  ['an error page', [400, '<html>']],
  ['no JSON', [200, '']],
  ['no shipment', [200, { output: { jobId: 'abc' } }]],
  ['no label', fedexLabelled('7949', { pieceResponses: [{ packageDocuments: [] }] })],
  ['a label of another type', fedexLabelled('7949', {}, { docType: 'PNG' })],
  ['a label of an unknown type', fedexLabelled('7949', {}, { docType: 'EPL2' })],
  ['a label that is no base64', fedexLabelled('7949', {}, { encodedLabel: '%%%' })],
  ['a blank number', fedexLabelled(' ')],
  ['a redirect', [307, '']],
] as const)('a label answered by %s may have been made', async (_, answer) => {
  fedex.says[paths.ship] = () => answer;
  const said = await api().label(question);
  expect(said.result).toBe('unreachable');
  expect(said).not.toHaveProperty('unsent');
  expect(heardAt(paths.ship)).toHaveLength(1);
});

test('a label without a price is kept', async () => {
  fedex.says[paths.ship] = () => fedexLabelled('7949', { completedShipmentDetail: {} });
  expect(await api().label(question)).toMatchObject({
    result: 'ok',
    value: { tracking: '7949', freight: null, files: [{ type: 'pdf' }] },
  });
  const { requestedShipment } = JSON.parse(heardAt(paths.ship)[0]?.body ?? '');
  expect(requestedShipment.labelSpecification.labelStockType).toBe('PAPER_85X11_TOP_HALF_LABEL');
  expect(requestedShipment).not.toHaveProperty('shipmentSpecialServices');
});

test('a returned shipment has a return label', async () => {
  fedex.says[paths.ship] = () => fedexLabelled('7949');
  await api().label({ ...question, direction: 'return' });
  const { requestedShipment } = JSON.parse(heardAt(paths.ship)[0]?.body ?? '');
  expect(requestedShipment.shipmentSpecialServices).toEqual({
    specialServiceTypes: ['RETURN_SHIPMENT'],
    returnShipmentDetail: { returnType: 'PRINT_RETURN_LABEL' },
  });
});

test('a label without a token was never sent', async () => {
  fedex.says[paths.token] = () => null;
  const other = fedexApi({ internal }, { ...connection(), clientId: 'without token' });
  expect(await other.label(question)).toMatchObject({ result: 'unreachable', unsent: true });
  expect(heardAt(paths.ship)).toEqual([]);
});

test('a private address is not asked unless the operator allows its network', async () => {
  const outside = fedexApi({}, { ...connection(), clientId: 'outside' });
  for (const answer of [
    await outside.ping(),
    await outside.rate(rated),
    await outside.label(question),
    await outside.void({ ...question, tracking: '7949' }),
    await outside.track('7949'),
  ])
    expect(answer).toMatchObject({ result: 'unreachable' });
  expect(fedex.heard).toEqual([]);
});

test.each(['a+b/c=7 &x', 'quote"and\\slash', 'ümlaut~!'])(
  'words of FedEx never repeat the secret %s, in whatever encoding',
  async (secret) => {
    const shared = { ...connection(), clientId: `key of ${secret.length}`, secret };
    const own = fedexApi({ internal }, shared);
    fedex.says[paths.token] = ({ body }) => [
      401,
      fedexErrors('NOT.AUTHORIZED.ERROR', `${body} ${JSON.stringify({ secret })}`),
    ];
    const answer = await own.ping();
    const text = 'text' in answer ? answer.text : '';
    expect(text).toContain('NOT.AUTHORIZED.ERROR');
    const typed = new URLSearchParams({ secret }).toString().slice('secret='.length);
    for (const form of [secret, typed, JSON.stringify(secret).slice(1, -1)])
      expect(text).not.toContain(form);
  },
);
