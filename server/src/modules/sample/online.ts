// Orders of a web shop, and goods by the codes of the shop.
import { externalOrders, relations } from '@tradehouse/contract';
import { isUntrackedProduct, makeSampleWords } from './goods.ts';
import { findBarcodeId } from './trade.ts';
import type { SampleTrade } from './trade.ts';

/** Code of the web shop for a barcode. */
const platformCodeOf = (barcode: string): string => `WS-${barcode.slice(-5, -1)}`;

/** Maps codes of a web shop and receives two orders: an unknown code keeps an order waiting. */
export async function receiveOnlineOrders(trade: SampleTrade): Promise<void> {
  const { desk, shop, shelves } = trade;
  const platform = makeSampleWords('云上商城', 'Cloud Market')[shop.language];
  const where = { platform, shop: makeSampleWords('旗舰店', 'Flagship')[shop.language] };
  const sold = shop.variants
    .filter((each) => isUntrackedProduct(each) && shelves.held('main', each.barcode) > 6)
    .slice(0, 5);
  for (const variant of sold)
    await desk.call(relations.add, {
      ...where,
      outerSkuCode: platformCodeOf(variant.barcode),
      outerName: variant.name[shop.language],
      barcodeId: await findBarcodeId(desk, variant.barcode),
      stockSync: true,
    });
  const lines = sold.slice(0, 3).map(({ barcode, name, retails }) => ({
    outerSkuCode: platformCodeOf(barcode),
    outerName: name[shop.language],
    quantity: '1',
    price: String(retails),
  }));
  const partnerId = shop.customers.find(({ name }) => name.en === 'Blue Bay Online')?.id;
  const order = { ...where, ...(partnerId === undefined ? {} : { partnerId }) };
  await desk.call(externalOrders.add, { ...order, externalOrder: 'CM-20871', lines });
  const unknown = makeSampleWords('竹制茶盘', 'Bamboo tea tray')[shop.language];
  await desk.call(externalOrders.add, {
    ...order,
    externalOrder: 'CM-20874',
    lines: [
      ...lines.slice(0, 1),
      { outerSkuCode: 'WS-NEW', outerName: unknown, quantity: '2', price: '88' },
    ],
  });
}
