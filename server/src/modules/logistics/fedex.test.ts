// Labels, voids and tracks of FedEx, against a contract server: FedEx itself was never asked (decision 0097).
import { logisticsOrders, warehouses } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  aFedexServer,
  fedexCancelled,
  fedexErrors,
  fedexLabelled,
  fedexTracks,
  paths,
} from './testFedex.ts';
import { ago, sent } from './testSend.ts';

const { server, shop, fedex, sold, aCarrier, aShipment, heardAt, info, callsOf } =
  await aFedexServer();

test('a host in a private network gets no request, despite a stored address', async () => {
  const { id, company } = await aShipment();
  await sql`
    update logistics_company set client_url = 'https://localhost:1' where id = ${company.id}`.execute(
    server.database.admin,
  );
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: { key: 'carrier.unreachable' },
  });
  expect(fedex.heard).toEqual([]);
  // Nothing was sent, so the shipment is free.
  expect(await info(id)).toMatchObject({ labelOpen: false });
});

test('FedEx labels a shipment with number, freight and file, under a reference of the request', async () => {
  const { id } = await aShipment({ insured: '300', signature: true, freight: '9' });
  fedex.says[paths.ship] = () => fedexLabelled('7949 1');
  expect(await server.call(logisticsOrders.label, { id })).toEqual({ tracking: '79491' });
  const shown = await info(id);
  expect(shown).toMatchObject({ tracking: '79491', freight: '21.45', city: 'Collierville' });
  expect(shown.labelFiles).toMatchObject([{ name: '79491.pdf', type: 'application/pdf' }]);
  const [request] = heardAt(paths.ship);
  expect(request).toMatchObject({ method: 'POST' });
  const transaction = String(request?.headers['x-customer-transaction-id']);
  expect(transaction).toMatch(/^[0-9a-f-]{36}$/);
  const money = { amount: 300, currency: 'USD' };
  expect(JSON.parse(request?.body ?? '')).toEqual({
    accountNumber: { value: '740561073' },
    labelResponseOptions: 'LABEL',
    requestedShipment: {
      shipper: {
        contact: { personName: 'Shelf', phoneNumber: '9015550199' },
        address: {
          streetLines: ['8 Dock Road'],
          city: 'Irving',
          stateOrProvinceCode: 'TX',
          postalCode: '75063',
          countryCode: 'US',
        },
      },
      recipients: [
        {
          contact: { personName: 'Cy', phoneNumber: '9015550100' },
          address: {
            streetLines: ['Harbour 1'],
            city: 'Collierville',
            stateOrProvinceCode: 'TN',
            postalCode: '38017',
            countryCode: 'US',
          },
        },
      ],
      shipDatestamp: shown.shipDate,
      serviceType: 'FEDEX_GROUND',
      packagingType: 'YOUR_PACKAGING',
      pickupType: 'DROPOFF_AT_FEDEX_LOCATION',
      shippingChargesPayment: {
        paymentType: 'SENDER',
        payor: { responsibleParty: { accountNumber: { value: '740561073' } } },
      },
      totalDeclaredValue: money,
      labelSpecification: { imageType: 'PDF', labelStockType: 'PAPER_4X6' },
      totalWeight: 4.7,
      requestedPackageLineItems: [
        {
          groupPackageCount: 1,
          weight: { units: 'KG', value: 2.1 },
          dimensions: { length: 51, width: 20, height: 20, units: 'CM' },
          packageSpecialServices: {
            specialServiceTypes: ['SIGNATURE_OPTION'],
            signatureOptionType: 'DIRECT',
          },
          declaredValue: money,
          customerReferences: [
            {
              customerReferenceType: 'CUSTOMER_REFERENCE',
              value: `${shown.number} ${transaction.slice(0, 8)}`,
            },
          ],
        },
      ],
    },
  });
  expect(await callsOf({ orderId: id })).toEqual([['label', 'ok', '']]);
  expect(await shop.broken()).toEqual([]);
});

