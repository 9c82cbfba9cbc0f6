import {
  documentTables,
  documentToConvert,
  dropTally,
  finishTally,
  goodsDocuments,
  keepTally,
  storedFile,
  tallyOf,
  uploadFile,
} from '@tradehouse/contract';
import type { TallyPart } from '@tradehouse/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../testShop.ts';
import type { Saved, Shop, TestProduct } from '../testShop.ts';
import { aTally, tallyPart } from '../testTally.ts';

// Goods received for a purchase order are sorted into formal, defective and gift.

const { server, shop } = await aShopServer();

const tally = ({ id }: Saved, parts: TallyPart[], more = {}) =>
  aTally(id, shop.branch, parts, more);
const order = (lines: Parameters<Shop['goods']>[1]): Promise<Saved> =>
  shop.goods('purchaseOrder', lines, { status: '1' });
const receipt = (id: string) => server.call(goodsDocuments.info, { id });
const graded = async ({ skuId }: TestProduct) =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ held: string }>`
      select stock_type || ' ' || trim_scale(sum(quantity)) as held from stock_balance
      where tenant_id = ${shop.company.tenantId} and sku_id = ${skuId} and quantity <> 0
      group by stock_type order by stock_type`.execute(tx);
    return rows.map(({ held }) => held);
  });

test('a finished tally becomes a graded receipt at the order’s prices', async () => {
  const one = await shop.product();
  const ordered = await order([lineOf(one, '10', '3')]);
  const finished = await server.call(
    finishTally,
    tally(ordered, [tallyPart(1, { arrived: '11', formal: '8', defective: '2', gift: '1' })], {
      carrier: 'By cart',
      tracking: 'T-1',
      time: '2026-01-02T03:04:05.000Z',
    }),
  );
  const made = await receipt(finished.id);
  expect(made).toMatchObject({
    kind: 'purchaseIn',
    status: '0',
    payable: '30',
    paidNow: '0',
    externalTracking: 'T-1',
    remark: 'By cart',
    sources: [{ id: ordered.id }],
  });
  expect(new Date(made.time).toISOString()).toBe('2026-01-02T03:04:05.000Z');
  expect(
    made.lines.map(({ quantity, unitPrice, warehouseId, sourceLine, allocations }) => [
      quantity,
      unitPrice,
      warehouseId,
      sourceLine,
      allocations.map((one) => `${one.quantity} ${one.stockType}`),
    ]),
  ).toEqual([
    ['10', '3', shop.branch, 1, ['8 formal', '2 defective']],
    ['1', '0', shop.branch, null, ['1 gift']],
  ]);
  await server.call(goodsDocuments.setStatus, { ids: finished.id, status: '1' });
  expect(await graded(one)).toEqual(['defective 2', 'formal 8', 'gift 1']);
  expect(await server.call(goodsDocuments.info, { id: ordered.id })).toMatchObject({ status: '2' });
  expect(await shop.broken()).toEqual([]);
});

test('a tally receives lots and serials, and counts boxes in pieces', async () => {
  const milk = await shop.product({ lots: true });
  const phone = await shop.product({ serials: true });
  const ordered = await order([
    lineOf({ ...milk, barcode: milk.box }, '2', '120'),
    lineOf(phone, '2', '500'),
  ]);
  const { lines } = await server.call(tallyOf, { id: ordered.id });
  expect(lines.map(({ barcode, unit, ordered: wanted }) => [barcode, unit, wanted])).toEqual([
    [milk.barcode, 'piece', '24'],
    [phone.barcode, 'piece', '2'],
  ]);
  const { id } = await server.call(
    finishTally,
    tally(ordered, [
      tallyPart(1, { formal: '12', lot: 'A', expiry: '2030-01-01' }),
      tallyPart(1, { arrived: '5', formal: '4', defective: '1', lot: 'B', reason: 'wet' }),
      tallyPart(2, {
        arrived: '2',
        formal: '1',
        defective: '1',
        serials: { formal: ['P1'], defective: ['P2'], gift: [] },
      }),
    ]),
  );
  const made = await receipt(id);
  // 17 pieces are no whole boxes: they are counted and priced by the piece.
  expect(
    made.lines.map(({ barcode, quantity, unitPrice, allocations, remark }) => [
      barcode,
      quantity,
      unitPrice,
      allocations.map((one) => [one.quantity, one.lot, one.stockType, ...one.serials].join(' ')),
      remark,
    ]),
  ).toEqual([
    [milk.barcode, '17', '10', ['12 A formal', '4 B formal', '1 B defective'], 'wet'],
    [phone.barcode, '2', '500', ['1  formal P1', '1  defective P2'], ''],
  ]);
  expect(await shop.broken()).toEqual([]);
});

