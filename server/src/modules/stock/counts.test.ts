import {
  approveCount,
  clearCount,
  countInfo,
  countLineTable,
  countTable,
  countRest,
  finishCount,
  goodsDocuments,
  removeCount,
  reopenCount,
  reverseCount,
  productChoices,
  startCount,
  enterCount,
  batchUpdateProducts,
  brands,
  categories,
} from '@tradehouse/contract';
import type { CountEntry, Page, RowOf } from '@tradehouse/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Refused, sampledRuns } from '../../testing.ts';
import { aShopServer } from '../document/testShop.ts';
import type { TestProduct } from '../document/testShop.ts';

const { server, shop } = await aShopServer();
for (const name of ['ann', 'bob', 'cas'])
  await server.addUser({ loginName: name, role: 'manager' });

type Row = RowOf<typeof countLineTable>;
const line = ({ barcode }: TestProduct, quantity: string, more: object = {}) => ({
  barcode,
  quantity,
  unitPrice: '10',
  ...more,
});
const begin = (more: object = {}) => server.call(startCount, { warehouseId: shop.main, ...more });
const count = (id: string, entries: CountEntry[], as?: string) =>
  server.call(enterCount, { id, entries }, as);
async function lines(id: string, search: object = {}, as?: string): Promise<readonly Row[]> {
  const reply = await server.request(
    'GET',
    countLineTable.path,
    { search: { sheetId: id, ...search }, pageSize: 500 },
    as,
  );
  return reply.json<{ data: Page<Row> }>().data.rows;
}
const lineOf = async (id: string, { barcode }: TestProduct): Promise<Row> => {
  const row = (await lines(id)).find((one) => one.barcode === barcode);
  if (row === undefined) throw new Error(`no line of ${barcode}`);
  return row;
};
const stocked = async (quantity: string, options: object = {}): Promise<TestProduct> => {
  const product = await shop.product(options);
  await shop.goods('purchaseIn', [line(product, quantity)]);
  return product;
};
async function post(id: string): Promise<void> {
  await server.call(finishCount, { id });
  await server.call(approveCount, { ids: id });
}

// A count covers a whole warehouse, or a category, a brand, a shelf or a keyword.
test('a count is opened for a category, brand, shelf or keyword, and shows its scope', async () => {
  const [one, two, three] = [await stocked('1'), await stocked('2'), await stocked('3')];
  const { id: brandId } = await server.call(brands.add, { code: 'KILN', name: 'Kiln' });
  const { id: categoryId } = await server.call(categories.add, { number: 'POTS', name: 'Pots' });
  const put = async (products: readonly TestProduct[], material: object) => {
    const found = products.map(({ barcode }) => server.call(productChoices, { q: barcode }));
    const ids = (await Promise.all(found)).map(({ rows }) => rows[0]?.productId).join(',');
    await server.call(batchUpdateProducts, { ids, material });
  };
  await put([one, two], { brandId });
  await put([two, three], { categoryId });
  await put([one, three], { shelfPosition: 'Z-9' });
  const opened = async (more: object) => {
    const { id, number } = await begin(more);
    const reply = await server.request('GET', countTable.path, { search: { number } });
    const [row] = reply.json<{ data: Page<RowOf<typeof countTable>> }>().data.rows;
    await server.call(removeCount, { ids: id });
    return [row?.scope, row?.lines];
  };
  expect(await opened({ brandId })).toEqual(['Kiln', 2]);
  expect(await opened({ categoryId })).toEqual(['Pots', 2]);
  expect(await opened({ shelfPosition: ' Z-9 ' })).toEqual(['Z-9', 2]);
  expect(await opened({ shelfPosition: 'z-' })).toEqual(['z-', 2]);
  expect(await opened({ brandId, categoryId })).toEqual(['Pots · Kiln', 1]);
  expect(await opened({ keyword: one.barcode })).toEqual([one.barcode, 1]);
  expect((await opened({}))[0]).toBe('');
  const strange = { warehouseId: shop.main, brandId: '999999' };
  expect((await server.refusal(startCount, strange)).key).toBe('count.nothing');
});

