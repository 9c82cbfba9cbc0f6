import {
  externalOrders,
  goodsDocuments,
  matchRelations,
  relations,
  setUserGrants,
} from '@tradehouse/contract';
import type { ExternalOrderInput, RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asRole, aShopServer } from '../document/testShop.ts';
import { workbook } from '../sheet/testSheets.ts';

const { server, shop } = await aShopServer();
const PAGES = ['/bill/external_order', '/bill/sale_order'];

let next = 0;
type Line = ExternalOrderInput['lines'][number];
const asked = (
  lines: readonly Line[],
  more: Partial<ExternalOrderInput> = {},
): ExternalOrderInput => {
  next += 1;
  return {
    platform: '淘宝',
    shop: '旗舰店',
    externalOrder: `T-${next}`,
    partnerId: shop.customer,
    lines: [...lines],
    ...more,
  };
};
const line = (outerSkuCode: string, quantity = '2', price = '9.9'): Line => ({
  outerSkuCode,
  quantity,
  price,
});
const bring = (order: ExternalOrderInput, token?: string) =>
  server.call(externalOrders.add, order, token);
const make = (id = '', token?: string) => server.call(externalOrders.make, { id }, token);

/** A code of the platform that stands for a product of ours; answers the code and the barcode. */
async function matched(ratio = '1', more: object = {}) {
  next += 1;
  const { barcode, box } = await shop.product();
  const { rows } = await server.arrange(shop.company, (tx) =>
    sql<{ id: string }>`
      select id from barcode where tenant_id = ${shop.company.tenantId} and code = ${barcode}`.execute(
      tx,
    ),
  );
  const outerSkuCode = `SKU-${next}`;
  const { id } = await server.call(relations.add, {
    platform: '淘宝',
    shop: '旗舰店',
    outerSkuCode,
    barcodeId: rows[0]?.id ?? '',
    ratio,
    ...more,
  });
  return { id, code: outerSkuCode, barcode, box };
}

async function listed<Row>(path: string, search: object, token?: string): Promise<Row[]> {
  const reply = await server.request('GET', path, { search }, token);
  return reply.json<{ data: { rows: Row[] } }>().data.rows;
}
const orders = (search: object, token?: string) =>
  listed<RowOf<typeof externalOrders.table>>(externalOrders.table.path, search, token);
