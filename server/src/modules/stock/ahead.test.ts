import {
  formalTable,
  markDefective,
  storedFile,
  uploadFile,
  costLedgerTable,
  goodsDocuments,
  goodsToGrade,
  gradeDocument,
  gradeGoods,
  gradingTable,
  previewBackdated,
  stockLedgerTable,
  stockOnHandTable,
  undoGrading,
  ungradedSerials,
  ungradedTable,
} from '@tradehouse/contract';
import type { Page, RowOf, TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTenant } from '../../kernel/tx/index.ts';
import { aShopServer } from '../document/testShop.ts';
import type { TestProduct } from '../document/testShop.ts';
import { MOVED, rollUpPostings } from '../posting/index.ts';
import { stockHandlers, processDueStockEvents } from './index.ts';

const { server, shop } = await aShopServer();

/** The smallest picture there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const DAY = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const dayOf = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() - days * DAY);
const line = ({ barcode }: TestProduct, quantity: string, more: object = {}) => ({
  barcode,
  quantity,
  unitPrice: '10',
  ...more,
});
async function rows<T extends TableDeclaration>(
  table: T,
  search: object,
): Promise<readonly RowOf<T>[]> {
  const reply = await server.request('GET', table.path, { search, pageSize: 200 });
  return reply.json<{ data: Page<RowOf<T>> }>().data.rows;
}

// Back-dating changes the books by business date and posts no other document again. No day may fall below
// zero (S2).
describe('a back-dated document', () => {
  const arrange = async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')], { time: ago(20) });
    await shop.goods('saleOut', [line(one, '7')], { time: ago(10) });
    await shop.goods('purchaseIn', [line(one, '5')], { time: ago(5) });
    return one;
  };
  const look = (one: TestProduct, quantity: string, days: number, kind = 'saleOut') =>
    server.call(previewBackdated, shop.input(kind, [line(one, quantity)], { time: ago(days) }));

  test('is previewed with the number of later documents and the lowest stock after its date', async () => {
    const one = await arrange();
    expect(await look(one, '2', 15)).toMatchObject({
      past: true,
      laterDocuments: 2,
      refusal: null,
      lowest: [{ barcode: one.barcode, day: dayOf(10), before: '3', after: '1' }],
    });
  });

  test('is previewed with the day of a shortage, and is refused', async () => {
    const one = await arrange();
    const told = await look(one, '5', 15);
    expect(told).toMatchObject({
      laterDocuments: 2,
      lowest: [{ barcode: one.barcode, day: dayOf(10), after: '-2' }],
    });
    expect(told.refusal).toContain('2');
    await expect(shop.goods('saleOut', [line(one, '5')], { time: ago(15) })).rejects.toThrow(
      'stock.shortageLater',
    );
  });

  test('is previewed without being stored; an edit is previewed with stock before and after', async () => {
    const one = await arrange();
    const before = await shop.stock(one);
    await look(one, '2', 15);
    expect(await shop.stock(one)).toBe(before);
    const { id } = await shop.goods('saleOut', [line(one, '2')], { time: ago(15) });
    const told = await server.call(previewBackdated, {
      ...shop.input('saleOut', [line(one, '3')], { time: ago(15) }),
      id,
      version: 1,
    });
    expect(told.lowest).toMatchObject([{ before: '1', after: '0' }]);
    expect(await shop.broken()).toEqual([]);
  });

  test('of incoming goods takes nothing from later days, and today has no later days', async () => {
    const one = await arrange();
    expect(await look(one, '4', 15, 'purchaseIn')).toMatchObject({ lowest: [], refusal: null });
    const today = await server.call(previewBackdated, shop.input('saleOut', [line(one, '1')]));
    expect(today).toMatchObject({ past: false, laterDocuments: 0, lowest: [], refusal: null });
  });

  // V1–V5: a back-dated receipt changes no cost that was booked.
  test('leaves the cost of sales entered before unchanged', async () => {
    const one = await arrange();
    const costs = async () => {
      const moves = await rows(stockLedgerTable, {
        materialId: await productOf(one),
        dates: [null, null],
      });
      return moves.filter(({ kind }) => kind === 'saleOut').map(({ cost }) => cost);
    };
    const before = await costs();
    await shop.goods('purchaseIn', [line(one, '10', { unitPrice: '30' })], { time: ago(18) });
    expect(await costs()).toEqual(before);
    expect(await shop.broken()).toEqual([]);
  });
});

// At the end of every business day, unit costs are not negative, and quantity 0 has value 0 (V3, V5).
describe('daily stock value after back-dating', () => {
  /** Quantity and value at the end of days, by the report of stock on hand and by what explains it. */
  const worth = async (one: TestProduct, days: readonly number[]) => {
    const productId = await productOf(one);
    const moves = await rows(costLedgerTable, { materialId: productId });
    const told: string[] = [];
    for (const day of days) {
      const [held] = (await rows(stockOnHandTable, { date: dayOf(day), zeroStock: true })).filter(
        ({ id }) => id === productId,
      );
      const last = moves.find(({ date }) => String(date) <= dayOf(day));
      expect([last?.after, last?.valueAfter]).toEqual([held?.stock, held?.stockValue]);
      // From a day on it says the same of each move, however much there was before.
      const since = await rows(costLedgerTable, {
        materialId: productId,
        dates: [dayOf(day), null],
      });
      const [rest, before] = [true, false].map((from) =>
        moves.filter(({ date }) => String(date) >= dayOf(day) === from),
      );
      // What was held before stands behind them, where something was.
      const opening = since.filter(({ kind }) => kind === 'opening');
      const left = [before?.[0]].filter((move) => move !== undefined && Number(move.after) !== 0);
      expect(opening.map(({ after, valueAfter }) => [after, valueAfter])).toEqual(
        left.map((move) => [move?.after, move?.valueAfter]),
      );
      expect(
        since.filter(({ kind }) => kind !== 'opening').map((move) => ({ ...move, sequence: 0 })),
      ).toEqual(rest?.map((move) => ({ ...move, sequence: 0 })));
      told.push(`${held?.stock} at ${held?.stockValue}`);
    }
    return told;
  };

  test('a sale takes the average of its day', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')], { time: ago(20) });
    await shop.goods('purchaseIn', [line(one, '10', { unitPrice: '20' })], { time: ago(10) });
    await shop.goods('saleOut', [line(one, '9')], { time: ago(15) });
    expect(await worth(one, [20, 15, 10, 0])).toEqual([
      '10 at 100',
      '1 at 10',
      '11 at 210',
      '11 at 210',
    ]);
    expect(await shop.broken()).toEqual([]);
  });

  test('a sale emptying a later day leaves no value, and its deletion restores every day', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')], { time: ago(20) });
    await shop.goods('purchaseIn', [line(one, '10', { unitPrice: '30' })], { time: ago(16) });
    await shop.goods('saleOut', [line(one, '15')], { time: ago(12) });
    const days = [20, 18, 16, 12, 0];
    const before = await worth(one, days);
    const sale = await shop.goods('saleOut', [line(one, '5')], { time: ago(18) });
    expect(await worth(one, days)).toEqual([
      '10 at 100',
      '5 at 50',
      '15 at 350',
      '0 at 0',
      '0 at 0',
    ]);
    await server.call(goodsDocuments.remove, { id: sale.id });
    expect(await worth(one, days)).toEqual(before);
    expect(await shop.broken()).toEqual([]);
  });

  test('a receipt moved to a later day takes its value along, day by day', async () => {
    const one = await shop.product();
    const receipt = await shop.goods('purchaseIn', [line(one, '10')], { time: ago(20) });
    await shop.goods('purchaseIn', [line(one, '10', { unitPrice: '30' })], { time: ago(16) });
    await shop.goods('saleOut', [line(one, '10')], { time: ago(12) });
    await server.call(goodsDocuments.update, {
      ...shop.input('purchaseIn', [line(one, '10')], { time: ago(8) }),
      id: receipt.id,
      version: receipt.version,
    });
    expect(await worth(one, [20, 16, 12, 8, 0])).toEqual([
      '0 at 0',
      '10 at 300',
      '0 at 0',
      '10 at 100',
      '10 at 100',
    ]);
    expect(await shop.broken()).toEqual([]);
  });

  test('two documents approved together each see the days of both', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')], { time: ago(20) });
    await shop.set({ force_approval: true });
    const late = await shop.goods('purchaseIn', [line(one, '10', { unitPrice: '30' })], {
      time: ago(5),
    });
    const early = await shop.goods('saleOut', [line(one, '4')], { time: ago(9) });
    await server.call(goodsDocuments.setStatus, { ids: `${late.id},${early.id}`, status: '1' });
    await shop.set({ force_approval: false });
    expect(await worth(one, [9, 5])).toEqual(['6 at 60', '16 at 360']);
    expect(await shop.broken()).toEqual([]);
  });
});