// A posted count leaves the counted quantity, plus or minus moves since the line was counted (S12).
describe('a posted count', () => {
  const cases = [
    { when: 'nothing moved', book: '10', counted: '8', sold: '0', left: '8' },
    { when: 'goods were sold since', book: '10', counted: '8', sold: '3', left: '5' },
    { when: 'more was found than the books had', book: '10', counted: '14', sold: '2', left: '12' },
    { when: 'all is gone', book: '10', counted: '0', sold: '0', left: '0' },
    { when: 'the books were right', book: '10', counted: '10', sold: '4', left: '6' },
  ];
  for (const { when, book, counted, sold, left } of cases)
    test(`leaves the counted quantity less goods sold since the count: ${when}`, async () => {
      const one = await stocked(book);
      const { id } = await begin();
      await count(id, [{ code: one.barcode, quantity: counted }]);
      if (sold !== '0') await shop.goods('saleOut', [line(one, sold)]);
      await post(id);
      expect(await shop.stock(one)).toBe(left);
      expect(await shop.broken()).toEqual([]);
      await server.call(reverseCount, { ids: id });
      expect(await shop.stock(one)).toBe(String(Number(book) - Number(sold)));
      expect(await shop.broken()).toEqual([]);
    });

  test('treats moves dated before the count but entered later as counted', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')], { time: day(9) });
    const { id } = await begin({ keyword: one.barcode });
    await count(id, [{ code: one.barcode, quantity: '12' }]);
    // Five came and three went before the shelf was counted; one was sold after.
    await shop.goods('purchaseIn', [line(one, '5')], { time: day(3) });
    await shop.goods('saleOut', [line(one, '3')], { time: day(2) });
    await shop.goods('saleOut', [line(one, '1')]);
    expect(await lines(id)).toMatchObject([{ book: '12', counted: '12', difference: '0' }]);
    await post(id);
    expect(await shop.stock(one)).toBe('11');
    expect(await shop.broken()).toEqual([]);
    // What comes later still changes no posted count, until it is posted again.
    await shop.goods('saleOut', [line(one, '4')], { time: day(1) });
    expect(await lines(id)).toMatchObject([{ book: '12', difference: '0' }]);
    await server.call(reverseCount, { ids: id });
    expect(await lines(id)).toMatchObject([{ book: '8', difference: '4' }]);
    await server.call(approveCount, { ids: id });
    expect(await shop.stock(one)).toBe('11');
    expect(await shop.broken()).toEqual([]);
  });

  test('treats moves entered later with an earlier hour of the day as counted', async () => {
    // A zone where the minutes before now are of the same day.
    await shop.set({ time_zone: new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'Etc/UTC' });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const one = await stocked('10');
    await shop.set({ force_approval: true });
    const draft = await shop.goods('saleOut', [line(one, '2')], { time: minutesAgo(9) });
    const { id } = await begin({ keyword: one.barcode });
    await count(id, [{ code: one.barcode, quantity: '13' }]);
    await shop.goods('purchaseIn', [line(one, '3')], { time: minutesAgo(5), status: '1' });
    // A draft of before the count leaves with its approval, and a sale without a time leaves now.
    await server.call(goodsDocuments.setStatus, { ids: draft.id, status: '1' });
    await shop.goods('saleOut', [line(one, '1')], { status: '1' });
    expect(await lines(id)).toMatchObject([{ book: '13', counted: '13', difference: '0' }]);
    await post(id);
    expect(await shop.stock(one)).toBe('10');
    await shop.set({ force_approval: false, time_zone: 'Asia/Shanghai' });
    expect(await shop.broken()).toEqual([]);
  });

  test('changes no uncounted goods unless the rest is declared zero', async () => {
    const [one, two] = [await stocked('4'), await stocked('6')];
    const { id } = await begin();
    await count(id, [{ code: one.barcode, quantity: '3' }]);
    expect((await server.call(countInfo, { id })).countedLines).toBe(1);
    await post(id);
    expect([await shop.stock(one), await shop.stock(two)]).toEqual(['3', '6']);
    const second = await begin({ keyword: two.barcode });
    expect(await server.call(countRest, { id: second.id })).toEqual({ changed: 1 });
    await post(second.id);
    expect(await shop.stock(two)).toBe('0');
  });

  test('counts a box by its ratio and scans add a piece', async () => {
    const one = await stocked('30');
    const { id } = await begin({ keyword: one.barcode });
    await count(id, [{ code: one.box }, { code: one.barcode }, { code: one.barcode, add: '2' }]);
    expect(await lineOf(id, one)).toMatchObject({ book: '30', counted: '15', difference: '-15' });
    await count(id, [{ code: one.barcode, add: '-1' }]);
    expect((await lineOf(id, one)).counted).toBe('14');
    expect(
      await server.refusal(enterCount, { id, entries: [{ code: one.barcode, add: '-15' }] }),
    ).toMatchObject({ key: 'count.belowZero' });
  });

  test('adds counted goods without stock in the books', async () => {
    const [one, stray] = [await stocked('2'), await shop.product()];
    const { id } = await begin({ keyword: one.barcode });
    await count(id, [{ code: stray.barcode, quantity: '3' }]);
    await post(id);
    expect([await shop.stock(one), await shop.stock(stray)]).toEqual(['2', '3']);
    expect(await shop.broken()).toEqual([]);
  });
});