const saleOrders = (externalOrder: string) =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from document
      where tenant_id = ${shop.company.tenantId} and external_order = ${externalOrder} and deleted_at is null`.execute(
      tx,
    );
    return rows.map(({ id }) => id);
  });

test('an external order with matched codes converts to a sales order draft of exact amounts', async () => {
  const [box, piece] = [await matched('7'), await matched('0.5')];
  const order = asked([line(box.code, '3', '10'), line(piece.code, '3', '0.33')], {
    time: '2026-05-04T03:02:01Z',
    remark: 'gift wrap',
  });
  const { known, order: made } = await bring(order);
  expect([known, made?.status, made?.unmatched]).toEqual([false, 'made', []]);
  const sale = await server.call(goodsDocuments.info, { id: made?.documentId ?? '' });
  expect(sale).toMatchObject({
    kind: 'saleOrder',
    status: '0',
    number: made?.number,
    partnerId: shop.customer,
    externalOrder: order.externalOrder,
    remark: 'gift wrap',
    payable: '30.99',
    lines: [
      { barcode: box.barcode, quantity: '21', unitPrice: '1.4286', total: '30' },
      { barcode: piece.barcode, quantity: '1.5', unitPrice: '0.66', total: '0.99' },
    ],
  });
  expect(new Date(sale.time).toISOString()).toBe('2026-05-04T03:02:01.000Z');
  expect(await orders({ externalOrder: order.externalOrder })).toMatchObject([
    {
      externalStatus: 'made',
      number: made?.number,
      documentId: made?.documentId,
      amount: '30.99',
      orderLines: 2,
      unmatchedSkus: '',
    },
  ]);
  expect(await shop.broken()).toEqual([]);
});

test('sales orders made from external orders use the customer’s tax rate in both tax modes', async () => {
  const { code } = await matched();
  await server.arrange(shop.company, (tx) =>
    sql`update partner set tax_rate = 13 where tenant_id = ${shop.company.tenantId} and id = ${shop.otherCustomer}`.execute(
      tx,
    ),
  );
  for (const inclusive of [true, false]) {
    await shop.set({ price_includes_tax: inclusive });
    const { order } = await bring(
      asked([line(code, '3', '33.33')], { partnerId: shop.otherCustomer }),
    );
    const sale = await server.call(goodsDocuments.info, { id: order?.documentId ?? '' });
    expect(sale).toMatchObject({ payable: '99.99', lines: [{ taxRate: '13', total: '99.99' }] });
  }
});

test('an unmatched SKU keeps the whole external order waiting until matched', async () => {
  const { code } = await matched();
  const { barcode } = await shop.product();
  const order = asked([line(code), line(barcode)]);
  const { order: waiting } = await bring(order);
  expect(waiting).toMatchObject({ status: 'waiting', documentId: null, unmatched: [barcode] });
  expect(await saleOrders(order.externalOrder)).toEqual([]);
  expect(await orders({ unmatchedSkus: barcode })).toMatchObject([{ externalStatus: 'waiting' }]);
  // The unmatched code is listed among the relations, and is matched there.
  expect(await listed(relations.table.path, { outer: barcode })).toMatchObject([
    { platform: '淘宝', shop: '旗舰店', relationStatus: 'unmatched' },
  ]);
  expect(await make(waiting?.id)).toMatchObject({ status: 'waiting', unmatched: [barcode] });
  expect(await server.call(matchRelations, {})).toMatchObject({ matched: 1 });
  expect(await orders({ externalOrder: order.externalOrder })).toMatchObject([
    { externalStatus: 'ready' },
  ]);
  const made = await make(waiting?.id);
  expect(made).toMatchObject({ status: 'made', unmatched: [] });
  expect(await saleOrders(order.externalOrder)).toEqual([made.documentId]);
  // Made once.
  expect(await make(waiting?.id)).toEqual(made);
  expect(await saleOrders(order.externalOrder)).toHaveLength(1);
});

test('a repeated external order is reported known, and a second shop has its own numbers', async () => {
  const { code } = await matched();
  const order = asked([line(code)]);
  const first = await bring(order);
  const again = await bring({
    ...order,
    shop: ' 旗舰店 ',
    lines: [line('other', '9')],
  });
  expect(again).toEqual({ known: true, order: first.order });
  expect(await saleOrders(order.externalOrder)).toHaveLength(1);
  expect(await listed(relations.table.path, { outer: 'other' })).toEqual([]);
  expect(await bring({ ...order, shop: '' })).toMatchObject({
    known: false,
    order: { status: 'waiting' },
  });
});

test.each([
  { platform: ' ' },
  { platform: ' 淘宝' },
  { externalOrder: 'T-1 ' },
  { lines: [line(' ')] },
])('blanks around the keys of an external order are refused: %j', async (wrong) => {
  expect((await server.refusal(externalOrders.add, asked([line('x')], wrong))).key).toBe(
    'request.field',
  );
});

test('an external order sent or converted concurrently makes a single sales order', async () => {
  const { code } = await matched();
  const order = asked([line(code)]);
  const come = await Promise.all(Array.from({ length: 6 }, () => bring(order)));
  expect(come.filter(({ known }) => !known)).toHaveLength(1);
  expect(await saleOrders(order.externalOrder)).toHaveLength(1);

  const late = asked([line(`late-${code}`)]);
  const { order: waiting } = await bring(late);
  const [row] = await listed<{ id: string; version: number }>(relations.table.path, {
    outer: `late-${code}`,
  });
  const { barcodeId } = await server.call(relations.infoCall, {
    id:
      (await listed<{ id: string }>(relations.table.path, { outer: code }))
        .map(({ id }) => id)
        .find((id) => id !== row?.id) ?? '',
  });
  await server.call(relations.update, {
    id: row?.id ?? '',
    version: row?.version ?? 0,
    platform: '淘宝',
    shop: '旗舰店',
    outerSkuCode: `late-${code}`,
    barcodeId,
  });
  const made = await Promise.all(Array.from({ length: 6 }, () => make(waiting?.id)));
  expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(1);
  expect(await saleOrders(late.externalOrder)).toHaveLength(1);
  expect(await shop.broken()).toEqual([]);
});

test('a deleted sales order can be made again; an external order with a sales order can’t be deleted', async () => {
  const { code } = await matched();
  const order = asked([line(code)]);
  const { order: first } = await bring(order);
  const ids = first?.id ?? '';
  expect(await server.refusal(externalOrders.removeBatch, { ids })).toMatchObject({
    key: 'externalOrder.made',
    data: { number: order.externalOrder },
  });
  await server.call(goodsDocuments.remove, { id: first?.documentId ?? '' });
  const again = await make(ids);
  expect(again.status).toBe('made');
  expect(again.documentId).not.toBe(first?.documentId);
  await server.call(goodsDocuments.remove, { id: again.documentId ?? '' });
  expect(await server.call(externalOrders.removeBatch, { ids })).toEqual({ changed: 1 });
  expect(await orders({ externalOrder: order.externalOrder })).toEqual([]);
  expect(await bring(order)).toMatchObject({ known: false, order: { status: 'made' } });
});

test('an invalid external order is refused whole', async () => {
  const half = await matched('0.000001');
  const order = asked([line(half.code, '0.5', '1')]);
  expect(await server.refusal(externalOrders.add, order)).toMatchObject({
    key: 'externalOrder.quantity',
  });
  expect(await orders({ externalOrder: order.externalOrder })).toEqual([]);
  for (const wrong of [{ partnerId: shop.supplier }, { partnerId: '999999' }])
    expect((await server.refusal(externalOrders.add, asked([line(half.code)], wrong))).key).toBe(
      'externalOrder.customer',
    );
  const { partnerId: _, ...named } = asked([line('x')]);
  for (const wrong of [named, { ...named, customer: 'No such' }])
    expect((await server.refusal(externalOrders.add, wrong)).key).toBe('externalOrder.customer');
  expect(await bring({ ...named, customer: ' Cy Stores ' })).toMatchObject({
    order: { status: 'waiting' },
  });
});

test('disabled barcodes and disabled relations keep an external order waiting', async () => {
  const [off, gone] = [await matched('1', { enabled: false }), await matched()];
  await server.arrange(shop.company, (tx) =>
    sql`update barcode set enabled = false where tenant_id = ${shop.company.tenantId} and code = ${gone.barcode}`.execute(
      tx,
    ),
  );
  const { order } = await bring(asked([line(off.code), line(gone.code)]));
  expect(order).toMatchObject({ status: 'waiting', unmatched: [off.code, gone.code] });
  const { lines } = await server.call(externalOrders.infoCall, { id: order?.id ?? '' });
  expect(lines).toMatchObject([
    { line: 1, outerSkuCode: off.code, barcode: null, quantity: '2', price: '9.9', amount: '19.8' },
    { line: 2, barcode: null, ratio: null },
  ]);
});

test('a relation shows the time of its last external order', async () => {
  const { code } = await matched();
  const at = async () =>
    (await listed<{ lastSync: string | null }>(relations.table.path, { outer: code }))[0]?.lastSync;
  expect(await at()).toBeNull();
  await bring(asked([line(code)]));
  const first = await at();
  await bring(asked([line(code)], { shop: 'elsewhere' }));
  expect((await listed(relations.table.path, { outer: code, shop: '旗舰店' }))[0]).toMatchObject({
    lastSync: first,
  });
  await bring(asked([line(code)]));
  const rows = await listed<{ lastSync: string }>(relations.table.path, {
    outer: code,
    shop: '旗舰店',
  });
  expect(Date.parse(rows[0]?.lastSync ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
});

test('external orders outside the user’s scope or customers are reported missing', async () => {
  const { code } = await matched();
  const order = asked([line(code)]);
  const { order: made } = await bring(order);
  const id = made?.id ?? '';
  const own = await asRole(shop, 'own-orders', { pages: PAGES, scope: 'own' });
  await shop.set({ customer_grants: true });
  const few = await asRole(shop, 'few-customers', { pages: PAGES });
  const { rows } = await server.arrange(shop.company, (tx) =>
    sql<{ name: string; id: string }>`
      select login_name as name, id from app_user where tenant_id = ${shop.company.tenantId}`.execute(
      tx,
    ),
  );
  const grant = (name: string, more: { all: boolean; add?: string[] }) =>
    server.call(setUserGrants, {
      type: 'UserCustomer',
      keyId: rows.find((row) => row.name === name)?.id ?? '',
      ...more,
    });
  await grant('own-orders', { all: true });
  await grant('few-customers', { all: false, add: [shop.otherCustomer] });
  for (const token of [own, few]) {
    expect(await orders({ externalOrder: order.externalOrder }, token)).toEqual([]);
    expect((await server.refusal(externalOrders.infoCall, { id }, token)).key).toBe(
      'record.missing',
    );
    expect((await server.refusal(externalOrders.make, { id }, token)).key).toBe('record.missing');
    expect((await server.refusal(externalOrders.removeBatch, { ids: id }, token)).key).toBe(
      'record.missing',
    );
  }
  // That it is here is told, and no more.
  expect(await bring(order, own)).toEqual({ known: true, order: null });
  expect((await server.refusal(externalOrders.add, asked([line(code)]), few)).key).toBe(
    'externalOrder.customer',
  );
  await shop.set({ customer_grants: false });
});

test('external orders require the right to sales orders, and prices the right to prices', async () => {
  const { code } = await matched();
  const { order } = await bring(asked([line(code)]));
  const id = order?.id ?? '';
  const keeper = await asRole(shop, 'no-sales', { pages: ['/bill/external_order'] });
  const blind = await asRole(shop, 'no-prices', { pages: PAGES, hidden: ['sale'] });
  for (const token of [keeper, blind]) {
    expect((await server.refusal(externalOrders.add, asked([line(code)]), token)).key).toBe(
      'access.denied',
    );
    expect((await server.refusal(externalOrders.make, { id }, token)).key).toBe('access.denied');
  }
  const { lines } = await server.call(externalOrders.infoCall, { id }, blind);
  expect(lines).toMatchObject([{ quantity: '2', price: null, amount: null }]);
  expect((await orders({}, blind)).every(({ amount }) => amount === null)).toBe(true);
});

test('a spreadsheet keeps numbers of orders to the last digit', async () => {
  const bytes = await workbook([
    ['订单号', '外部SKU', '数量', '单价', '下单时间'],
    ['3001826101795802', 'A-1', 2, 19.9, '2026-11-20 09:30'],
    ['3001826101795803', '007', 1, 1000, new Date('2026-11-20T09:30:00Z')],
  ]);
  const { rows } = await server.upload(
    externalOrders.readCells,
    { name: 'orders.xlsx', bytes },
    {},
  );
  expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
    ['订单号', '外部SKU', '数量', '单价', '下单时间'],
    ['3001826101795802', 'A-1', '2', '19.9', '2026-11-20 09:30'],
    ['3001826101795803', '007', '1', '1000', '2026-11-20 09:30:00'],
  ]);
});

test('an external order finds its relations in any spelling of the platform, and is stored once', async () => {
  const { code } = await matched();
  const given = { platform: 'Ｔaobao', shop: 'Ａ店' };
  await server.call(relations.add, { ...given, outerSkuCode: 'K-1' });
  const first = asked([line('Ｋ-1')], { platform: 'TAOBAO', shop: 'A店' });
  const wide = await bring(first);
  expect(wide.order).toMatchObject({ status: 'waiting', unmatched: ['K-1'] });
  expect(await orders({ shop: 'Ａ店' })).toMatchObject([given]);
  const again = { ...first, platform: 'taobao', shop: 'Ａ店' };
  expect(await bring(again)).toMatchObject({ known: true, order: { id: wide.order?.id } });
  const alike = { platform: 'taoBao', shop: 'A店', outerSkuCode: 'Ｋ-1' };
  expect(await server.refusal(relations.add, alike)).toMatchObject({ key: 'relation.taken' });
  const made = await bring(asked([line(code.replace('SKU', 'ＳＫＵ'))]));
  expect(made.order).toMatchObject({ status: 'made', unmatched: [] });
});