async function productOf({ skuId }: TestProduct): Promise<string> {
  const found = await server.arrange(shop.company, (tx) =>
    sql<{ product_id: string }>`select product_id from sku where id = ${skuId}`.execute(tx),
  );
  return found.rows[0]?.product_id ?? '';
}

// Receipts of 10 at 11 and of 20 at 12.5, a sale of 15 and a return of 5 at 12.5 leave 10 worth 117.50.
test('the cost ledger explains stock value by moves with the balance after each', async () => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [line(one, '10', { unitPrice: '11' })]);
  await shop.goods('purchaseIn', [line(one, '20', { unitPrice: '12.5' })]);
  await shop.goods('saleOut', [line(one, '15', { unitPrice: '20' })]);
  await shop.goods('purchaseBack', [line(one, '5', { unitPrice: '12.5' })]);
  const told = await rows(costLedgerTable, { materialId: await productOf(one) });
  expect(
    told.map(({ kind, change, after, valueAfter, cost }) => [
      kind,
      change,
      after,
      valueAfter,
      Number(cost),
    ]),
  ).toEqual([
    ['purchaseBack', '-5', '10', '117.5', 11.75],
    ['saleOut', '-15', '15', '180', 12],
    ['purchaseIn', '20', '30', '360', 12],
    ['purchaseIn', '10', '10', '110', 11],
  ]);
});