describe('several counters', () => {
  test('count a line at once: their shares add up, each changes only their own', async () => {
    const one = await stocked('60');
    const { id } = await begin({ keyword: one.barcode });
    const people = await Promise.all(['ann', 'bob', 'cas'].map((name) => server.signIn(name)));
    const scans = people.flatMap((who) =>
      Array.from({ length: 20 }, () => count(id, [{ code: one.barcode }], who)),
    );
    await Promise.all(scans);
    expect((await lineOf(id, one)).counted).toBe('60');
    await count(id, [{ code: one.barcode, quantity: '5' }], people[0]);
    expect((await lineOf(id, one)).counted).toBe('45');
    await count(id, [{ code: one.barcode, quantity: null }], people[0]);
    expect((await lineOf(id, one)).counted).toBe('40');
  });

  test('fix a line’s book quantity at the first share; later moves mark a line for a recount', async () => {
    const one = await stocked('10');
    const { id } = await begin({ keyword: one.barcode });
    await count(id, [{ code: one.barcode, add: '4' }]);
    await shop.goods('saleOut', [line(one, '1')]);
    await count(id, [{ code: one.barcode, add: '6' }]);
    expect(await lineOf(id, one)).toMatchObject({ book: '10', counted: '10', moved: true });
    await server.call(finishCount, { id });
    expect((await lines(id, { show: 'recount' })).map(({ barcode }) => barcode)).toEqual([
      one.barcode,
    ]);
  });

  test('count while sales go on, and the stock is the count less later sales', async () => {
    const goods = await Promise.all(Array.from({ length: 6 }, () => stocked('20')));
    const { id } = await begin();
    const sell = goods.map((one) => shop.goods('saleOut', [line(one, '2')]));
    const counting = goods.map((one) => count(id, [{ code: one.barcode, quantity: '15' }]));
    await Promise.all([...sell, ...counting]);
    await post(id);
    for (const one of goods) {
      const row = await lineOf(id, one);
      expect(await shop.stock(one)).toBe(row.book === '20' ? '13' : '15');
    }
    expect(await shop.broken()).toEqual([]);
  });
});

test('lots are counted apart, and an unknown lot becomes a line', async () => {
  const one = await shop.product({ lots: true });
  const lots = [
    { quantity: '4', lot: 'A', expiry: '2031-01-01' },
    { quantity: '6', lot: 'B', expiry: '2032-01-01' },
  ];
  await shop.goods('purchaseIn', [line(one, '10', { allocations: lots })]);
  const { id, lines: many } = await begin({ keyword: one.barcode });
  expect(many).toBe(2);
  expect(await server.refusal(enterCount, { id, entries: [{ code: one.barcode }] })).toMatchObject({
    key: 'count.whichLot',
  });
  await count(id, [
    { code: one.barcode, lot: 'A', quantity: '5' },
    { code: one.barcode, lot: 'Ｂ', quantity: '5' },
    { code: one.barcode, lot: 'C', quantity: '1', expiry: '2033-01-01' },
  ]);
  await post(id);
  const rows = await server.arrange(shop.company, async (tx) => {
    const found = await sql<{ lot: string; quantity: string }>`
      select lot, trim_scale(quantity)::text as quantity from stock_balance where sku_id = ${one.skuId} order by lot`.execute(
      tx,
    );
    return found.rows;
  });
  expect(rows).toEqual([
    { lot: 'A', quantity: '5' },
    { lot: 'B', quantity: '5' },
    { lot: 'C', quantity: '1' },
  ]);
  expect(await shop.broken()).toEqual([]);
});