test('a tally draft is kept, reopened by colleagues, and gone when finished or discarded', async () => {
  const one = await shop.product();
  const ordered = await order([lineOf(one, '10')]);
  expect(await server.call(tallyOf, { id: ordered.id })).toMatchObject({ version: 0, draft: null });
  const half = tally(ordered, [tallyPart(1, { arrived: '4', formal: '1' })], {
    remark: 'go on later',
  });
  expect(await server.call(keepTally, half)).toEqual({ version: 1 });
  const { id, version, ...content } = half;
  expect(await server.call(tallyOf, { id })).toMatchObject({ version: 1, draft: content });
  // The one who read it before does not write over it.
  expect(await server.refusal(keepTally, { ...half, version })).toMatchObject({
    message: expect.stringMatching(/changed/i),
  });
  expect(await server.refusal(finishTally, { ...half, version: 0 })).toBeDefined();
  await server.call(finishTally, tally(ordered, [tallyPart(1, { formal: '10' })], { version: 1 }));
  expect(await server.call(tallyOf, { id })).toMatchObject({ version: 0, draft: null });

  const other = await order([lineOf(one, '10')]);
  await server.call(keepTally, tally(other, []));
  expect(await server.call(dropTally, { id: other.id })).toEqual({ changed: 1 });
  expect(await server.call(dropTally, { id: other.id })).toEqual({ changed: 0 });
});

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer();
/** Brought, and named as a record names it. */
const bring = async (bytes: Uint8Array, name = 'torn.png', token?: string) => {
  const file = await server.upload(uploadFile, { name, bytes }, { biz: 'bill' }, token);
  return { id: file.id, name: file.name };
};
const sees = async ({ id }: { readonly id: string }, token?: string) =>
  (await server.request('GET', storedFile.path, { id }, token)).statusCode;

test('photos of a tally draft are visible with the order, and are attached to the receipt', async () => {
  const one = await shop.product();
  const ordered = await order([lineOf(one, '10')]);
  await server.addUser({ loginName: 'second', role: 'manager' });
  await server.addUser({ loginName: 'seller', role: 'salesperson' });
  const second = await server.signIn('second');
  const seller = await server.signIn('seller');
  const [torn, wet] = [await bring(await picture()), await bring(await picture(), 'wet.png')];
  expect(await sees(torn, second)).toBe(404);
  await server.call(keepTally, tally(ordered, [], { photos: [torn, wet] }));
  expect((await server.call(tallyOf, { id: ordered.id })).draft?.photos).toEqual([torn, wet]);
  // Anyone who may not open the order doesn't see them, nor hangs them on something else.
  expect([await sees(torn, second), await sees(torn, seller)]).toEqual([200, 404]);
  const other = await order([lineOf(one, '10')]);
  expect(await server.refusal(keepTally, tally(other, [], { photos: [torn] }))).toMatchObject({
    data: { key: 'file.missing', field: 'photos' },
  });
  // Another goes on: one photo is left out, one comes, and what is refused changes nothing.
  const more = await bring(await picture(), 'more.png', second);
  const parts = [tallyPart(1, { formal: '9' })];
  const given = tally(ordered, parts, { version: 1, photos: [torn, more] });
  expect(await server.refusal(finishTally, given, second)).toMatchObject({
    data: { key: 'tally.reason' },
  });
  expect(await sees(wet)).toBe(200);
  const explained = { ...given, parts: [tallyPart(1, { formal: '9', reason: 'torn' })] };
  const { id } = await server.call(finishTally, explained, second);
  expect((await receipt(id)).attachments).toEqual([torn, more]);
  expect([await sees(torn), await sees(more), await sees(wet)]).toEqual([200, 200, 404]);
  expect(await sees(torn, seller)).toBe(404);
});

