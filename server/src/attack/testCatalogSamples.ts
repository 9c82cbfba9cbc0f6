// Inputs for what products are described by, their pictures and their prices.
import {
  attributes,
  brands,
  externalOrders,
  logisticsCompanies,
  priceAdjustments,
  priceLists,
  products,
  promotions,
  propertyInfo,
  relations,
  services,
  uploadFile,
} from '@tradehouse/contract';
import { aCompany } from './testLogisticsSamples.ts';
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

/** Valid inputs for catalogue resources; further samples of each resource are derived. */
export const catalogResources = (world: World) => {
  const { ids, word } = world;
  return [
    ['/brand', brands, () => ({ code: word(), name: word() })],
    [
      '/services',
      services,
      () => ({ name: word(), fee: '2.5', chargeMode: 'piece', itemId: ids.incomeItem }),
    ],
    ['/promotion', promotions, () => ({ name: word(), promotionKind: 'percent', rate: '5' })],
    ['/priceList', priceLists, () => ({ name: word(), base: 'sale', discountRate: '5' })],
    ['/tkof/rel', relations, () => ({ platform: word(), outerSkuCode: word() })],
    ['/logistics/company', logisticsCompanies, () => aCompany(world, '1')],
    ['/materialAttribute', attributes, () => ({ name: word().slice(-9), values: [word()] })],
  ] as const;
};

/** The smallest picture there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function catalogSamples(world: World): Samples {
  const { server, token, ids, code, word, prices, barcodes } = world;
  const picture = async (): Promise<string> =>
    (await server.upload(uploadFile, { name: 'a.png', bytes: PIXEL }, { biz: 'material' }, token))
      .id;
  const barcodeId = async (): Promise<string> => {
    const { barcodes } = await server.call(products.infoCall, { id: ids.product }, token);
    return barcodes[0]?.id ?? '';
  };
  const adjustment = async () => ({
    price: 'purchase' as const,
    reason: word(),
    lines: [{ barcodeId: await barcodeId(), newPrice: prices.purchase }],
  });
  const order = () => ({
    platform: word(),
    externalOrder: word(),
    partnerId: ids.customer,
    lines: [{ outerSkuCode: word(), quantity: '1', price: prices.sale }],
  });
  const received = async (): Promise<string> =>
    (await server.call(externalOrders.add, order(), token)).order?.id ?? '';
  const added = async () => server.call(priceAdjustments.add, await adjustment(), token);
  return {
    'POST /systemConfig/upload': one('no file', () => ({ biz: 'material' }), 400),
    'GET /systemConfig/static': one('a picture', async () => {
      const id = await picture();
      const unit = word().slice(-9);
      const input = {
        name: word(),
        unitName: unit,
        images: [id],
        barcodes: [{ code: code(), unit }],
      };
      await server.call(products.add, input, token);
      return { id };
    }),
    'GET /materialProperty/info': one('a property', () => ({ id: '1' })),
    'PUT /materialProperty/update': one('name it', async () => {
      const { version } = await server.call(propertyInfo, { id: '3' }, token);
      return { id: '3', version, alias: word() };
    }),
    'POST /material/batchSetMaterialCurrentStock': one('compare', () => ({ ids: ids.product })),
    'POST /material/batchSetMaterialCurrentUnitPrice': one('compare', () => ({ ids: ids.boxed })),
    'POST /promotion/offer': one('an offer', () => ({
      kind: 'saleOut',
      partnerId: ids.customer,
      lines: [{ barcode: barcodes.plain, quantity: '2', regularPrice: '10' }],
    })),
    'GET /priceAdjust/info': one('an adjustment', async () => ({ id: (await added()).id })),
    'GET /priceAdjust/candidates': one('of a product', () => ({
      price: 'purchase',
      productIds: ids.product,
    })),
    'POST /priceAdjust/add': one('adjust', adjustment),
    'PUT /priceAdjust/update': one('adjust otherwise', async () => ({
      ...(await adjustment()),
      ...(await added()),
    })),
    'POST /tkof/rel/detach': one('take its barcode', async () => {
      const related = { platform: word(), outerSkuCode: word(), barcodeId: await barcodeId() };
      return { ids: (await server.call(relations.add, related, token)).id };
    }),
    'POST /tkof/order/add': one('an order', order),
    'POST /tkof/order/make': one('make it', () => ({ id: ids.externalOrder })),
    'GET /tkof/order/info': one('its lines', () => ({ id: ids.externalOrder })),
    'DELETE /tkof/order/deleteBatch': one('forget it', async () => ({ ids: await received() })),
    'POST /tkof/order/importExcel': one('no file', () => ({}), 400),
    'DELETE /priceAdjust/deleteBatch': one('delete', async () => ({ ids: (await added()).id })),
    'POST /priceAdjust/batchAudit': one('approve', async () => ({ ids: (await added()).id })),
    'POST /priceAdjust/batchReverse': one('reverse', async () => {
      const { id } = await added();
      await server.call(priceAdjustments.approve, { ids: id }, token);
      return { ids: id };
    }),
  };
}
