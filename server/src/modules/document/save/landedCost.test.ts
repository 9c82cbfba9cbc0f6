import { goodsDocuments } from '@tradehouse/contract';
import type { GoodsDocumentInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer } from '../testShop.ts';
import type { Saved, TestProduct } from '../testShop.ts';

// Freight and fees are shared over the lines and become part of the goods' cost; the share of goods already
// sold goes to cost of sales.

const { server, shop } = await aShopServer();

const worth = async ({ skuId }: TestProduct): Promise<string> =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ held: string }>`
      select trim_scale(quantity)::text || ' at ' || trim_scale(value)::text as held from sku_cost
      where tenant_id = ${shop.company.tenantId} and sku_id = ${skuId}`.execute(tx);
    return rows[0]?.held ?? 'nothing';
  });
const costs = async () => Number(await shop.purse('costOfSales'));
const line = ({ barcode }: TestProduct, quantity: string, unitPrice: string) => ({
  barcode,
  quantity,
  unitPrice,
});
/** What the sales of a day cost, as the home page has it. */
const costOn = async (day: string): Promise<string> =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ cost: string }>`
      select trim_scale(sum(cost))::text as cost from whole_trade_period
      where tenant_id = ${shop.company.tenantId} and kind = 'saleOut' and grain = 'd' and starts_on = ${day}`.execute(
      tx,
    );
    return rows[0]?.cost ?? 'nothing';
  });
/** The document with its head changed: a receipt, as by a user who learns of the freight later. */
const changed = (
  { id, version }: Saved,
  lines: GoodsDocumentInput['lines'],
  more: Partial<GoodsDocumentInput>,
  kind = 'purchaseIn',
) => server.call(goodsDocuments.update, { ...shop.input(kind, lines, more), id, version });

test.each<[NonNullable<GoodsDocumentInput['allocateBy']>, string, string]>([
  // 3 pieces at 10 and of 1 kg each, 1 piece at 90 and of 9 kg: 30 and 90 in money, 3 and 9 in weight, 3 and 1 in number.
  ['amount', '3 at 39', '1 at 117'],
  ['weight', '3 at 39', '1 at 117'],
  ['quantity', '3 at 57', '1 at 99'],
])('freight 24, fees 8 and a service charge of 4, by %s', async (allocateBy, light, heavy) => {
  const [one, other] = [await shop.product(), await shop.product({ weight: '9' })];
  await shop.goods('purchaseIn', [line(one, '3', '10'), line(other, '1', '90')], {
    freight: '24',
    otherFees: '8',
    serviceCharge: '4',
    allocateBy,
  });
  expect([await worth(one), await worth(other)]).toEqual([light, heavy]);
});

test('goods without weight share by amount', async () => {
  const [one, other] = [await shop.product({ weight: '0' }), await shop.product({ weight: '0' })];
  await shop.goods('purchaseIn', [line(one, '1', '10'), line(other, '1', '30')], {
    freight: '8',
    allocateBy: 'weight',
  });
  expect([await worth(one), await worth(other)]).toEqual(['1 at 12', '1 at 36']);
});

test('freight in another currency is converted into cost at the document’s rate', async () => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [line(one, '2', '10')], {
    freight: '4',
    currency: 'EUR',
    exchangeRate: '1.5',
  });
  expect(await worth(one)).toBe('2 at 36');
});

test('freight added after a partial sale: the sold share is cost of sales', async () => {
  const one = await shop.product();
  const lines = [line(one, '10', '10')];
  const receipt = await shop.goods('purchaseIn', lines);
  await shop.goods('saleOut', [line(one, '8', '20')]);
  expect(await worth(one)).toBe('2 at 20');
  const before = await costs();
  await changed(receipt, lines, { freight: '50' });
  // 5 a piece: 10 for the two that lie there, 40 for the eight that are gone.
  expect(await worth(one)).toBe('2 at 30');
  expect((await costs()) - before).toBe(40);
  const again = { ...receipt, version: receipt.version + 1 };
  await changed(again, lines, { freight: '20' });
  expect(await worth(one)).toBe('2 at 24');
  expect((await costs()) - before).toBe(16);
});