// Grading takes at most the available stock of the former type, and changes no value.
describe('grading', () => {
  const ungraded = async (quantity: string, more: object = {}) => {
    const one = await shop.product({ ...more });
    await shop.goods('purchaseIn', [
      line(one, quantity, { allocations: [{ stockType: 'ungraded' }] }),
    ]);
    return one;
  };
  const held = async ({ skuId }: TestProduct) => {
    const found = await server.arrange(shop.company, (tx) =>
      sql<{ stock_type: string; quantity: string }>`
        select stock_type, trim_scale(quantity)::text as quantity from stock_balance
        where sku_id = ${skuId} and quantity <> 0 order by 1`.execute(tx),
    );
    return Object.fromEntries(found.rows.map((row) => [row.stock_type, row.quantity]));
  };
  const at = ({ skuId }: TestProduct) => ({ skuId, warehouseId: shop.main });

  test('assigns stock types to ungraded goods at an unchanged value, and can be reversed', async () => {
    const one = await ungraded('10');
    const worth = await shop.purse('inventory');
    const { id, number } = await server.call(gradeGoods, {
      ...at(one),
      formal: { quantity: '6' },
      defective: { quantity: '3' },
      reason: 'scratched',
    });
    expect(number).toMatch(/^TZ/);
    expect(await held(one)).toEqual({ formal: '6', defective: '3', ungraded: '1' });
    expect(await shop.purse('inventory')).toBe(worth);
    const [waiting] = await rows(ungradedTable, { keyword: one.barcode });
    expect(waiting).toMatchObject({ quantity: '1', days: 0 });
    expect(await rows(gradingTable, { keyword: one.barcode })).toMatchObject([
      { number, formal: '6', defective: '3', gift: '0', remark: 'scratched' },
    ]);
    await shop.goods('saleOut', [line(one, '1')]);
    expect(await server.refusal(undoGrading, { id })).toMatchObject({ key: 'stock.shortage' });
    await server.call(gradeGoods, { ...at(one), gift: { quantity: '1' } });
    expect(await held(one)).toEqual({ formal: '5', defective: '3', gift: '1' });
    expect(await shop.broken()).toEqual([]);
  });

  test('turns formal goods defective, with photos and a lower value if entered, and back again', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10', { unitPrice: '12' })]);
    const [worth, cost] = [await shop.purse('inventory'), await shop.purse('costOfSales')];
    const [listed] = await rows(formalTable, { keyword: one.barcode });
    expect(listed).toMatchObject({ quantity: '10' });
    const picture = { name: 'a.png', bytes: PIXEL };
    const { id: file, name } = await server.upload(uploadFile, picture, { biz: 'bill' });
    const photo = { id: file, name };
    const given = { ...at(one), quantity: '4', reason: 'dropped', photos: [photo] };
    expect(await server.refusal(markDefective, { ...given, quantity: '11' })).toMatchObject({
      key: 'stock.shortage',
    });
    const { id, number } = await server.call(markDefective, { ...given, writeDown: '25' });
    expect(await held(one)).toEqual({ formal: '6', defective: '4' });
    // A quarter of four at 12.
    expect(Number(await shop.purse('inventory'))).toBe(Number(worth) - 12);
    expect(Number(await shop.purse('costOfSales'))).toBe(Number(cost) + 12);
    expect(await rows(gradingTable, { keyword: one.barcode })).toMatchObject([
      {
        number,
        gradedFrom: 'formal',
        defective: '4',
        formal: '0',
        writtenDown: '12',
        remark: 'dropped',
        photoIds: photo.id,
      },
    ]);
    const shown = await server.request('GET', storedFile.path, { id: photo.id });
    expect(shown.statusCode).toBe(200);
    expect(await shop.broken()).toEqual([]);
    await server.call(undoGrading, { id });
    expect(await held(one)).toEqual({ formal: '10' });
    expect(await shop.purse('inventory')).toBe(worth);
    expect(await shop.purse('costOfSales')).toBe(cost);
    expect(await shop.broken()).toEqual([]);
  });

  test('marks single serials defective, and requires cost rights for a write-down', async () => {
    const phone = await shop.product({ serials: true });
    const serials = ['D1', 'D2', 'D3'];
    await shop.goods('purchaseIn', [line(phone, '3', { allocations: [{ serials }] })]);
    expect(await server.call(ungradedSerials, { ...at(phone), formal: true })).toMatchObject({
      serials,
    });
    const given = { ...at(phone), quantity: '1', serials: ['D2'], reason: 'cracked' };
    await server.addUser({ loginName: 'keeper-of-grades', role: 'keeper' });
    const keeper = await server.signIn('keeper-of-grades');
    expect(
      await server.refusal(markDefective, { ...given, writeDown: '10' }, keeper),
    ).toMatchObject({ key: 'access.denied' });
    await server.call(markDefective, given, keeper);
    expect(await held(phone)).toEqual({ formal: '2', defective: '1' });
  });

  const refusals = [
    { parts: { formal: { quantity: '11' } }, key: 'stock.shortage' },
    { parts: { formal: { quantity: '0' } }, key: 'grading.nothing' },
    { parts: {}, key: 'grading.nothing' },
  ];
  for (const { parts, key } of refusals)
    test(`grading of ten, ${JSON.stringify(parts)} is refused: ${key}`, async () => {
      const one = await ungraded('10');
      expect(await server.refusal(gradeGoods, { ...at(one), ...parts })).toMatchObject({ key });
    });

  // Received = formal + defective + gift + missing; missing goods are claimed from the supplier.
  test('of a receipt assigns stock types, and claims missing goods from the supplier', async () => {
    const [tea, phone] = [
      await shop.product({ lots: true }),
      await shop.product({ serials: true }),
    ];
    const lots = [
      { stockType: 'ungraded' as const, lot: 'A', quantity: '12' },
      { stockType: 'gift' as const, lot: 'B', quantity: '12' },
    ];
    const serials = ['k1', 'k2', 'k3'];
    const { id } = await shop.goods(
      'purchaseIn',
      [
        { ...line(tea, '2', { allocations: lots }), barcode: tea.box, unitPrice: '120' },
        line(phone, '3', { allocations: [{ stockType: 'ungraded', serials }] }),
      ],
      { status: '1' },
    );
    const seen = async () => (await server.call(goodsToGrade, { id })).parts;
    expect(await seen()).toMatchObject([
      { line: 1, barcode: tea.barcode, lot: 'A', booked: '12', left: '12', serials: [] },
      { line: 2, barcode: phone.barcode, lot: '', booked: '3', left: '3', serials },
    ]);
    const done = await server.call(gradeDocument, {
      id,
      parts: [
        {
          line: 1,
          lot: 'A',
          formal: { quantity: '8' },
          defective: { quantity: '1' },
          missing: { quantity: '2' },
          reason: 'box torn',
        },
        { line: 2, gift: { quantity: '1', serials: ['k2'] } },
      ],
    });
    expect(done.graded).toBe(2);
    expect(await server.call(goodsDocuments.info, { id: done.claim?.id ?? '' })).toMatchObject({
      kind: 'purchaseBack',
      status: '0',
      sources: [{ id }],
      lines: [{ quantity: '2', unitPrice: '10', remark: 'box torn', sourceLine: 1 }],
    });
    // A draft counts already, unless approval is asked for: one of twelve waits on.
    expect(await held(tea)).toEqual({ formal: '8', defective: '1', gift: '12', ungraded: '1' });
    expect(await seen()).toMatchObject([{ left: '1' }, { left: '2', serials: ['k1', 'k3'] }]);
    expect(await shop.broken()).toEqual([]);
  });

  const wrongly = [
    { part: { formal: { quantity: '11' } }, key: 'stock.shortage' },
    { part: { missing: { quantity: '1' } }, key: 'grading.reason' },
    { part: { reason: 'nothing' }, key: 'grading.nothing' },
  ];
  for (const { part, key } of wrongly)
    test(`grading of a receipt of ten, ${JSON.stringify(part)} is refused: ${key}`, async () => {
      const one = await shop.product();
      const { id } = await shop.goods('purchaseIn', [
        line(one, '10', { allocations: [{ stockType: 'ungraded' }] }),
      ]);
      const given = { id, parts: [{ line: 1, ...part }] };
      expect(await server.refusal(gradeDocument, given)).toMatchObject({ key });
    });

  test('assigns a stock type to each serial number', async () => {
    const one = await shop.product({ serials: true });
    const serials = ['g1', 'g2', 'g3'];
    await shop.goods('purchaseIn', [
      line(one, '3', { allocations: [{ stockType: 'ungraded', serials }] }),
    ]);
    expect((await server.call(ungradedSerials, at(one))).serials).toEqual(serials);
    await server.call(gradeGoods, {
      ...at(one),
      formal: { quantity: '2', serials: ['g1', 'g3'] },
      defective: { quantity: '1', serials: ['g2'] },
    });
    expect(await held(one)).toEqual({ formal: '2', defective: '1' });
    expect(await shop.broken()).toEqual([]);
  });
});

