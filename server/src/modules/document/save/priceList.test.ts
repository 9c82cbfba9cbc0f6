import {
  barcodesForLine,
  documentToConvert,
  goodsDocuments,
  priceListChoices,
  priceLists,
  products,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aShopServer } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

// Price lists of customers: what is sold to them starts at what was agreed.

const { server, shop } = await aShopServer();
const { tenantId } = shop.company;

let made = 0;
/** A list that the customer has. */
async function aList(
  more: Partial<InputOf<typeof priceLists.add>> = {},
  customer: string | null = shop.customer,
): Promise<{ readonly id: string; readonly version: number; readonly name: string }> {
  made += 1;
  const name = `List ${made}`;
  const saved = await server.call(priceLists.add, { name, base: 'none', ...more });
  if (customer !== null)
    await shop.rows(
      sql`update partner set price_list_id = ${saved.id} where tenant_id = ${tenantId} and id = ${customer}`,
    );
  return { ...saved, name };
}
const price = async (
  { barcode }: { readonly barcode: string },
  kind = 'saleOut',
  token?: string,
): Promise<string | null | undefined> => {
  const input = { barCode: barcode, kind, organId: shop.customer };
  const [line] = await server.call(barcodesForLine, input, token);
  return line?.price;
};
/** Anyone who orders and ships but may not see what goods are sold for. */
async function aBlindSeller(name: string): Promise<string> {
  const [role] = await shop.rows(sql<{ id: string }>`
    insert into role (tenant_id, name, data_scope, hidden_amounts) values (${tenantId}, ${name}, 'all', '{sale}') returning id`);
  for (const url of ['/bill/sale_order', '/bill/sale_out', '/material/price_list'])
    await shop.rows(sql`insert into role_function (tenant_id, role_id, function_url, buttons)
      values (${tenantId}, ${role?.id}, ${url}, '{1,2}')`);
  await server.addUser({ loginName: name, roleId: role?.id ?? '' });
  return server.signIn(name);
}

let one: TestProduct;
let other: TestProduct;
beforeEach(async () => {
  await shop.set({ update_unit_price: false, customer_static_price: false });
  await shop.rows(sql`update partner set price_list_id = null where tenant_id = ${tenantId}`);
  one = await shop.product({ sale: '20' });
  other = await shop.product({ sale: '40', minimum: '35' });
});

