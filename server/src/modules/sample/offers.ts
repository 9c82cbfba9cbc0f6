// Promotions of the sample company, and a till sale with promotions.
import { promotions } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import type { Variant } from './assortment.ts';
import { isUntrackedProduct, makeSampleWords } from './goods.ts';
import { findBarcodeId } from './trade.ts';
import type { SampleTrade } from './trade.ts';

/** Adds three promotions of the weeks around today, and sells goods with promotions at the till. */
export async function runPromotions(trade: SampleTrade, today: string): Promise<void> {
  const { desk, shop, shelves } = trade;
  const [reduced, free, ...others] = shop.variants.filter(
    (each) => isUntrackedProduct(each) && shelves.held('counter', each.barcode) >= 3,
  );
  if (reduced === undefined || free === undefined) return;
  const firstDay = dayAfter(today, -3);
  const goodsOf = (variants: readonly Variant[]) =>
    Promise.all(
      variants.map(async ({ barcode }) => ({
        barcodeId: await findBarcodeId(desk, barcode),
        quantity: '1',
      })),
    );
  const word = (zh: string, en: string): string => makeSampleWords(zh, en)[shop.language];
  await desk.call(promotions.add, {
    firstDay,
    name: word('新品九折', 'A tenth off'),
    promotionKind: 'percent',
    rate: '10',
    goods: await goodsOf([reduced, ...others.slice(0, 3)]),
  });
  await desk.call(promotions.add, {
    firstDay,
    name: word('买三付二', 'Three for two'),
    promotionKind: 'xForY',
    takeQuantity: '3',
    payQuantity: '2',
    goods: await goodsOf([free]),
  });
  await desk.call(promotions.add, {
    firstDay,
    lastDay: dayAfter(today, 18),
    name: word('会员券满 200 减 20', 'Coupon: 20 off from 200'),
    promotionKind: 'threshold',
    threshold: '200',
    amount: '20',
    coupon: 'TEA20',
    mostPerCustomer: '1',
  });
  await desk.goods({
    kind: 'retailOut',
    accountId: shop.alipay,
    lines: [reduced, free].map(({ barcode, retails }) => {
      shelves.take('counter', barcode, 3);
      return {
        barcode,
        quantity: '3',
        regularPrice: String(retails),
        warehouseId: shop.counter,
      };
    }),
  });
}
