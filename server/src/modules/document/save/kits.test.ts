import {
  barcodesForLine,
  documentToConvert,
  enterCount,
  goodsDocuments,
  productChoices,
  products,
  promotions,
  startCount,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampledRuns } from '../../../testing.ts';
import { aShopServer } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

// Kits: sold as one, with stock of their parts only.

const { server, shop } = await aShopServer();
const { tenantId } = shop.company;

const run = <T>(statement: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  server.arrange(shop.company, async (tx) => (await statement.execute(tx)).rows);
const barcodeIdOf = async (code: string): Promise<string> =>
  (
    await run(
      sql<{ id: string }>`select id from barcode where tenant_id = ${tenantId} and code = ${code}`,
    )
  )[0]?.id ?? '';

interface TestKit extends TestProduct {
  readonly id: string;
  readonly barcodeId: string;
}
type Bill = readonly (readonly [part: string, quantity: string])[];

let nextKit = 760_000;
async function billOf(bill: Bill) {
  return Promise.all(
    bill.map(async ([code, quantity]) => ({ barcodeId: await barcodeIdOf(code), quantity })),
  );
}
async function aKit(bill: Bill): Promise<TestKit> {
  const barcode = String((nextKit += 1));
  const { id } = await server.call(products.add, {
    name: `Kit ${barcode}`,
    unitName: 'set',
    kit: true,
    barcodes: [{ code: barcode, unit: 'set', salePrice: '20', retailPrice: '20' }],
    parts: await billOf(bill),
  });
  const [sku] = await run(
    sql<{
      id: string;
    }>`select id from sku where tenant_id = ${tenantId} and product_id = ${id}`,
  );
  return {
    id,
    barcode,
    box: barcode,
    skuId: sku?.id ?? '',
    barcodeId: await barcodeIdOf(barcode),
  };
}
async function changeBill({ id, barcode, barcodeId }: TestKit, bill: Bill): Promise<void> {
  const { version, name } = await server.call(products.infoCall, { id });
  await server.call(products.update, {
    id,
    version,
    name,
    barcodes: [{ id: barcodeId, code: barcode, unit: 'set' }],
    parts: await billOf(bill),
  });
}
const buy = ({ barcode }: TestProduct, quantity: string, unitPrice: string) =>
  shop.goods('purchaseIn', [{ barcode, quantity, unitPrice }], { status: '1' });
const sell = ({ barcode }: TestProduct, quantity: string, unitPrice = '19.99') =>
  shop.goods('saleOut', [{ barcode, quantity, unitPrice }], { status: '1', paidNow: '0' });

/** Net moves of a document: part, quantity and value that left the warehouse. */
const left = async (documentId: string): Promise<readonly string[]> =>
  (
    await run(sql<{ said: string }>`
      select concat_ws(' ', sku_id,
        trim_scale(sum(case from_place when 'warehouse' then quantity else -quantity end)),
        trim_scale(sum(case from_place when 'warehouse' then value else -value end))) as said
      from stock_move where tenant_id = ${tenantId} and document_id = ${documentId}
      group by sku_id order by sku_id`)
  ).map(({ said }) => said);
const costOfSku = async ({ skuId }: TestProduct): Promise<string> =>
  (
    await run(sql<{ cost: string }>`
      select trim_scale(coalesce(sum(cost), 0))::text as cost from whole_sku_trade
      where tenant_id = ${tenantId} and sku_id = ${skuId} and kind = 'saleOut'`)
  )[0]?.cost ?? '';

let a: TestProduct;
let b: TestProduct;
let kit: TestKit;
beforeEach(async () => {
  [a, b] = [await shop.product(), await shop.product()];
  kit = await aKit([
    [a.barcode, '1'],
    [b.barcode, '2'],
  ]);
});

test('a sold kit costs the sum of the parts, and a partial return brings the cost back', async () => {
  await buy(a, '10', '3.33');
  await buy(b, '20', '1.25');
  const inventory = await shop.purse('inventory');
  const sale = await sell(kit, '3');
  // 3 × 3.33 + 6 × 1.25 = 17.49
  expect(await left(sale.id)).toEqual([`${a.skuId} 3 9.99`, `${b.skuId} 6 7.5`]);
  expect([await shop.stock(a), await shop.stock(b), await shop.stock(kit)]).toEqual([
    '7',
    '14',
    '0',
  ]);
  expect(
    decimal(inventory)
      .minus(await shop.purse('inventory'))
      .toFixed(2),
  ).toBe('17.49');
  expect([await costOfSku(kit), await costOfSku(a)]).toEqual(['17.49', '0']);
  await buy(a, '5', '10');
  const back = await shop.goods(
    'saleBack',
    [
      {
        barcode: kit.barcode,
        quantity: '1',
        unitPrice: '19.99',
        sourceDocumentId: sale.id,
        sourceLine: 1,
      },
    ],
    { status: '1', paidNow: '0' },
  );
  expect(await left(back.id)).toEqual([`${a.skuId} -1 -3.33`, `${b.skuId} -2 -2.5`]);
  expect([await shop.stock(a), await shop.stock(b)]).toEqual(['13', '16']);
  expect(await shop.broken()).toEqual([]);
  for (const { id } of [back, sale]) {
    await server.call(goodsDocuments.setStatus, { ids: id, status: '0' });
    await server.call(goodsDocuments.remove, { id });
  }
  expect([await shop.stock(a), await shop.stock(b)]).toEqual(['15', '20']);
  expect(await costOfSku(kit)).toBe('0');
  expect(await shop.broken()).toEqual([]);
});

test('a stored sale and the return keep the sold parts when the bill changes', async () => {
  await buy(a, '50', '4');
  await buy(b, '50', '2');
  const sale = await shop.goods(
    'saleOut',
    [{ barcode: kit.barcode, quantity: '2', unitPrice: '15' }],
    { paidNow: '0' },
  );
  await changeBill(kit, [[a.barcode, '5']]);
  await server.call(goodsDocuments.update, {
    ...shop.input(
      'saleOut',
      [
        { line: 1, barcode: kit.barcode, quantity: '3', unitPrice: '15' },
        { barcode: kit.barcode, quantity: '1', unitPrice: '15' },
      ],
      { paidNow: '0', status: '1' },
    ),
    id: sale.id,
    version: sale.version,
  });
  // Line 1 keeps 1 and 2 for a kit, line 2 has the new bill.
  expect(await left(sale.id)).toEqual([`${a.skuId} 8 32`, `${b.skuId} 6 12`]);
  const back = await shop.goods(
    'saleBack',
    [1, 2].map((line) => ({
      barcode: kit.barcode,
      quantity: '1',
      unitPrice: '15',
      sourceDocumentId: sale.id,
      sourceLine: line,
    })),
    { status: '1', paidNow: '0' },
  );
  expect(await left(back.id)).toEqual([`${a.skuId} -6 -24`, `${b.skuId} -2 -4`]);
  expect(await shop.broken()).toEqual([]);
});

test('a return without a sale brings back the parts of the bill at average cost', async () => {
  await buy(a, '4', '3');
  await buy(b, '4', '2');
  const back = await shop.goods(
    'retailBack',
    [{ barcode: kit.barcode, quantity: '2', unitPrice: '18' }],
    { status: '1' },
  );
  expect(await left(back.id)).toEqual([`${a.skuId} -2 -6`, `${b.skuId} -4 -8`]);
  expect(await shop.broken()).toEqual([]);
});

test('a till sale of kits moves parts in every unit, and a shortage names line and part', async () => {
  const boxed = await aKit([
    [a.box, '0.5'],
    [a.barcode, '1'],
  ]);
  await buy(a, '20', '1');
  const sale = await shop.goods(
    'retailOut',
    [{ barcode: boxed.barcode, quantity: '2', unitPrice: '30' }],
    { status: '1' },
  );
  expect(await left(sale.id)).toEqual([`${a.skuId} 14 14`]);
  expect(
    await server.refusal(
      goodsDocuments.add,
      shop.input('retailOut', [{ barcode: boxed.barcode, quantity: '1', unitPrice: '30' }]),
    ),
  ).toMatchObject({
    key: 'stock.shortage',
    data: { missing: '1', barcode: boxed.barcode, product: `Product ${a.barcode}`, line: 1 },
  });
  expect(await shop.broken()).toEqual([]);
});

test('an order of kits is delivered in parts, and parts move with the stock type of the line', async () => {
  await buy(a, '9', '1');
  await buy(b, '9', '1');
  const order = await shop.goods(
    'saleOrder',
    [{ barcode: kit.barcode, quantity: '3', unitPrice: '15' }],
    { status: '1', paidNow: '0' },
  );
  const offered = await server.call(documentToConvert, { ids: order.id, kind: 'saleOut' });
  expect(offered.lines).toMatchObject([{ barcode: kit.barcode, remaining: '3' }]);
  const delivery = await shop.goods(
    'saleOut',
    [
      {
        barcode: kit.barcode,
        quantity: '2',
        unitPrice: '15',
        sourceDocumentId: order.id,
        sourceLine: 1,
      },
    ],
    { status: '1', paidNow: '0' },
  );
  expect(await left(delivery.id)).toEqual([`${a.skuId} 2 2`, `${b.skuId} 4 4`]);
  const [line] = (await server.call(goodsDocuments.info, { id: order.id })).lines;
  expect(line).toMatchObject({ linkedQuantity: '2', doneQuantity: '2' });
  expect(
    await server.refusal(
      goodsDocuments.add,
      shop.input('saleOut', [
        {
          barcode: kit.barcode,
          quantity: '1',
          unitPrice: '15',
          allocations: [{ quantity: '1', stockType: 'defective' }],
        },
      ]),
    ),
  ).toMatchObject({ key: 'stock.shortage' });
  expect(await shop.broken()).toEqual([]);
});

test('a promotion reduces the amount of a kit, and the return refunds the reduced amount', async () => {
  await buy(a, '9', '1');
  await buy(b, '9', '1');
  await server.call(promotions.add, {
    name: 'Kits a tenth off',
    promotionKind: 'percent',
    rate: '10',
    goods: [{ barcodeId: kit.barcodeId, quantity: '1' }],
  });
  const sale = await shop.goods(
    'saleOut',
    [{ barcode: kit.barcode, quantity: '2', regularPrice: '20' }],
    { status: '1', paidNow: '0' },
  );
  const [line] = (await server.call(goodsDocuments.info, { id: sale.id })).lines;
  expect(line).toMatchObject({ amount: '36', promotions: 'Kits a tenth off' });
  expect(await left(sale.id)).toEqual([`${a.skuId} 2 2`, `${b.skuId} 4 4`]);
  const offered = await server.call(documentToConvert, { ids: sale.id, kind: 'saleBack' });
  expect(offered.lines).toMatchObject([{ amount: '36' }]);
  expect(await shop.broken()).toEqual([]);
});

describe('refusals', () => {
  test.each([
    'purchaseRequest',
    'purchaseOrder',
    'purchaseIn',
    'otherIn',
    'otherOut',
    'stockCount',
    'stockRecount',
  ])('a kit is refused by line in a document of the kind %s', async (kind) => {
    const lines = [a.barcode, kit.barcode].map((barcode) => ({
      barcode,
      quantity: '1',
      unitPrice: '1',
    }));
    expect(await server.refusal(goodsDocuments.add, shop.input(kind, lines))).toMatchObject({
      key: 'document.kit',
      data: { barcode: kit.barcode, field: 'barcode', line: 2 },
    });
  });

  test('kits are neither transferred nor assembled', async () => {
    const moved = { barcode: kit.barcode, quantity: '1', unitPrice: '0' };
    for (const [kind, lines] of [
      ['transfer', [{ ...moved, targetWarehouseId: shop.branch }]],
      [
        'assemble',
        [
          { ...moved, role: 'composite' as const },
          { ...moved, barcode: a.barcode, role: 'part' as const },
        ],
      ],
    ] as const)
      expect(await server.refusal(goodsDocuments.add, shop.input(kind, [...lines]))).toMatchObject({
        key: 'document.kit',
        data: { field: 'barcode', line: 1 },
      });
  });

  test('a quantity that splits a part beyond six decimals is refused', async () => {
    const fine = await aKit([[a.barcode, '0.000001']]);
    expect(
      await server.refusal(
        goodsDocuments.add,
        shop.input('saleOut', [{ barcode: fine.barcode, quantity: '0.5', unitPrice: '1' }]),
      ),
    ).toMatchObject({ key: 'document.quantity', data: { field: 'quantity', line: 1 } });
  });
});

test('a product with unfit parts becomes no kit, and a used kit stays one', async () => {
  const serial = await shop.product({ serials: true });
  const refusalOf = async (more: object) =>
    server.refusal(products.add, {
      name: `Refused ${(nextKit += 1)}`,
      unitName: 'set',
      kit: true,
      barcodes: [{ code: String((nextKit += 1)), unit: 'set' }],
      ...more,
    });
  expect((await refusalOf({})).key).toBe('product.kitWithoutParts');
  const withParts = async (...bill: Bill) => ({ parts: await billOf(bill) });
  for (const part of [serial.barcode, kit.barcode])
    expect(await refusalOf(await withParts([a.barcode, '1'], [part, '1']))).toMatchObject({
      key: 'product.kitPart',
      data: { barcode: part, field: 'parts', line: 2 },
    });
  const simple = await withParts([a.barcode, '1']);
  expect((await refusalOf({ ...simple, lotManaged: true })).key).toBe('product.kitManaged');
  expect(
    (await refusalOf({ ...simple, stock: [{ warehouseId: shop.main, openingStock: '1' }] })).key,
  ).toBe('product.kitStock');
  expect(
    await server.refusal(products.add, {
      name: 'Whole of a kit',
      unitName: 'set',
      barcodes: [{ code: String((nextKit += 1)), unit: 'set' }],
      ...(await withParts([kit.barcode, '1'])),
    }),
  ).toMatchObject({ key: 'product.kitPart', data: { barcode: kit.barcode } });

  await buy(a, '2', '1');
  await buy(b, '2', '1');
  await sell(kit, '1');
  const change = async (id: string, more: object) => {
    const { version, name, barcodes } = await server.call(products.infoCall, { id });
    const kept = barcodes.map(({ id: row, code, unit }) => ({ id: row, code, unit }));
    return server.refusal(products.update, { id, version, name, barcodes: kept, ...more });
  };
  expect(await change(kit.id, { kit: false })).toMatchObject({ key: 'product.used' });
});

test('stock of a kit is what the scarcest part allows in each warehouse', async () => {
  await buy(a, '3', '1');
  await buy(b, '9', '1');
  await shop.goods(
    'purchaseIn',
    [{ barcode: a.barcode, quantity: '5', unitPrice: '1', warehouseId: shop.branch }],
    { status: '1' },
  );
  const stockOf = async (depotId?: string) => {
    const [found] = await server.call(barcodesForLine, {
      barCode: kit.barcode,
      kind: 'saleOut',
      ...(depotId === undefined ? {} : { depotId }),
    });
    return found?.stock;
  };
  expect([await stockOf(shop.main), await stockOf(shop.branch), await stockOf()]).toEqual([
    '3',
    '0',
    '3',
  ]);
  const { rows } = await server.call(productChoices, { q: kit.barcode });
  expect(rows).toMatchObject([{ barcode: kit.barcode, stock: '3' }]);
  const search = JSON.stringify({ keyword: kit.barcode });
  const listed = await server.request('GET', products.table.path, { search });
  expect(listed.json<{ data: { rows: unknown[] } }>().data.rows).toMatchObject([
    { barcode: kit.barcode, stock: '3' },
  ]);
});

test('a stock count refuses a kit when the kit is entered', async () => {
  const { id } = await server.call(startCount, { warehouseId: shop.main });
  const entries = [{ code: a.barcode }, { code: kit.barcode, quantity: '1' }];
  expect(await server.refusal(enterCount, { id, entries })).toMatchObject({
    key: 'document.kit',
    data: { barcode: kit.barcode, field: 'entries', line: 2 },
  });
});

// ------------------------------------------------------------------------------------------ histories

type Step =
  | { readonly act: 'buy'; readonly part: 0 | 1; readonly quantity: number; readonly price: number }
  | { readonly act: 'sell'; readonly quantity: number }
  | { readonly act: 'edit'; readonly at: number; readonly quantity: number }
  | { readonly act: 'back'; readonly at: number }
  | { readonly act: 'void'; readonly at: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constant('buy' as const),
      part: fc.constantFrom(0 as const, 1 as const),
      quantity: fc.integer({ min: 1, max: 30 }),
      price: fc.integer({ min: 1, max: 999 }),
    }),
    fc.record({ act: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 6 }) }),
    fc.record({
      act: fc.constant('edit' as const),
      at: fc.nat(5),
      quantity: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({ act: fc.constant('back' as const), at: fc.nat(5) }),
    fc.record({ act: fc.constant('void' as const), at: fc.nat(5) }),
  ),
  { minLength: 6, maxLength: 12 },
);

