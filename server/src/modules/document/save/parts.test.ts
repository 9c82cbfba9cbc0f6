import { goodsDocuments } from '@tradehouse/contract';
import type { GoodsDocumentInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer } from '../testShop.ts';
import type { Saved, TestProduct } from '../testShop.ts';

// Lots, serials and stock types work in every kind that moves goods, transfers and assembly
// included, and going back leaves nothing behind.

const { server, shop } = await aShopServer();
await shop.set({ update_unit_price: false });

type Line = GoodsDocumentInput['lines'][number];
type Part = NonNullable<Line['allocations']>[number];

/** What lies where: `warehouse lot stock type quantity`, and serials by warehouse. */
async function held({ skuId }: TestProduct): Promise<string[]> {
  return server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', w.name, nullif(b.lot, ''), b.stock_type, trim_scale(b.quantity)::text,
        (select string_agg(n.serial, ',' order by n.serial) from serial_number n
          where n.tenant_id = b.tenant_id and n.sku_id = b.sku_id and n.warehouse_id = b.warehouse_id
            and n.stock_type = b.stock_type)) as text
      from stock_balance b join warehouse w on w.tenant_id = b.tenant_id and w.id = b.warehouse_id
      where b.tenant_id = ${shop.company.tenantId} and b.sku_id = ${skuId} and b.quantity <> 0
      order by 1`.execute(tx);
    return rows.map(({ text }) => text);
  });
}
const of = (
  { barcode }: TestProduct,
  quantity: string,
  allocations: Part[],
  more: object = {},
): Line => ({
  barcode,
  quantity,
  unitPrice: '10',
  allocations,
  ...more,
});
const lot = (quantity: string, name: string, stockType: Part['stockType'] = 'formal'): Part => ({
  quantity,
  lot: name,
  stockType,
});
const named = (...serials: string[]): Part => ({ serials });
const from = ({ id }: Saved, line = 1) => ({ sourceDocumentId: id, sourceLine: line });
const undo = async ({ id }: Saved) => {
  await server.call(goodsDocuments.remove, { id });
};

/** How a document takes goods out of the shelf, or brings some in: one way for each kind. */
const takers = [
  'saleOut',
  'retailOut',
  'otherOut',
  'purchaseBack',
  'transfer',
  'assemble',
  'disassemble',
] as const;
const bringers = ['purchaseIn', 'otherIn', 'assemble', 'disassemble'] as const;

async function documentOf(
  kind: string,
  side: 'in' | 'out',
  product: TestProduct,
  quantity: string,
  parts: Part[],
): Promise<Saved> {
  const line = of(product, quantity, parts);
  if (kind === 'transfer') return shop.goods(kind, [{ ...line, targetWarehouseId: shop.branch }]);
  if (kind !== 'assemble' && kind !== 'disassemble') return shop.goods(kind, [line]);
  const other = await shop.product();
  await shop.goods('purchaseIn', [{ barcode: other.barcode, quantity: '9', unitPrice: '1' }]);
  const makes = (kind === 'assemble') === (side === 'in');
  return shop.goods(kind, [
    { ...line, role: makes ? 'composite' : 'part' },
    { barcode: other.barcode, quantity: '1', unitPrice: '1', role: makes ? 'part' : 'composite' },
  ]);
}

describe('lots and stock types', () => {
  test.each(takers)(
    'are issued as named in %s, and restored when the document is undone',
    async (kind) => {
      const one = await shop.product({ lots: true });
      await shop.goods('purchaseIn', [
        of(one, '9', [lot('4', 'A'), lot('3', 'B'), lot('2', 'B', 'defective')]),
      ]);
      const before = await held(one);
      const paper = await documentOf(kind, 'out', one, '6', [
        lot('3', 'A'),
        lot('1', 'B'),
        lot('2', 'B', 'defective'),
      ]);
      const there =
        kind === 'transfer'
          ? ['Branch A formal 3', 'Branch B defective 2', 'Branch B formal 1']
          : [];
      expect(await held(one)).toEqual([...there, 'Shelf A formal 1', 'Shelf B formal 2']);
      await undo(paper);
      expect(await held(one)).toEqual(before);
    },
  );

  test.each(bringers)(
    'are received as named in %s, and removed when the document is undone',
    async (kind) => {
      const one = await shop.product({ lots: true });
      const paper = await documentOf(kind, 'in', one, '6', [lot('4', 'A'), lot('2', 'A', 'gift')]);
      expect(await held(one)).toEqual(['Shelf A formal 4', 'Shelf A gift 2']);
      await undo(paper);
      expect(await held(one)).toEqual([]);
    },
  );

  test.each([
    ['saleBack', 'saleOut'],
    ['retailBack', 'retailOut'],
    ['purchaseBack', 'purchaseIn'],
  ] as const)(
    '%s returns the goods moved by %s, and at most the moved quantity of any lot',
    async (back, first) => {
      const one = await shop.product({ lots: true });
      const receipt = await shop.goods(
        'purchaseIn',
        [of(one, '5', [lot('3', 'A'), lot('2', 'B')])],
        {
          status: '1',
        },
      );
      const origin =
        first === 'purchaseIn'
          ? receipt
          : await shop.goods(first, [of(one, '3', [lot('2', 'A'), lot('1', 'B')])], {
              status: '1',
            });
      const most = first === 'purchaseIn' ? ['4', 'A'] : ['3', 'A'];
      const over = shop.input(back, [
        of(one, most[0] ?? '', [lot(most[0] ?? '', 'A')], from(origin)),
      ]);
      expect((await server.refusal(goodsDocuments.add, over)).key).toBe('document.overReturn');
      const paper = await shop.goods(back, [of(one, '1', [lot('1', 'B')], from(origin))]);
      expect(await held(one)).toEqual(
        first === 'purchaseIn'
          ? ['Shelf A formal 3', 'Shelf B formal 1']
          : ['Shelf A formal 1', 'Shelf B formal 2'],
      );
      await undo(paper);
    },
  );

  test.each(takers)('are not taken by %s from a wrong lot or a wrong stock type', async (kind) => {
    const one = await shop.product({ lots: true });
    await shop.goods('purchaseIn', [of(one, '5', [lot('3', 'A'), lot('2', 'A', 'defective')])]);
    for (const parts of [[lot('4', 'A')], [lot('4', 'X')]]) {
      await expect(documentOf(kind, 'out', one, '4', parts)).rejects.toMatchObject({
        refusal: { key: 'stock.shortage' },
      });
    }
  });
});

describe('serials', () => {
  test.each(takers)(
    'are issued once each by %s, and restored when the document is undone',
    async (kind) => {
      const one = await shop.product({ serials: true });
      await shop.goods('purchaseIn', [of(one, '3', [named('a', 'b', 'c')])]);
      const paper = await documentOf(kind, 'out', one, '2', [named('a', 'c')]);
      expect(await held(one)).toEqual([
        ...(kind === 'transfer' ? ['Branch formal 2 a,c'] : []),
        'Shelf formal 1 b',
      ]);
      await expect(documentOf(kind, 'out', one, '1', [named('a')])).rejects.toMatchObject({
        refusal: { key: 'serial.notInStock' },
      });
      await undo(paper);
      expect(await held(one)).toEqual(['Shelf formal 3 a,b,c']);
    },
  );

  test.each(bringers)(
    'are received once each by %s, and removed when the document is undone',
    async (kind) => {
      const one = await shop.product({ serials: true });
      const paper = await documentOf(kind, 'in', one, '2', [named('a', 'b')]);
      await expect(documentOf(kind, 'in', one, '1', [named('b')])).rejects.toMatchObject({
        refusal: { key: 'serial.inStock' },
      });
      await undo(paper);
      expect(await held(one)).toEqual([]);
    },
  );

  test('can be assembled, transferred, sold, returned and disassembled in sequence', async () => {
    const [whole, part] = [
      await shop.product({ serials: true }),
      await shop.product({ serials: true }),
    ];
    await shop.goods('purchaseIn', [of(part, '2', [named('p1', 'p2')])]);
    const made = (kind: string) =>
      shop.goods(kind, [
        of(whole, '1', [named('w1')], {
          role: 'composite',
          warehouseId: kind === 'assemble' ? shop.main : shop.branch,
        }),
        of(part, '2', [named('p1', 'p2')], { role: 'part' }),
      ]);
    await made('assemble');
    expect([await held(whole), await held(part)]).toEqual([['Shelf formal 1 w1'], []]);
    await shop.goods('transfer', [
      of(whole, '1', [named('w1')], { targetWarehouseId: shop.branch }),
    ]);
    const sale = await shop.goods(
      'saleOut',
      [of(whole, '1', [named('w1')], { warehouseId: shop.branch })],
      { status: '1' },
    );
    expect(await held(whole)).toEqual([]);
    await shop.goods('saleBack', [
      of(whole, '1', [named('w1')], { warehouseId: shop.branch, ...from(sale) }),
    ]);
    await made('disassemble');
    expect([await held(whole), await held(part)]).toEqual([[], ['Shelf formal 2 p1,p2']]);
  });
});

// Parts of a line add up to the quantity of the line, for every kind (S6).
describe('allocations of a document that moves no goods', () => {
  test.each([
    ['parts that are too few', {}, [{ quantity: '3', lot: '' }], 'allocation.quantity'],
    ['a lot of goods without lots', {}, [{ lot: 'X' }], 'lot.notManaged'],
    ['serials of goods without serials', {}, [{ serials: ['a'] }], 'serial.notManaged'],
    ['another number of serials', { serials: true }, [{ serials: ['a'] }], 'serial.count'],
    ['nothing named of lots', { lots: true }, [], null],
    ['nothing named of serials', { serials: true }, [], null],
    ['a lot', { lots: true }, [{ lot: 'X' }], null],
  ] as const)(
    'may be incomplete, but must match the product: %s',
    async (_what, managed, allocations, key) => {
      const one = await shop.product(managed);
      const input = shop.input('purchaseOrder', [of(one, '10', [...allocations] as Part[])]);
      if (key === null) await server.call(goodsDocuments.add, input);
      else
        expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
          key,
          data: { field: 'allocations', line: 1 },
        });
      expect(await shop.broken()).toEqual([]);
    },
  );
});

describe('the expiry of a lot', () => {
  const shelfLife = async (days: number): Promise<TestProduct> => {
    const one = await shop.product({ lots: true });
    await server.arrange(shop.company, async (tx) => {
      await sql`update product set shelf_life_days = ${days} where tenant_id = ${shop.company.tenantId}
        and id = (select product_id from sku where tenant_id = ${shop.company.tenantId} and id = ${one.skuId})`.execute(
        tx,
      );
    });
    return one;
  };
  const expiryIn = async (saved: Saved) =>
    (await server.call(goodsDocuments.info, { id: saved.id })).lines[0]?.allocations.map(
      ({ expiry }) => expiry,
    );
  const received = (one: TestProduct, part: Part) =>
    shop.goods('purchaseIn', [of(one, '5', [part])], { time: '2026-03-01T04:00:00Z' });

  test('is the typed date, else the receipt date plus shelf life; a known lot keeps its date', async () => {
    const one = await shelfLife(30);
    expect(await expiryIn(await received(one, { lot: 'A' }))).toEqual(['2026-03-31']);
    expect(await expiryIn(await received(one, { lot: 'B', expiry: '2026-09-09' }))).toEqual([
      '2026-09-09',
    ]);
    expect(await expiryIn(await received(one, { lot: 'B' }))).toEqual(['2026-09-09']);
    expect(await expiryIn(await shop.goods('saleOut', [of(one, '1', [lot('1', 'B')])]))).toEqual([
      '2026-09-09',
    ]);
    const other = shop.input('purchaseIn', [of(one, '1', [{ lot: 'B', expiry: '2026-09-10' }])]);
    expect(await server.refusal(goodsDocuments.add, other)).toMatchObject({
      key: 'lot.otherExpiry',
      data: { lot: 'B', expiry: '2026-09-09', line: 1 },
    });
  });

  test('typed for a part of a new lot applies to all parts of the lot', async () => {
    const one = await shelfLife(30);
    const typed = { quantity: '2', lot: 'A', expiry: '2026-05-05' };
    const paper = await shop.goods('purchaseIn', [
      of(one, '5', [{ quantity: '3', lot: 'A', stockType: 'defective' }, typed]),
      of(one, '1', [{ lot: 'A' }]),
    ]);
    const { lines } = await server.call(goodsDocuments.info, { id: paper.id });
    expect(lines.flatMap(({ allocations }) => allocations.map(({ expiry }) => expiry))).toEqual([
      '2026-05-05',
      '2026-05-05',
      '2026-05-05',
    ]);
  });

  test('stays empty without a typed date and without a shelf life', async () => {
    const one = await shop.product({ lots: true });
    expect(await expiryIn(await received(one, { lot: 'A' }))).toEqual([null]);
  });
});

test('a gift may go below the minimum price, nothing else may', async () => {
  const one = await shop.product({ minimum: '15' });
  await shop.goods('purchaseIn', [
    of(one, '9', [{ quantity: '5' }, { quantity: '4', stockType: 'gift' }]),
  ]);
  const sold = (stockType: 'formal' | 'gift') =>
    shop.input('saleOut', [of(one, '1', [{ stockType }], { unitPrice: '0' })]);
  expect((await server.refusal(goodsDocuments.add, sold('formal'))).key).toBe(
    'document.belowMinimum',
  );
  await server.call(goodsDocuments.add, sold('gift'));
  expect(await held(one)).toEqual(['Shelf formal 5', 'Shelf gift 3']);
});

test('every invariant of the books holds after all movements of lots, stock types and serials', async () => {
  expect(await shop.broken()).toEqual([]);
});
