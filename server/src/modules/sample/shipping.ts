// Shipments of the last weeks, and the freight billed by carriers.
import {
  freights,
  logisticsCompanies,
  logisticsOrders,
  moneyDocuments,
  partners,
} from '@tradehouse/contract';
import type { TariffLineInput } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import type { SampleClient } from './desk.ts';
import type { SampleLanguage } from './assortment.ts';
import { makeSampleWords } from './goods.ts';
import type { Today, SampleTrade } from './trade.ts';

/** Days with shipments, up to the last day. */
const SHIPPED_DAYS = 60;
/** Deliveries per shipment, and shipments per delay. */
const BY_CARRIER = 3;
const DELAYED = 11;
/** Days after which a carrier bills. */
const BILLED_AFTER = 12;
const WEIGHT = 6.5;
const BASE = 9;
const PER_KG = 1.2;

export interface SampleShipment {
  readonly id: string;
  readonly tracking: string;
  readonly carrier: number;
  readonly day: string;
  readonly expected: number;
  /** Day of the year for the next event. */
  due: number;
  underway: boolean;
}

const names = [
  { ...makeSampleWords('顺路速运', 'Shunlu Express'), code: 'SL' },
  { ...makeSampleWords('城际物流', 'Intercity Freight'), code: 'CJ' },
] as const;

const tariffOf = (base: number, perKg: number, days: number): TariffLineInput => ({
  service: 'fulfillment',
  zone: '',
  fromKg: '0',
  toKg: null,
  base: String(base),
  perKg: String(perKg),
  signatureFee: '2',
  days,
});

/** Adds carriers with tariffs, each with the supplier that is paid for freight. */
export async function addSampleCarriers(
  desk: SampleClient,
  language: SampleLanguage,
): Promise<string[]> {
  const ids = [];
  for (const [at, { code, ...name }] of names.entries()) {
    const { id: partnerId } = await desk.call(partners.add, {
      type: 'supplier',
      name: name[language],
      paymentDays: 30,
    });
    const carrier = {
      name: name[language],
      code,
      orderPrefix: code,
      partnerId,
      tariff: [tariffOf(BASE + at, PER_KG, 2 + at)],
    };
    ids.push((await desk.call(logisticsCompanies.add, carrier)).id);
  }
  return ids;
}

/** Time of an event; on the last day, now. */
const timeOfEvent = ({ time }: Today): string => time() ?? new Date().toISOString();

/** Sends some deliveries of the last weeks with a carrier. */
export async function shipSampleDelivery(
  trade: SampleTrade,
  today: Today,
  { documentId, customer }: { readonly documentId: string; readonly customer: string },
): Promise<void> {
  const { desk, draw, shop, shipped } = trade;
  if (today.left > SHIPPED_DAYS || !draw.oneIn(BY_CARRIER)) return;
  const carrier = draw.below(shop.carrierIds.length);
  const pieces = 1 + draw.below(3);
  const expected = Math.round((BASE + carrier + WEIGHT * pieces * PER_KG) * 100) / 100;
  const { id } = await desk.call(logisticsOrders.add, {
    documentId,
    companyId: shop.carrierIds[carrier] ?? '',
    service: 'fulfillment',
    signature: false,
    shipDate: today.day,
    receiver: customer,
    phone: '13800138000',
    address: makeSampleWords(
      `杭州市西湖区文三路 ${String(10 + draw.below(300))} 号`,
      `${String(10 + draw.below(300))} Wensan Road, Hangzhou`,
    )[shop.language],
    postcode: '310012',
    parcels: [
      { packing: 'box', length: '40', width: '30', height: '25', weight: String(WEIGHT), pieces },
    ],
    freight: String(expected),
    costBearer: 'us',
  });
  const { tracking } = await desk.call(logisticsOrders.label, { id, own: true });
  await desk.call(logisticsOrders.addTrack, {
    orderId: id,
    eventTime: timeOfEvent(today),
    state: 'pickedUp',
  });
  const due = today.at + 1 + draw.below(2);
  shipped.push({ id, tracking, carrier, day: today.day, expected, due, underway: true });
}

/** Records the events of the day for shipments under way. */
export async function followShipments(trade: SampleTrade, today: Today): Promise<void> {
  for (const shipment of trade.shipped) {
    if (!shipment.underway || shipment.due > today.at) continue;
    const delayed = trade.draw.oneIn(DELAYED);
    await trade.desk.call(logisticsOrders.addTrack, {
      orderId: shipment.id,
      eventTime: timeOfEvent(today),
      state: delayed ? 'exception' : 'delivered',
      ...(delayed
        ? {
            description: makeSampleWords('地址不详，联系收件人', 'Address unclear')[
              trade.shop.language
            ],
          }
        : {}),
    });
    shipment.underway = delayed;
    shipment.due = today.at + 2;
  }
}

/**
 * Takes the bills of carriers for older shipments: the bill of the first carrier is confirmed and paid, the
 * bill of the second has differences and waits.
 */
export async function billFreight(trade: SampleTrade, today: string): Promise<void> {
  const { desk, shop, shipped } = trade;
  const old = shipped.filter(({ day }) => day <= dayAfter(today, -BILLED_AFTER));
  for (const [carrier, companyId] of shop.carrierIds.entries()) {
    const lines = old
      .filter((shipment) => shipment.carrier === carrier)
      .map(({ tracking, expected }, at) => ({
        number: tracking,
        amount: String(
          carrier > 0 && at % 4 === 1 ? Math.round((expected + 3.5) * 100) / 100 : expected,
        ),
      }));
    if (lines.length === 0) continue;
    await desk.call(freights.takeBill, { companyId, lines });
    if (carrier > 0) continue;
    const rows = (): Promise<{ readonly id: string; readonly version: number }[]> =>
      Promise.all(
        lines.map(async ({ number }) => {
          const [row] = await desk.rows(freights.table, { tracking: number });
          return { id: String(row?.id), version: Number(row?.version) };
        }),
      );
    await desk.call(freights.confirm, { rows: await rows() });
    const payment = await desk.call(freights.pay, {
      rows: await rows(),
      accountId: shop.bank,
      itemId: shop.itemId({ type: 'expense', at: 2 }),
    });
    await desk.call(moneyDocuments.setStatus, { ids: payment.id, status: '1' });
  }
}