describe('a product sold to a customer with a price list', () => {
  test('starts at the list price, before the last price paid', async () => {
    for (const { barcode } of [one, other])
      await shop.goods('purchaseIn', [{ barcode, quantity: '9', unitPrice: '1' }]);
    await shop.goods('saleOut', [{ barcode: one.barcode, quantity: '1', unitPrice: '19' }]);
    await shop.goods('saleOut', [{ barcode: other.barcode, quantity: '1', unitPrice: '39' }]);
    await aList({ prices: [{ barcodeId: await shop.barcodeId(one.barcode), price: '17.5' }] });
    for (const kind of ['saleOrder', 'saleOut', 'saleBack'])
      expect(await price(one, kind), kind).toBe('17.5');
    expect(await price(other)).toBe('39');
    expect(await price(one, 'retailOut')).toBe('25');
    expect(await price(one, 'purchaseIn')).toBe('10');
  });

  test('is offered in each unit', async () => {
    await aList({ prices: [{ barcodeId: await shop.barcodeId(one.box), price: '180' }] });
    const [line] = await server.call(barcodesForLine, {
      barCode: one.barcode,
      kind: 'saleOut',
      organId: shop.customer,
    });
    expect(line?.units.map((unit) => unit.price)).toEqual(['20', '180']);
    expect(await price({ barcode: one.box })).toBe('180');
  });

  test('a line has the list price of the line’s quantity and the document’s day', async () => {
    const barcodeId = await shop.barcodeId(one.barcode);
    await aList({
      base: 'sale',
      discountRate: '10',
      lastDay: '2026-05-31',
      prices: [
        { barcodeId, price: '17', minimumQuantity: '10' },
        { barcodeId, price: '16', minimumQuantity: '50', firstDay: '2026-05-01' },
        { barcodeId, price: '15', minimumQuantity: '50', lastDay: '2026-04-30' },
      ],
    });
    const steps = async (day: string) => {
      const time = `${day}T04:00:00Z`;
      const input = { barCode: one.barcode, kind: 'saleOut', organId: shop.customer, time };
      const [line] = await server.call(barcodesForLine, input);
      return [
        line?.price,
        ...(line?.priceSteps ?? []).map(({ from, price }) => `${from}: ${price}`),
      ];
    };
    expect(await steps('2026-04-30')).toEqual(['18', '0: 18', '10: 17', '50: 15']);
    expect(await steps('2026-05-31')).toEqual(['18', '0: 18', '10: 17', '50: 16']);
    expect(await steps('2026-06-01')).toEqual(['20']);
  });

  test('a line of a user without price rights has the list price of the line’s quantity', async () => {
    const token = await aBlindSeller('counting');
    const barcodeId = await shop.barcodeId(one.barcode);
    await aList({ prices: [{ barcodeId, price: '17', minimumQuantity: '10' }] });
    const lines = ['9', '10'].map((quantity) => ({ barcode: one.barcode, quantity }));
    const { id } = await server.call(goodsDocuments.add, shop.input('saleOrder', lines), token);
    const saved = await server.call(goodsDocuments.info, { id });
    expect(saved.lines.map(({ unitPrice }) => unitPrice)).toEqual(['20', '17']);
  });

  test('is reduced by the list’s discount, down to the minimum price', async () => {
    await aList({
      base: 'sale',
      discountRate: '12.5',
      prices: [{ barcodeId: await shop.barcodeId(one.barcode), price: '18' }],
    });
    expect([await price(one), await price(other)]).toEqual(['18', '35']);
    await shop.rows(
      sql`update barcode set minimum_price = 18.5 where tenant_id = ${tenantId} and code = ${one.barcode}`,
    );
    expect(await price(one)).toBe('18.5');
    await aList({ base: 'retail', discountRate: '10' });
    // 25 less a tenth.
    expect(await price(one)).toBe('22.5');
  });

  test('is at the usual price once the list is switched off, and for all further customers', async () => {
    const { id } = await aList({ base: 'sale', discountRate: '50' });
    expect(await price(one)).toBe('10');
    const input = { barCode: one.barcode, kind: 'saleOut', organId: shop.otherCustomer };
    expect((await server.call(barcodesForLine, input))[0]?.price).toBe('20');
    await server.call(priceLists.setStatus, { ids: id, status: '0' });
    expect(await price(one)).toBe('20');
    expect((await server.call(priceListChoices, {})).map((list) => list.id)).not.toContain(id);
  });

  test('is at a distributor’s price where a distributor sells', async () => {
    await aList({ base: 'sale', discountRate: '50' });
    await shop.rows(
      sql`update barcode set distributor_price = 17 where tenant_id = ${tenantId} and code = ${one.barcode}`,
    );
    await server.addUser({ loginName: 'dealer', role: 'salesperson' });
    await shop.rows(
      sql`update app_user set distributor = true where tenant_id = ${tenantId} and login_name = 'dealer'`,
    );
    expect(await price(one, 'saleOut', await server.signIn('dealer'))).toBe('17');
  });

  test('keeps the order’s agreed price after the list changes', async () => {
    await shop.goods('purchaseIn', [{ barcode: one.barcode, quantity: '9', unitPrice: '1' }]);
    const list = await aList({ base: 'sale', discountRate: '10' });
    const order = await shop.goods(
      'saleOrder',
      [{ barcode: one.barcode, quantity: '2', unitPrice: (await price(one)) ?? '' }],
      { status: '1', paidNow: '0' },
    );
    await server.call(priceLists.update, { ...list, base: 'sale', discountRate: '60' });
    expect(await price(one)).toBe('8');
    const { lines } = await server.call(documentToConvert, { ids: order.id, kind: 'saleOut' });
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(['18']);
  });

  test('costs the list price also when sold by a user without price rights', async () => {
    const token = await aBlindSeller('blind');
    await aList({ base: 'sale', discountRate: '10' });
    const input = shop.input('saleOrder', [{ barcode: one.barcode, quantity: '2' }]);
    const { id } = await server.call(goodsDocuments.add, input, token);
    const { lines } = await server.call(goodsDocuments.info, { id });
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(['18']);
    expect(await price(one, 'saleOrder', token)).toBeNull();
  });

  test('has the list price below the UPC-A, too', async () => {
    const token = await aBlindSeller('scanner');
    const ean = '0042100005264';
    await shop.rows(
      sql`update barcode set code = ${ean} where tenant_id = ${tenantId} and code = ${one.barcode}`,
    );
    await aList({ base: 'sale', discountRate: '10' });
    const input = shop.input('saleOrder', [{ barcode: ean.slice(1), quantity: '2' }]);
    const { id } = await server.call(goodsDocuments.add, input, token);
    const { lines } = await server.call(goodsDocuments.info, { id });
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(['18']);
  });

  test('keeps its sale price when sold at the list price, and takes over different prices paid', async () => {
    await shop.set({ update_unit_price: true });
    await shop.goods('purchaseIn', [{ barcode: one.barcode, quantity: '9', unitPrice: '1' }]);
    await aList({ base: 'sale', discountRate: '10' });
    await shop.goods('saleOut', [{ barcode: one.barcode, quantity: '1', unitPrice: '18' }]);
    expect(await shop.salePrice(one)).toBe('20');
    expect(await price(one)).toBe('18');
    await shop.goods('saleOut', [{ barcode: one.barcode, quantity: '1', unitPrice: '19' }], {
      partnerId: shop.otherCustomer,
    });
    expect(await shop.salePrice(one)).toBe('19');
  });

  test('keeps its sale price when sold abroad at the offered price', async () => {
    await shop.set({ update_unit_price: true });
    await shop.goods('purchaseIn', [{ barcode: one.barcode, quantity: '9', unitPrice: '1' }]);
    const before = await shop.salePrice(one);
    const terms = { currency: 'EUR', exchangeRate: '19.991' };
    const offered = decimal(before ?? '')
      .dividedBy('19.991')
      .toSignificantDigits(4)
      .toFixed();
    await shop.goods('saleOut', [{ barcode: one.barcode, quantity: '1', unitPrice: offered }], {
      ...terms,
      partnerId: shop.otherCustomer,
    });
    expect(await shop.salePrice(one)).toBe(before);
  });
});

