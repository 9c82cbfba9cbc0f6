/*
 * Contract server of FedEx for tests, with the paths, fields and statuses of "API Authorization", "Rates and
 * Transit Times API", "Ship API" and "Basic Integrated Visibility" on developer.fedex.com. FedEx itself was
 * never asked.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { carrierCallTable, logisticsCompanies, logisticsOrders } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { aShopServer } from '../document/testShop.ts';
import { sending, sent } from './testSend.ts';

export const FEDEX_SECRET = 'fedex-secret-4713';
const PDF = Buffer.from('%PDF-1.4 label').toString('base64');

/** Request heard; the body of a token request is a form. */
interface FedexHeard {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Answer of a path: status and body; null closes the connection. */
type FedexAnswer = readonly [status: number, body: unknown] | null;

export const paths = {
  token: '/oauth/token',
  rate: '/rate/v1/rates/quotes',
  ship: '/ship/v1/shipments',
  cancel: '/ship/v1/shipments/cancel',
  track: '/track/v1/trackingnumbers',
  reference: '/track/v1/referencenumbers',
} as const;

export const fedexErrors = (code: string, message: string) => ({
  transactionId: '624deea6-b709-470c-8c39-4b5511281492',
  errors: [{ code, message, parameterList: [] }],
});

export const fedexToken = (token: string, seconds = 3600): FedexAnswer => [
  200,
  { access_token: token, token_type: 'bearer', expires_in: seconds, scope: 'CXS' },
];

export const fedexLabelled = (
  tracking: string,
  more: object = {},
  document: object = {},
): FedexAnswer => [
  200,
  {
    transactionId: '624deea6-b709-470c-8c39-4b5511281492',
    output: {
      transactionShipments: [
        {
          serviceType: 'FEDEX_GROUND',
          masterTrackingNumber: tracking,
          pieceResponses: [
            {
              trackingNumber: tracking,
              netChargeAmount: 21.45,
              packageDocuments: [
                { contentType: 'LABEL', docType: 'PDF', encodedLabel: PDF, ...document },
              ],
            },
          ],
          completedShipmentDetail: {
            shipmentRating: {
              actualRateType: 'PAYOR_ACCOUNT_PACKAGE',
              shipmentRateDetails: [
                { rateType: 'PAYOR_LIST_PACKAGE', totalNetCharge: 30.1, currency: 'USD' },
                { rateType: 'PAYOR_ACCOUNT_PACKAGE', totalNetCharge: 21.45, currency: 'USD' },
              ],
            },
          },
          ...more,
        },
      ],
    },
  },
];

export const fedexRated = (details: readonly object[], service = 'FEDEX_GROUND'): FedexAnswer => [
  200,
  {
    output: {
      rateReplyDetails: [
        {
          serviceType: service,
          ratedShipmentDetails: details,
          operationalDetail: { transitTime: 'FOUR_DAYS' },
        },
      ],
    },
  },
];

export const fedexTracks = (...results: readonly object[]): FedexAnswer => [
  200,
  { output: { completeTrackResults: [{ trackingNumber: '7949', trackResults: results }] } },
];

export const fedexCancelled = (cancelledShipment = true, more: object = {}): FedexAnswer => [
  200,
  { output: { cancelledShipment, cancelledHistory: true, ...more } },
];

/** Fields of a shipment that FedEx takes. */
export const fedexShipment = {
  service: 'fedexGround',
  phone: '9015550100',
  postcode: '38017',
  city: 'Collierville',
  region: 'TN',
  country: 'US',
  senderPhone: '9015550199',
  senderPostcode: '75063',
  senderCity: 'Irving',
  senderRegion: 'TX',
  senderCountry: 'US',
  parcels: [
    { packing: 'box', length: '50.2', width: '20', height: '20', weight: '2.1', pieces: 1 },
  ],
} as const satisfies Partial<InputOf<typeof logisticsOrders.add>>;

/** Starts a contract server of FedEx, which gives a new token for each request of one. */
export function aFedexApi() {
  const fedex: {
    heard: FedexHeard[];
    /** Answers by path; other paths are missing. */
    says: Partial<Record<string, (request: FedexHeard) => FedexAnswer | Promise<FedexAnswer>>>;
  } = { heard: [], says: {} };
  let given = 0;
  const api = createServer((request, reply) => {
    const parts: Uint8Array[] = [];
    request.on('data', (part: Uint8Array) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const heard = { method, path: url, headers, body: Buffer.concat(parts).toString('utf8') };
      fedex.heard.push(heard);
      const says = fedex.says[url] ?? (() => [404, fedexErrors('NOT.FOUND.ERROR', url)] as const);
      Promise.resolve(says(heard)).then(
        (answer) => {
          if (answer === null) request.socket.destroy();
          else reply.writeHead(answer[0]).end(JSON.stringify(answer[1]));
        },
        () => request.socket.destroy(),
      );
    });
  });
  let clientUrl = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    clientUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    api.closeAllConnections();
    api.close();
  });
  beforeEach(() => {
    fedex.heard = [];
    fedex.says = {
      [paths.token]: () => {
        given += 1;
        return fedexToken(`token-${given}`);
      },
    };
  });
  return {
    fedex,
    url: () => clientUrl,
    heardAt: (path: string) => fedex.heard.filter((each) => each.path === path),
  };
}

/** Starts a server with a shop, and a contract server of FedEx used by carriers of the shop. */
export async function aFedexServer() {
  const api = aFedexApi();
  const { server, shop } = await aShopServer({ carrierNetworks: ['127.0.0.1'] });
  const { sold } = sending(shop);
  let made = 0;
  async function aCarrier(more: object = {}): Promise<{ id: string; name: string }> {
    made += 1;
    const name = `FedEx ${made}`;
    const { id } = await server.call(logisticsCompanies.add, {
      name,
      code: `FX${made}`,
      adapter: 'fedex',
      clientUrl: api.url(),
      clientId: `key-${made}`,
      clientSecret: FEDEX_SECRET,
      accountNumber: '740561073',
      ...more,
    });
    return { id, name };
  }
  async function aShipment(more: Partial<InputOf<typeof logisticsOrders.add>> = {}) {
    const company = await aCarrier();
    const { out } = await sold();
    await server.database.admin.updateTable('warehouse').set({ address: '8 Dock Road' }).execute();
    const input = { ...sent(company.id, out), ...fedexShipment, ...more };
    const { id } = await server.call(logisticsOrders.add, input);
    return { id, company, out };
  }
  return {
    server,
    shop,
    ...api,
    sold,
    aCarrier,
    aShipment,
    info: (id: string) => server.call(logisticsOrders.infoCall, { id }),
    callsOf: async (search: object) => {
      const reply = await server.request('GET', carrierCallTable.path, {
        search: JSON.stringify(search),
      });
      return reply
        .json<{ data: { rows: Record<string, unknown>[] } }>()
        .data.rows.map(({ callAction, callResult, detail }) => [callAction, callResult, detail]);
    },
  };
}