test('a lot corrected during a count is posted with its current expiry', async () => {
  const one = await shop.product({ lots: true });
  const coming = (expiry: string) => [line(one, '4', { allocations: [{ lot: 'A', expiry }] })];
  const receipt = await shop.goods('purchaseIn', coming('2026-01-01'), { status: '0' });
  const { id } = await begin({ keyword: one.barcode });
  await count(id, [{ code: one.barcode, lot: 'A', quantity: '5' }]);
  await server.call(goodsDocuments.update, {
    ...shop.input('purchaseIn', coming('2027-01-01')),
    id: receipt.id,
    version: receipt.version,
    status: '0',
  });
  expect(await lineOf(id, one)).toMatchObject({ expiry: '2027-01-01' });
  await post(id);
  expect(await shop.stock(one)).toBe('5');
  expect(await shop.broken()).toEqual([]);
});

test('a count of serials removes missing serials, adds unknown and writes off no sold serial', async () => {
  const one = await shop.product({ serials: true });
  await shop.goods('purchaseIn', [
    line(one, '4', { allocations: [{ serials: ['s1', 's2', 's3', 's4'] }] }),
  ]);
  const { id } = await begin({ keyword: one.barcode });
  expect(await server.refusal(enterCount, { id, entries: [{ code: one.barcode }] })).toMatchObject({
    key: 'count.whichSerial',
  });
  await count(id, [{ code: 's1' }, { code: 's2' }, { code: 's2' }]);
  const { id: lineId } = await lineOf(id, one);
  await count(id, [{ lineId: lineId ?? '', serials: ['s1', 's2', 'x9'] }]);
  const bob = await server.signIn('bob');
  expect(await server.refusal(enterCount, { id, entries: [{ code: 's2' }] }, bob)).toMatchObject({
    key: 'count.serialTwice',
  });
  // Sold after it was missed: it was there, so it is not written off.
  await shop.goods('saleOut', [line(one, '1', { allocations: [{ serials: ['s3'] }] })]);
  await post(id);
  const cards = await server.arrange(shop.company, async (tx) => {
    const found = await sql<{ serial: string }>`
      select serial from serial_number where sku_id = ${one.skuId} and warehouse_id is not null order by 1`.execute(
      tx,
    );
    return found.rows.map(({ serial }) => serial);
  });
  expect(cards).toEqual(['s1', 's2', 'x9']);
  expect(await shop.broken()).toEqual([]);
  await server.call(reverseCount, { ids: id });
  expect(await shop.stock(one)).toBe('3');
  expect(await shop.broken()).toEqual([]);
});