describe('a price list', () => {
  test('shows its prices beside the usual prices, and its counts of products and customers', async () => {
    const list = await aList({
      base: 'retail',
      discountRate: '5',
      prices: [{ barcodeId: await shop.barcodeId(one.barcode), price: '17.5' }],
    });
    const info = await server.call(priceLists.infoCall, { id: list.id });
    expect(info).toMatchObject({ name: list.name, base: 'retail', discountRate: '5' });
    expect(info.prices).toMatchObject([{ barcode: one.barcode, usual: '25', price: '17.5' }]);
    const reply = await server.request('GET', priceLists.table.path, {
      search: { name: list.name },
    });
    expect(reply.json()).toMatchObject({ data: { rows: [{ products: 1, customers: 1 }] } });
  });

  test('changes only the listed prices; without listed prices all stay', async () => {
    const [first = '', second = ''] = await Promise.all(
      [one, other].map(({ barcode }) => shop.barcodeId(barcode)),
    );
    const { id, name } = await aList({
      prices: [
        { barcodeId: first, price: '17' },
        { barcodeId: second, price: '36' },
      ],
    });
    const versions = async () =>
      shop.rows(sql<{ barcode_id: string; version: number }>`
        select barcode_id, version from list_price where tenant_id = ${tenantId} and list_id = ${id} order by barcode_id`);
    const update = (version: number, more: object) =>
      server.call(priceLists.update, { id, version, name, base: 'none', ...more });
    await update(1, {
      prices: [
        { barcodeId: first, price: '16' },
        { barcodeId: second, price: '36' },
      ],
    });
    expect((await versions()).map(({ version }) => version)).toEqual([2, 1]);
    await update(2, { remark: 'Autumn' });
    expect(await versions()).toHaveLength(2);
    await update(3, { prices: [{ barcodeId: second, price: '36' }] });
    expect((await versions()).map(({ barcode_id }) => barcode_id)).toEqual([second]);
  });

  test('refuses a barcode that is not there', async () => {
    const prices = [{ barcodeId: '999999999', price: '1' }];
    expect(
      await server.refusal(priceLists.add, { name: 'Odd list', base: 'none', prices }),
    ).toMatchObject({ key: 'record.missing', data: { field: 'prices', line: 1 } });
  });

  test.each([
    ['two prices without days', {}, {}, 'priceList.overlap'],
    ['a day in both', { lastDay: '2026-05-31' }, { firstDay: '2026-05-31' }, 'priceList.overlap'],
    [
      'days in the wrong order',
      {},
      { minimumQuantity: '5', firstDay: '2026-05-31', lastDay: '2026-05-01' },
      'priceList.days',
    ],
  ])('refuses %s of a barcode, naming the lines', async (_, first, second, key) => {
    const barcodeId = await shop.barcodeId(one.barcode);
    const prices = [first, second].map((term) => ({ barcodeId, price: '1', ...term }));
    expect(
      await server.refusal(priceLists.add, { name: 'Odd list', base: 'none', prices }),
    ).toMatchObject({ key, data: { field: 'prices', line: 2 } });
  });

  test('refuses a last day before the first', async () => {
    const { id, version, name } = await aList({ firstDay: '2026-05-10' });
    const change = { id, version, name, base: 'none', lastDay: '2026-05-09' } as const;
    expect(await server.refusal(priceLists.update, change)).toMatchObject({
      key: 'priceList.listDays',
      data: { field: 'lastDay' },
    });
  });

  test('stays while a customer has the list, and is deleted with its prices', async () => {
    const { id } = await aList({
      prices: [{ barcodeId: await shop.barcodeId(one.barcode), price: '1' }],
    });
    expect(await server.refusal(priceLists.remove, { id })).toMatchObject({ key: 'record.inUse' });
    await shop.rows(sql`update partner set price_list_id = null where tenant_id = ${tenantId}`);
    await server.call(priceLists.remove, { id });
    expect(
      await shop.rows(
        sql`select from list_price where tenant_id = ${tenantId} and list_id = ${id}`,
      ),
    ).toEqual([]);
  });

  test('shows no price without sale-price rights, and cannot be changed without these rights', async () => {
    const token = await aBlindSeller('unseeing');
    const { id, version, name } = await aList({
      prices: [{ barcodeId: await shop.barcodeId(one.barcode), price: '1' }],
    });
    expect(await server.call(priceLists.infoCall, { id }, token)).toMatchObject({ prices: null });
    expect(
      await server.refusal(priceLists.update, { id, version, name, base: 'none' }, token),
    ).toMatchObject({ key: 'access.denied' });
  });

  test('loses the price of a deleted product', async () => {
    const gone = await shop.product();
    const { id } = await aList(
      { prices: [{ barcodeId: await shop.barcodeId(gone.barcode), price: '1' }] },
      null,
    );
    const [row] = await shop.rows(sql<{ product_id: string }>`
      select product_id from barcode where tenant_id = ${tenantId} and code = ${gone.barcode}`);
    await server.call(products.remove, { id: row?.product_id ?? '' });
    expect((await server.call(priceLists.infoCall, { id })).prices).toEqual([]);
  });
});
