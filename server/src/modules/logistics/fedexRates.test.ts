// Rates, tokens and secrets of FedEx, against a contract server (decision 0097).
import { logisticsCompanies, logisticsRate, testCarrier } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  FEDEX_SECRET,
  aFedexServer,
  fedexErrors,
  fedexRated,
  fedexShipment,
  fedexToken,
  paths,
} from './testFedex.ts';

const { server, fedex, aCarrier, url, heardAt, callsOf } = await aFedexServer();

const account = { rateType: 'ACCOUNT', totalNetCharge: 12.45, currency: 'USD' };

const asked = (more: object = {}) => ({
  from: { address: '8 Dock Road', postcode: '75063', city: 'Irving', region: 'TX', country: 'US' },
  to: { address: 'Harbour 1', postcode: '38017', country: 'US' },
  parcels: [...fedexShipment.parcels],
  services: ['fedexGround' as const],
  signature: true,
  ...more,
});

/** Leaves one carrier enabled: all enabled carriers are asked for rates. */
const onlyCarrier = (id: string) =>
  sql`update logistics_company set enabled = id = ${id}`.execute(server.database.admin);

test('FedEx is asked for rates with one token, and the price of the account is taken', async () => {
  const { id } = await aCarrier();
  await onlyCarrier(id);
  const list = { ...account, rateType: 'LIST', totalNetCharge: 20 };
  fedex.says[paths.rate] = () => fedexRated([list, account]);
  for (const _ of [1, 2])
    expect(await server.call(logisticsRate, asked())).toMatchObject([
      { companyId: id, amount: '12.45', currency: 'USD', days: 4, source: 'carrier' },
    ]);
  const [first, second, third] = fedex.heard;
  expect([first, second, third].map((each) => each?.path)).toEqual([
    paths.token,
    paths.rate,
    paths.rate,
  ]);
  expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: expect.stringMatching(/^key-/) as string,
    client_secret: FEDEX_SECRET,
  });
  expect(first?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(second?.headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer token-/) });
  expect(third?.headers['authorization']).toBe(second?.headers['authorization']);
  expect(JSON.parse(second?.body ?? '')).toEqual({
    accountNumber: { value: '740561073' },
    rateRequestControlParameters: { returnTransitTimes: true },
    requestedShipment: {
      shipper: {
        address: {
          streetLines: ['8 Dock Road'],
          city: 'Irving',
          stateOrProvinceCode: 'TX',
          postalCode: '75063',
          countryCode: 'US',
        },
      },
      recipient: {
        address: { streetLines: ['Harbour 1'], city: '', postalCode: '38017', countryCode: 'US' },
      },
      serviceType: 'FEDEX_GROUND',
      rateRequestType: ['ACCOUNT'],
      packagingType: 'YOUR_PACKAGING',
      pickupType: 'DROPOFF_AT_FEDEX_LOCATION',
      requestedPackageLineItems: [
        {
          groupPackageCount: 1,
          weight: { units: 'KG', value: 2.1 },
          dimensions: { length: 51, width: 20, height: 20, units: 'CM' },
          packageSpecialServices: {
            specialServiceTypes: ['SIGNATURE_OPTION'],
            signatureOptionType: 'DIRECT',
          },
        },
      ],
    },
  });
});

test('rates without a country, or for services of other carriers, send nothing to FedEx', async () => {
  const { id } = await aCarrier();
  await onlyCarrier(id);
  for (const more of [
    { to: { address: 'Harbour 1', postcode: '38017' } },
    { from: { address: 'x', postcode: '', country: 'US' } },
    { services: ['upsGround' as const] },
  ])
    expect(await server.refusal(logisticsRate, asked(more))).toMatchObject({
      key: 'carrier.noRate',
    });
  expect(fedex.heard).toEqual([]);
  expect(await callsOf({ companyId: id })).toEqual([
    ['rate', 'ok', ''],
    ['rate', 'refused', 'shipper postalCode is missing'],
    ['rate', 'refused', 'recipient countryCode is missing'],
  ]);
});

test('an expired token is renewed before a call, and a refused token once', async () => {
  const { id } = await aCarrier();
  await onlyCarrier(id);
  let given = 0;
  fedex.says[paths.token] = () => {
    given += 1;
    return fedexToken(`short-${given}`, 30);
  };
  fedex.says[paths.rate] = () => fedexRated([account]);
  await server.call(logisticsRate, asked());
  await server.call(logisticsRate, asked());
  expect(given).toBe(2);

  fedex.says[paths.token] = () => {
    given += 1;
    return fedexToken(`long-${given}`);
  };
  await server.call(logisticsRate, asked());
  fedex.heard = [];
  const refused = [401, fedexErrors('NOT.AUTHORIZED.ERROR', 'Access token expired')] as const;
  fedex.says[paths.rate] = ({ headers }) =>
    headers['authorization'] === 'Bearer long-3' ? refused : fedexRated([account]);
  expect(await server.call(logisticsRate, asked())).toMatchObject([{ amount: '12.45' }]);
  expect(fedex.heard.map(({ path }) => path)).toEqual([paths.rate, paths.token, paths.rate]);

  fedex.heard = [];
  fedex.says[paths.rate] = () => refused;
  expect(await server.refusal(logisticsRate, asked())).toMatchObject({ key: 'carrier.noRate' });
  expect(fedex.heard.map(({ path }) => path)).toEqual([paths.rate, paths.token, paths.rate]);
  expect((await callsOf({ companyId: id }))[0]).toEqual([
    'rate',
    'refused',
    'NOT.AUTHORIZED.ERROR: Access token expired',
  ]);
});