test('the sender of a shipment has the address parts of the warehouse unless entered', async () => {
  const warehouse = await server.call(warehouses.infoCall, { id: shop.main });
  const parts = {
    phone: '9015550111',
    postcode: '10001',
    city: 'New York',
    region: 'NY',
    country: 'US',
  };
  await server.call(warehouses.update, {
    ...parts,
    name: warehouse.name,
    id: shop.main,
    version: warehouse.version,
  });
  const { out } = await sold();
  expect(await server.call(logisticsOrders.receiver, { documentId: out.id })).toMatchObject({
    city: '',
    senderCity: 'New York',
    senderPhone: '9015550111',
  });
  const company = await aCarrier();
  const { id } = await server.call(logisticsOrders.add, {
    ...sent(company.id, out),
    senderCity: 'Albany',
  });
  expect(await info(id)).toMatchObject({
    senderCity: 'Albany',
    senderRegion: 'NY',
    senderCountry: 'US',
    senderPostcode: '10001',
    senderPhone: '9015550111',
    city: '',
  });
});

test('a refusal names the field by its title', async () => {
  const { id } = await aShipment({ city: '' });
  const refused = await server.refusal(logisticsOrders.label, { id });
  expect(refused.message).toMatch(/needs “City”/);
});

test('a label refused by FedEx shows code and message, and the next try is a new request', async () => {
  const { id, company } = await aShipment();
  fedex.says[paths.ship] = () => [
    400,
    fedexErrors('ACCOUNTNUMBER.REGISTRATION.REQUIRED', 'Please enter a valid account number.'),
  ];
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: {
      key: 'carrier.refused',
      name: company.name,
      text: 'ACCOUNTNUMBER.REGISTRATION.REQUIRED: Please enter a valid account number.',
    },
  });
  expect(await info(id)).toMatchObject({ labelOpen: false });
  fedex.says[paths.ship] = () => fedexLabelled('79492');
  await server.call(logisticsOrders.label, { id });
  const [first, second] = heardAt(paths.ship).map(
    ({ headers }) => headers['x-customer-transaction-id'],
  );
  expect(second).not.toBe(first);
});

test('a label with a lost answer stays open, and is never made twice unnoticed', async () => {
  const { id, company } = await aShipment();
  fedex.says[paths.ship] = () => null;
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: { key: 'carrier.unreachable', name: company.name },
  });
  const { labelOpen, number } = await info(id);
  expect(labelOpen).toBe(true);
  // FedEx shows no shipment yet, which proves nothing.
  fedex.says[paths.reference] = () =>
    fedexTracks({ error: { code: 'TRACKING.REFERENCENUMBER.NOTFOUND', message: 'None' } });
  const reference = expect.stringMatching(new RegExp(`^${number} [0-9a-f]{8}$`)) as string;
  const unknown = { data: { key: 'carrier.labelUnknown', reference } };
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject(unknown);
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject(unknown);
  expect(heardAt(paths.ship)).toHaveLength(1);
  expect(await info(id)).toMatchObject({ labelOpen: true });
  await server.call(logisticsOrders.void, { id, onlyHere: true });
  expect((await info(id)).state).toBe('cancelled');
});

test('a label with a lost answer is found by the reference, cancelled, and replaced', async () => {
  const { id, company } = await aShipment();
  fedex.says[paths.ship] = () => null;
  await server.refusal(logisticsOrders.label, { id });
  fedex.says[paths.reference] = () =>
    fedexTracks({
      trackingNumberInfo: { trackingNumber: '79493' },
      latestStatusDetail: { code: 'OC' },
    });
  fedex.says[paths.cancel] = () => fedexCancelled();
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: { key: 'carrier.earlierVoid', name: company.name, tracking: '79493' },
  });
  const [ship] = heardAt(paths.ship);
  const [sought] = heardAt(paths.reference);
  const { value } = JSON.parse(ship?.body ?? '').requestedShipment.requestedPackageLineItems[0]
    .customerReferences[0];
  expect(JSON.parse(sought?.body ?? '').referencesInformation).toMatchObject({
    type: 'CUSTOMER_REFERENCE',
    value,
    accountNumber: '740561073',
    shipDateBegin: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
  });
  expect(heardAt(paths.cancel)).toMatchObject([{ method: 'PUT' }]);
  expect(JSON.parse(heardAt(paths.cancel)[0]?.body ?? '')).toEqual({
    accountNumber: { value: '740561073' },
    deletionControl: 'DELETE_ALL_PACKAGES',
    trackingNumber: '79493',
  });
  fedex.says[paths.ship] = () => fedexLabelled('79494');
  expect(await server.call(logisticsOrders.label, { id })).toEqual({ tracking: '79494' });
  const again = JSON.parse(heardAt(paths.ship)[1]?.body ?? '');
  expect(again.requestedShipment.requestedPackageLineItems[0].customerReferences[0].value).not.toBe(
    value,
  );
});