test('discarding a tally draft deletes the photos; a PDF instead of a photo is refused', async () => {
  const ordered = await order([lineOf(await shop.product(), '10')]);
  const photo = await bring(await picture());
  await server.call(keepTally, tally(ordered, [], { photos: [photo] }));
  await server.call(dropTally, { id: ordered.id });
  expect(await sees(photo)).toBe(404);
  const paper = await bring(Buffer.from('%PDF-1.7'), 'note.pdf');
  expect(await server.refusal(keepTally, tally(ordered, [], { photos: [paper] }))).toMatchObject({
    data: { key: 'file.missing' },
  });
});

test.each([
  ['the parts don’t make up what arrived', { arrived: '10', formal: '9' }, 'tally.split'],
  ['a difference without its reason', { formal: '9' }, 'tally.reason'],
  ['nothing came', {}, 'tally.nothing'],
  ['more than was ordered', { formal: '11', reason: 'sent too many' }, 'document.overLinked'],
])('finishing a tally is refused: %s', async (_, counts, key) => {
  const one = await shop.product();
  const ordered = await order([lineOf(one, '10')]);
  const given = tally(ordered, [tallyPart(1, counts)]);
  const refused = await server.refusal(finishTally, given);
  expect(refused).toMatchObject({ data: { key } });
});

test('more than the ordered quantity arrives where the switch allows surplus', async () => {
  const one = await shop.product();
  const ordered = await order([lineOf(one, '10')]);
  await shop.set({ over_link: true });
  try {
    const given = tally(ordered, [tallyPart(1, { formal: '11', reason: 'sent too many' })]);
    const { id } = await server.call(finishTally, given);
    expect((await receipt(id)).totalQuantity).toBe('11');
  } finally {
    await shop.set({ over_link: false });
  }
});

test('a tally is refused for a draft order and for a sales order', async () => {
  const one = await shop.product();
  const draft = await shop.goods('purchaseOrder', [lineOf(one, '10')]);
  expect(await server.refusal(keepTally, tally(draft, []))).toBeDefined();
  const sale = await shop.goods('saleOrder', [lineOf(one, '1')], { status: '1' });
  expect(await server.refusal(keepTally, tally(sale, []))).toBeDefined();
  expect(await server.refusal(tallyOf, { id: sale.id })).toBeDefined();
});

test('a sales order shows the stage of its sorted goods', async () => {
  await shop.set({ purchase_by_sale: true });
  const one = await shop.product();
  const sale = await shop.goods('saleOrder', [lineOf(one, '10')], { status: '1' });
  const { lines } = await server.call(documentToConvert, { ids: sale.id, kind: 'purchaseOrder' });
  const bought = await order([
    lineOf(one, '10', '3', { sourceDocumentId: sale.id, sourceLine: lines[0]?.line }),
  ]);
  const { path } = documentTables.saleOrder;
  const search = JSON.stringify({ kind: 'saleOrder', number: sale.number });
  const stage = async () => {
    const listed = (await server.request('GET', path, { search })).json().data.rows[0].stage;
    const { life } = await server.call(goodsDocuments.info, { id: sale.id });
    expect(listed).toBe(life?.stage);
    return life?.stage;
  };
  expect(await stage()).toBe('30');
  await server.call(keepTally, tally(bought, []));
  expect(await stage()).toBe('50');
  await server.call(dropTally, { id: bought.id });
  expect(await stage()).toBe('30');
});

test('a tally of a sales order is refused with the reason', async () => {
  const sale = await shop.goods('saleOrder', [lineOf(await shop.product(), '1')], {
    status: '1',
  });
  const refused = { key: 'tally.notTallied', data: { number: sale.number } };
  expect(await server.refusal(tallyOf, { id: sale.id })).toMatchObject(refused);
  expect(await server.refusal(keepTally, tally(sale, []))).toMatchObject(refused);
});

test('a tally draft refuses a missing warehouse and a warehouse of another company', async () => {
  const ordered = await order([lineOf(await shop.product(), '1', '3')]);
  const theirs = await server.arrange(server.stranger, (tx) =>
    tx.selectFrom('warehouse').select('id').executeTakeFirstOrThrow(),
  );
  for (const warehouseId of [theirs.id, '999999999'])
    expect(await server.refusal(keepTally, tally(ordered, [], { warehouseId }))).toMatchObject({
      key: 'record.missing',
      data: { field: 'warehouseId' },
    });
});