test('late freight on a partly sold receipt is split between stock and cost of sales', async () => {
  const one = await shop.product();
  const lines = [line(one, '10', '10')];
  const receipt = await shop.goods('purchaseIn', lines);
  await shop.goods('purchaseIn', [line(one, '10', '20')]);
  await shop.goods('saleOut', [line(one, '15', '30')]);
  expect(await worth(one)).toBe('5 at 75');
  const before = await costs();
  const same = lines.map((own) => ({ ...own, line: 1 }));
  await changed(receipt, same, { freight: '50' });
  // Five of the ten may still be there: 25 are theirs, 25 cost of sales.
  expect(await worth(one)).toBe('5 at 100');
  expect((await costs()) - before).toBe(25);
  // All of it goes again with the freight.
  await changed({ ...receipt, version: receipt.version + 1 }, same, { freight: '0' });
  expect(await worth(one)).toBe('5 at 75');
  expect((await costs()) - before).toBe(0);
});

test('late freight can be added to an approved receipt after unapproving', async () => {
  const one = await shop.product();
  const lines = [line(one, '10', '10')];
  const receipt = await shop.goods('purchaseIn', lines, { status: '1' });
  await shop.goods('saleOut', [line(one, '6', '20')]);
  const before = await costs();
  await server.call(goodsDocuments.setStatus, { ids: receipt.id, status: '0' });
  const { version } = await server.call(goodsDocuments.info, { id: receipt.id });
  await changed({ ...receipt, version }, lines, { freight: '30', status: '1' });
  expect(await worth(one)).toBe('4 at 52');
  expect((await costs()) - before).toBe(18);
});

test('freight of fully sold goods is entirely cost of sales', async () => {
  const one = await shop.product();
  const lines = [line(one, '4', '10')];
  const receipt = await shop.goods('purchaseIn', lines);
  await shop.goods('saleOut', [line(one, '4', '20')]);
  const before = await costs();
  await changed(receipt, lines, { freight: '6.01' });
  expect(await worth(one)).toBe('0 at 0');
  expect((await costs()) - before).toBeCloseTo(6.01, 6);
});

test('a line priced at 0 costs a share of the freight', async () => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [{ ...line(one, '5', '0') }], {
    freight: '10',
    allocateBy: 'quantity',
  });
  expect(await worth(one)).toBe('5 at 10');
});

test('every invariant of the books holds after all landed costs', async () => {
  expect(await shop.broken()).toEqual([]);
});

// Figures of a day on the home page equal the documents of the day (G7).
test('removing a partly sold receipt line lowers the stock value, to zero at the lowest', async () => {
  const [one, other] = [await shop.product(), await shop.product()];
  const stays = { ...line(other, '1', '5'), warehouseId: shop.branch };
  const receipt = await shop.goods('purchaseIn', [line(one, '10', '10'), stays]);
  await shop.goods('saleOut', [line(one, '8', '20')]);
  await shop.goods('purchaseIn', [line(one, '20', '1')]);
  await changed(receipt, [stays], {});
  expect(await worth(one)).toBe('12 at 0');
  expect(await shop.broken()).toEqual([]);
});

test('a reduced sale with goods back at a higher cost may have a negative cost', async () => {
  const one = await shop.product();
  const on = (day: string) => ({ time: `2025-03-${day}T04:00:00Z`, paidNow: '0' });
  await shop.goods('purchaseIn', [line(one, '10', '10')], on('01'));
  // 5 worth 10 are left, of which 4 are sold before at 10 each: 30 more than there is, which is made good on the later day.
  await shop.goods('purchaseBack', [line(one, '5', '18')], on('05'));
  const sale = await shop.goods('saleOut', [line(one, '4', '30')], on('02'));
  expect(await costOn('2025-03-02')).toBe('10');
  await changed(sale, [{ ...line(one, '1', '30'), line: 1 }], on('02'), 'saleOut');
  expect(await costOn('2025-03-02')).toBe('-20');
  expect(await shop.broken()).toEqual([]);
});

test('a return linked after saving is revalued at the cost of its sale', async () => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [line(one, '10', '10')]);
  const sale = await shop.goods('saleOut', [line(one, '4', '20')], { status: '1' });
  await shop.goods('purchaseIn', [line(one, '6', '20')]);
  const back = await shop.goods('saleBack', [line(one, '2', '20')], { paidNow: '0' });
  expect(await worth(one)).toBe('14 at 210');
  const linked = { ...line(one, '2', '20'), sourceDocumentId: sale.id, sourceLine: 1 };
  const { id, version } = back;
  await server.call(goodsDocuments.update, {
    ...shop.input('saleBack', [linked], { paidNow: '0' }),
    id,
    version,
  });
  expect(await worth(one)).toBe('14 at 200');
  expect(await shop.broken()).toEqual([]);
});
