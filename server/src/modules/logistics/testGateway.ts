// Gateway of carriers with answers chosen by tests, and shipments with carriers of the gateway.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { carrierCallTable, logisticsCompanies, logisticsOrders } from '@tradehouse/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { aShopServer } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';
import { sending, sent } from './testSend.ts';

export const SECRET = 'sesame-4712';
export type Question = Readonly<Record<string, unknown>> & { readonly action: string };

export const PDF = Buffer.from('%PDF-1.4 label');
export const file = (type: string, bytes: Uint8Array) => ({
  type,
  content: Buffer.from(bytes).toString('base64'),
});
export const labelled = (tracking: string, more: object = {}) => ({
  label: { tracking, files: [file('pdf', PDF)], ...more },
});

/** Questions heard since the begin of a test, and the answer; a null answer closes the connection. */
export interface Gateway {
  heard: Question[];
  says: (question: Question) => unknown;
}

/** Starts a server with a shop, and a gateway whose carriers the shop uses. */
export async function aGatewayServer() {
  const gateway: Gateway = { heard: [], says: () => null };
  const api = createServer((request, reply) => {
    const parts: Uint8Array[] = [];
    request.on('data', (part: Uint8Array) => parts.push(part));
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(parts).toString('utf8')) as Question;
      gateway.heard.push(question);
      Promise.resolve(gateway.says(question)).then(
        (answer) => (answer === null ? request.destroy() : reply.end(JSON.stringify(answer))),
        () => request.destroy(),
      );
    });
  });
  const { server, shop } = await aShopServer({ carrierNetworks: ['127.0.0.1'] });
  const { sold } = sending(shop);
  let clientUrl = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    clientUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api`;
  });
  afterAll(() => {
    api.closeAllConnections();
    api.close();
  });
  beforeEach(() => {
    gateway.heard = [];
  });

  let made = 0;
  async function aCarrier(more: object = {}): Promise<{ id: string; name: string }> {
    made += 1;
    const name = `Gateway ${made}`;
    const { id } = await server.call(logisticsCompanies.add, {
      name,
      code: `GW${made}`,
      clientUrl,
      clientId: 'me',
      clientSecret: SECRET,
      accountNumber: 'A-77',
      ...more,
    });
    return { id, name };
  }
  async function aShipment(
    more: object = {},
  ): Promise<{ id: string; company: { id: string; name: string }; out: Saved }> {
    const company = await aCarrier();
    const { out } = await sold();
    const { id } = await server.call(logisticsOrders.add, sent(company.id, out, more));
    return { id, company, out };
  }
  return {
    server,
    shop,
    gateway,
    sold,
    aCarrier,
    aShipment,
    info: (id: string) => server.call(logisticsOrders.infoCall, { id }),
    callsOf: async (orderId: string) => {
      const reply = await server.request('GET', carrierCallTable.path, {
        search: JSON.stringify({ orderId }),
      });
      return reply
        .json<{ data: { rows: Record<string, unknown>[] } }>()
        .data.rows.map(({ callAction, callResult, detail }) => [callAction, callResult, detail]);
    },
  };
}