interface Sold {
  readonly id: string;
  version: number;
  quantity: number;
  open: boolean;
}

/** One of two shops in one: sells kits, or the parts of the same kits line by line. */
class Seller {
  readonly sold: Sold[] = [];
  readonly parts: readonly [TestProduct, TestProduct];
  private readonly kit: TestKit | null;

  constructor(parts: readonly [TestProduct, TestProduct], kitOfParts: TestKit | null) {
    this.parts = parts;
    this.kit = kitOfParts;
  }

  async take(step: Step): Promise<void> {
    if (step.act === 'buy') {
      const [price, part] = [
        toPlainDecimal(decimal(step.price).dividedBy(100)),
        this.parts[step.part],
      ];
      await buy(part, String(step.quantity), price);
      return;
    }
    if (step.act === 'sell') {
      const { id, version } = await shop.goods('saleOut', this.lines(step.quantity), {
        paidNow: '0',
      });
      this.sold.push({ id, version, quantity: step.quantity, open: true });
      return;
    }
    const sale = this.sold.filter(({ open }) => open)[step.at];
    if (sale === undefined) return;
    if (step.act === 'void') {
      await server.call(goodsDocuments.remove, { id: sale.id });
      sale.open = false;
    } else if (step.act === 'edit') {
      const lines = this.lines(step.quantity).map((line, at) => ({ line: at + 1, ...line }));
      const { version } = await server.call(goodsDocuments.update, {
        ...shop.input('saleOut', lines, { paidNow: '0' }),
        id: sale.id,
        version: sale.version,
      });
      Object.assign(sale, { version, quantity: step.quantity });
    } else {
      await server.call(goodsDocuments.setStatus, { ids: sale.id, status: '1' });
      sale.open = false;
      const lines = this.lines(1).map((line, at) => ({
        ...line,
        sourceDocumentId: sale.id,
        sourceLine: at + 1,
      }));
      await shop.goods('saleBack', lines, { paidNow: '0' });
    }
  }