// Stock below its minimum and lots near their expiry cause a single message for each crossing.
describe('warnings', () => {
  const told = async (type: string): Promise<readonly string[]> => {
    const found = await server.arrange(shop.company, (tx) =>
      sql<{
        title: string;
      }>`select title from message where type = ${type} and user_id = ${shop.company.ownerId} order by id`.execute(
        tx,
      ),
    );
    return found.rows.map(({ title }) => title);
  };
  /** Where the last warning of this type leads. */
  const leadsTo = async (type: string): Promise<string | undefined> => {
    const found = await server.arrange(shop.company, (tx) =>
      sql<{ page: string }>`
        select open_page as page from message where type = ${type} and user_id = ${shop.company.ownerId}
        order by id desc limit 1`.execute(tx),
    );
    return found.rows[0]?.page;
  };
  const look = () => {
    const { tenantId } = shop.company;
    return inTenant(server.database.app, tenantId, 'begin', (tx) =>
      processDueStockEvents({ tx, tenantId }),
    );
  };

  test('are sent once when stock falls below its minimum, and again only after a recovery', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')]);
    const { tenantId } = shop.company;
    const productId = await productOf(one);
    await server.arrange(shop.company, (tx) =>
      sql`insert into safety_stock (tenant_id, warehouse_id, product_id, minimum)
        values (${tenantId}, ${shop.main}, ${productId}, 5)`.execute(tx),
    );
    const sell = async (kind: string, quantity: string) => {
      await shop.goods(kind, [line(one, quantity)]);
      // What the fold tells, as the relay would hand it over.
      expect(await rollUpPostings(server.database.app, tenantId)).toBeGreaterThan(0);
      const { rows } = await server.arrange(shop.company, (tx) =>
        sql<{ payload: object }>`
          select payload from outbox where topic = ${MOVED} order by id desc limit 1`.execute(tx),
      );
      const handle = stockHandlers(server.database.app)[MOVED];
      await handle?.({ tenantId, id: '1', topic: MOVED, payload: rows[0]?.payload });
    };
    await sell('saleOut', '4');
    expect(await told('stockMinimum')).toHaveLength(0);
    await sell('saleOut', '2');
    await sell('saleOut', '1');
    await look();
    expect(await told('stockMinimum')).toHaveLength(1);
    expect((await told('stockMinimum'))[0]).toContain('Shelf');
    expect(await leadsTo('stockMinimum')).toBe(
      `/report/stock_warning_report?warehouses=${shop.main}`,
    );
    await sell('purchaseIn', '9');
    await sell('saleOut', '9');
    expect(await told('stockMinimum')).toHaveLength(2);
  });

  test('are sent once when a lot nears its expiry and once when expired', async () => {
    const one = await shop.product({ lots: true });
    const lots = [{ lot: 'near', expiry: dayOf(-10) }];
    await shop.goods('purchaseIn', [line(one, '3', { allocations: lots })]);
    await look();
    await look();
    expect(await told('stockExpiring')).toHaveLength(1);
    await server.arrange(shop.company, (tx) =>
      sql`update lot set expiry = ${dayOf(1)}::date where sku_id = ${one.skuId}`.execute(tx),
    );
    await look();
    await look();
    expect([(await told('stockExpiring')).length, (await told('stockExpired')).length]).toEqual([
      1, 1,
    ]);
    expect(await leadsTo('stockExpired')).toBe(`/report/goods_expiration?warehouses=${shop.main}`);
  });
});

test('previewing a back-dated document requires the rights of saving', async () => {
  await server.addUser({ loginName: 'outsider' });
  const stranger = await server.signIn('outsider');
  const one = await shop.product();
  const input = shop.input('saleOut', [line(one, '1')], { time: ago(3) });
  expect(await server.refusal(previewBackdated, input, stranger)).toMatchObject({ status: 403 });
  expect(await server.refusal(goodsDocuments.add, input, stranger)).toMatchObject({ status: 403 });
});