test('a lost label not cancelled by FedEx stays open', async () => {
  const { id } = await aShipment();
  fedex.says[paths.ship] = () => null;
  await server.refusal(logisticsOrders.label, { id });
  fedex.says[paths.reference] = () =>
    fedexTracks({ trackingNumberInfo: { trackingNumber: '79495' } });
  fedex.says[paths.cancel] = () => [400, fedexErrors('TRACKINGNUMBER.SHIPPED', 'In transit')];
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: { key: 'carrier.labelUnknown' },
  });
  // A token refused meanwhile proves nothing either.
  fedex.says[paths.reference] = () => [403, fedexErrors('FORBIDDEN.ERROR', 'No')];
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: { key: 'carrier.labelUnknown' },
  });
  expect(await info(id)).toMatchObject({ labelOpen: true });
  expect(heardAt(paths.ship)).toHaveLength(1);
});

test('a label is cancelled at FedEx before its shipment is void', async () => {
  const { id, company } = await aShipment();
  fedex.says[paths.ship] = () => fedexLabelled('7949 6');
  await server.call(logisticsOrders.label, { id });
  fedex.says[paths.cancel] = () => fedexCancelled(false, { message: 'Already picked up' });
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject({
    data: { key: 'carrier.refused', name: company.name, text: 'Already picked up' },
  });
  expect((await info(id)).state).toBe('created');
  fedex.says[paths.cancel] = () => fedexCancelled();
  await server.call(logisticsOrders.void, { id });
  expect((await info(id)).state).toBe('cancelled');
  expect(JSON.parse(heardAt(paths.cancel)[1]?.body ?? '')).toMatchObject({
    trackingNumber: '7949 6',
  });
  expect(heardAt(paths.token)).toHaveLength(1);
});

test('scans of FedEx become events; scans without a time zone or a movement are left out', async () => {
  const { id } = await aShipment();
  fedex.says[paths.ship] = () => fedexLabelled('79497');
  await server.call(logisticsOrders.label, { id });
  const scan = (minutes: number, eventType: string, more: object = {}) => ({
    date: ago(minutes).replace(/\.\d+Z$/, '+00:00'),
    eventType,
    eventDescription: eventType,
    ...more,
  });
  const old = { scanEvents: [scan(999_999, 'DL')] };
  fedex.says[paths.track] = () =>
    fedexTracks(old, {
      scanEvents: [
        scan(1, 'DL', { date: '2024-08-20T12:41:57' }),
        scan(2, 'OD'),
        scan(5, 'DE', {
          exceptionDescription: 'Customer not available',
          scanLocation: { city: 'CLOVIS', stateOrProvinceCode: 'CA', countryCode: 'US' },
        }),
        scan(9, 'PU'),
        scan(12, 'OC'),
      ],
    });
  expect(await server.call(logisticsOrders.askTracks, { id })).toEqual({ added: 3 });
  const shown = await info(id);
  expect(shown.state).toBe('outForDelivery');
  expect(shown.tracks.map(({ state, place, description }) => [state, place, description])).toEqual([
    ['outForDelivery', '', 'OD'],
    ['exception', 'CLOVIS, CA, US', 'Customer not available'],
    ['pickedUp', '', 'PU'],
  ]);
  fedex.says[paths.track] = () => fedexTracks({ scanEvents: [scan(-90, 'DL')] });
  expect(await server.refusal(logisticsOrders.askTracks, { id })).toMatchObject({
    data: { key: 'carrier.unreachable' },
  });
  fedex.says[paths.track] = () =>
    fedexTracks({ error: { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND', message: 'Not found' } });
  expect(await server.refusal(logisticsOrders.askTracks, { id })).toMatchObject({
    data: { key: 'carrier.refused', text: 'TRACKING.TRACKINGNUMBER.NOTFOUND: Not found' },
  });
});