  /** Quantity and value of each part, company-wide. */
  async books(): Promise<readonly string[]> {
    const rows = await run(sql<{ said: string }>`
      select concat_ws(' ', trim_scale(quantity), trim_scale(value)) as said from sku_cost
      where tenant_id = ${tenantId} and sku_id = any(${this.parts.map(({ skuId }) => skuId)}::bigint[])
      order by sku_id`);
    return rows.map(({ said }) => said);
  }

  private lines(kits: number) {
    const line = (barcode: string, quantity: number) => ({
      barcode,
      quantity: String(quantity),
      unitPrice: '10',
    });
    return this.kit === null
      ? [line(this.parts[0].barcode, kits), line(this.parts[1].barcode, kits * 2)]
      : [line(this.kit.barcode, kits)];
  }
}

test('histories with kits leave the stock and the value of histories with the parts themselves', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const pair = async () => [await shop.product(), await shop.product()] as const;
      const own = await pair();
      const packed = await aKit([
        [own[0].barcode, '1'],
        [own[1].barcode, '2'],
      ]);
      const sellers = [new Seller(own, packed), new Seller(await pair(), null)];
      for (const step of history) {
        const outcomes = [];
        for (const seller of sellers)
          outcomes.push(
            await seller.take(step).then(
              () => 'done',
              (error: Error) => error.name,
            ),
          );
        expect(outcomes[0]).toBe(outcomes[1]);
      }
      expect(await sellers[0]?.books()).toEqual(await sellers[1]?.books());
      expect(await shop.broken()).toEqual([]);
    }),
    { numRuns: sampledRuns(3, 8) },
  );
});
