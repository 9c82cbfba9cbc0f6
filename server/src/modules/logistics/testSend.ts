// What tests of carriers share: a carrier, and short ways to send what is sold with it.
import { goodsDocuments, logisticsCompanies, logisticsOrders } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { lineOf } from '../document/testShop.ts';
import type { Saved, Shop } from '../document/testShop.ts';

type New = InputOf<typeof logisticsOrders.add>;

export const box = {
  packing: 'box',
  length: '50',
  width: '20',
  height: '20',
  weight: '2.1',
} as const;

/** Parcels of a test shipment: two boxes. */
export const sent = (
  companyId: string,
  { id: documentId }: Pick<Saved, 'id'>,
  more: Partial<New> = {},
): New => ({
  companyId,
  documentId,
  service: 'fulfillment',
  signature: false,
  shipDate: new Date().toISOString().slice(0, 10),
  receiver: 'Cy',
  phone: '555',
  address: 'Harbour 1',
  postcode: '9000',
  parcels: [{ ...box, pieces: 2 }],
  costBearer: 'us',
  ...more,
});

export const ago = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString();

let made = 0;

export function sending(shop: Shop) {
  const { server } = shop;
  const aCompany = async (
    more: Partial<InputOf<typeof logisticsCompanies.add>> = {},
  ): Promise<{ id: string; code: string }> => {
    made += 1;
    const code = `SF${made}`;
    const { id } = await server.call(logisticsCompanies.add, {
      name: `Carrier ${code}`,
      code,
      orderPrefix: 'L-',
      trackingUrl: 'https://track.example/?no={no}',
      ...more,
    });
    return { id, code };
  };
  const sold = async (): Promise<{ order: Saved; out: Saved }> => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [lineOf(one, '10')]);
    const order = await shop.goods('saleOrder', [lineOf(one, '2')], { status: '1' });
    const from = { sourceDocumentId: order.id, sourceLine: 1 };
    const out = await shop.goods('saleOut', [lineOf(one, '2', '20', from)], { status: '1' });
    return { order, out };
  };
  return {
    aCompany,
    sold,
    /** Something sold that is to be sent. */
    async ready(more: Partial<New> = {}) {
      const company = await aCompany();
      const documents = await sold();
      const { id } = await server.call(logisticsOrders.add, sent(company.id, documents.out, more));
      return { id, company, ...documents };
    },
    trackingOf: async ({ id }: Pick<Saved, 'id'>): Promise<string> =>
      (await server.call(goodsDocuments.info, { id })).externalTracking,
  };
}