test('the test of a carrier requests a token, and shows refusals of FedEx without the secret', async () => {
  const { id, name } = await aCarrier();
  const { clientId } = await server.call(logisticsCompanies.infoCall, { id });
  const typed = { id, name, adapter: 'fedex' as const, clientUrl: url(), clientId };
  expect(await server.call(testCarrier, typed)).toEqual({ reachable: true });
  expect(await server.call(testCarrier, typed)).toEqual({ reachable: true });
  expect(heardAt(paths.token)).toHaveLength(2);
  fedex.says[paths.token] = ({ body }) => [
    401,
    fedexErrors('NOT.AUTHORIZED.ERROR', `Wrong credentials in ${body}`),
  ];
  const refused = await server.refusal(testCarrier, typed);
  expect(refused).toMatchObject({ data: { key: 'carrier.refused', name } });
  expect(JSON.stringify(refused)).toContain('NOT.AUTHORIZED.ERROR: Wrong credentials');
  expect(JSON.stringify(refused)).not.toContain(FEDEX_SECRET);
  for (const answer of [[200, { access_token: 7 }], [500, 'x'], null] as const) {
    fedex.says[paths.token] = () => answer;
    expect(await server.refusal(testCarrier, typed)).toMatchObject({
      data: { key: 'carrier.unreachable' },
    });
  }
  expect(JSON.stringify(await callsOf({ companyId: id }))).not.toContain(FEDEX_SECRET);
});

test('a stored secret is sent to its stored address only', async () => {
  const { id, name } = await aCarrier();
  const { version, clientId, code } = await server.call(logisticsCompanies.infoCall, { id });
  const typed = { name, clientId, accountNumber: '740561073', adapter: 'fedex' as const };
  const fields = { ...typed, code };
  const elsewhere = `${url()}/other`;
  const again = { data: { key: 'carrier.secretAgain', field: 'clientSecret' } };
  expect(
    await server.refusal(logisticsCompanies.update, {
      ...fields,
      id,
      version,
      clientUrl: elsewhere,
    }),
  ).toMatchObject(again);
  expect(await server.refusal(testCarrier, { ...typed, id, clientUrl: elsewhere })).toMatchObject(
    again,
  );
  const gateway = await aCarrier({ adapter: 'gateway' });
  expect(
    await server.refusal(testCarrier, { ...typed, id: gateway.id, clientUrl: url() }),
  ).toMatchObject(again);
  const before = await server.call(logisticsCompanies.infoCall, { id: gateway.id });
  expect(
    await server.refusal(logisticsCompanies.update, {
      ...fields,
      name: gateway.name,
      code: before.code,
      id: gateway.id,
      version: before.version,
      clientUrl: url(),
    }),
  ).toMatchObject(again);
  expect(fedex.heard).toEqual([]);
  await server.call(logisticsCompanies.update, {
    ...fields,
    id,
    version,
    clientUrl: elsewhere,
    clientSecret: 'new',
  });
  expect(await server.call(logisticsCompanies.infoCall, { id })).toMatchObject({
    adapter: 'fedex',
    clientUrl: elsewhere,
  });
});

test('a stored secret goes to no other address by an update without protocol or address', async () => {
  const { id } = await aCarrier();
  const { version, name, code } = await server.call(logisticsCompanies.infoCall, { id });
  const fields = { id, name, code };
  const elsewhere = { ...fields, version, clientUrl: `${url()}/other` };
  const again = { data: { key: 'carrier.secretAgain', field: 'clientSecret' } };
  expect(await server.refusal(logisticsCompanies.update, elsewhere)).toMatchObject(again);
  const moved = { ...elsewhere, adapter: 'gateway' as const };
  await server.call(logisticsCompanies.update, moved);
  const back = { ...fields, version: version + 1, adapter: 'fedex' as const };
  expect(await server.refusal(logisticsCompanies.update, back)).toMatchObject(again);
});

test('a carrier of FedEx needs an account number and a public address', async () => {
  const add = (more: object) =>
    server.refusal(logisticsCompanies.add, {
      name: 'FedEx X',
      code: 'FXX',
      adapter: 'fedex',
      clientUrl: 'https://apis.fedex.com',
      clientId: 'key',
      clientSecret: FEDEX_SECRET,
      ...more,
    });
  expect(await add({})).toMatchObject({
    data: { key: 'carrier.fieldMissing', field: 'accountNumber' },
  });
  for (const clientUrl of ['https://10.0.0.1', 'https://169.254.169.254', 'http://apis.fedex.com'])
    expect(await add({ accountNumber: '1', clientUrl })).toMatchObject({
      key: 'carrier.address',
      data: { field: 'clientUrl' },
    });
});