describe('the second pass of a stock count', () => {
  test('lists only lines with differences, and its count replaces the first count', async () => {
    const [right, wrong] = [await stocked('5'), await stocked('7')];
    const { id } = await begin();
    await server.call(countRest, { id }).catch(() => undefined);
    for (const one of [right, wrong]) {
      const { id: lineId } = await lineOf(id, one);
      await server.call(clearCount, { id, lineIds: [lineId ?? ''] });
    }
    await count(id, [
      { code: right.barcode, quantity: '5' },
      { code: wrong.barcode, quantity: '4' },
    ]);
    await server.call(finishCount, { id });
    expect(
      await server.refusal(enterCount, { id, entries: [{ code: right.barcode }] }),
    ).toMatchObject({ key: 'count.notOnSheet' });
    await count(id, [{ code: wrong.barcode, quantity: '6' }]);
    expect(await lineOf(id, wrong)).toMatchObject({ counted: '4', again: '6', difference: '-1' });
    await server.call(approveCount, { ids: id });
    expect([await shop.stock(right), await shop.stock(wrong)]).toEqual(['5', '6']);
  });

  test('follows the order finish, reopen, approve, and refuses every step out of order', async () => {
    const one = await stocked('3');
    const { id } = await begin({ keyword: one.barcode });
    expect(await server.refusal(approveCount, { ids: id })).toMatchObject({ key: 'count.state' });
    expect(await server.refusal(reverseCount, { ids: id })).toMatchObject({ key: 'count.state' });
    await server.call(finishCount, { id });
    await server.call(reopenCount, { id });
    await server.call(finishCount, { id });
    await server.call(approveCount, { ids: id });
    for (const refused of [finishCount, reopenCount, countRest])
      expect(await server.refusal(refused, { id })).toMatchObject({ key: 'count.state' });
    expect(
      await server.refusal(enterCount, { id, entries: [{ code: one.barcode }] }),
    ).toMatchObject({ key: 'count.state' });
    expect(await server.refusal(removeCount, { ids: id })).toMatchObject({ key: 'count.state' });
    const reply = await server.request('GET', countTable.path, { search: { state: ['posted'] } });
    const { rows } = reply.json<{ data: Page<RowOf<typeof countTable>> }>().data;
    expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'posted', lines: 1 });
    await server.call(reverseCount, { ids: id });
    expect(await server.call(removeCount, { ids: id })).toEqual({ changed: 1 });
  });
});

test('a blind count hides book quantities until finished, then from users without approval', async () => {
  const one = await stocked('9');
  const { id } = await begin({ keyword: one.barcode, blind: true });
  await count(id, [{ code: one.barcode, quantity: '8' }]);
  expect(await lineOf(id, one)).toMatchObject({ book: null, difference: null, counted: '8' });
  expect(await lines(id, { show: 'differing' })).toHaveLength(1);
  await server.call(finishCount, { id });
  await server.addUser({ loginName: 'keep', role: 'keeper' });
  const keeper = await server.signIn('keep');
  const seen = (await lines(id, {}, keeper)).map(({ book }) => book);
  expect(seen).toEqual([null]);
  expect(await lineOf(id, one)).toMatchObject({ book: '9', difference: '-1' });
});

test('a stock count is hidden from other companies', async () => {
  const one = await stocked('1');
  const { id } = await begin({ keyword: one.barcode });
  const other = await server.signIn('other');
  expect(await server.refusal(countInfo, { id }, other)).toMatchObject({ key: 'record.missing' });
  expect(await lines(id, {}, other)).toEqual([]);
  expect(
    await server.refusal(enterCount, { id, entries: [{ code: one.barcode }] }, other),
  ).toMatchObject({ key: 'record.missing' });
});

// S12 over random histories: sales and receipts while lines are counted and after, in any order.
test('stock after posting a count is the count plus later moves, or a shortage', async () => {
  const step = fc.record({
    sell: fc.integer({ min: 0, max: 3 }),
    buy: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), step, step, async (counted, first, then) => {
      const one = await stocked('10');
      const move = async ({ sell, buy }: { sell: number; buy: number }) => {
        if (sell > 0) await shop.goods('saleOut', [line(one, String(sell))]);
        if (buy > 0) await shop.goods('purchaseIn', [line(one, String(buy))]);
      };
      await move(first);
      const { id } = await begin({ keyword: one.barcode });
      await count(id, [{ code: one.barcode, quantity: String(counted) }]);
      const expected = counted + then.buy - then.sell;
      await move(then);
      try {
        await post(id);
        expect(await shop.stock(one)).toBe(String(expected));
      } catch (error) {
        // What was sold since cannot be less than what was found: then the count was wrong, and is refused.
        if (!(error instanceof Refused)) throw error;
        expect([error.refusal.key, expected < 0]).toEqual(['stock.shortage', true]);
      }
    }),
    { numRuns: sampledRuns(4, 12) },
  );
  expect(await shop.broken()).toEqual([]);
});
