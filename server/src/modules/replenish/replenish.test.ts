// Proposals over real documents: figures, parameters, drafts made once, and hidden amounts.
import {
  backTestRule,
  explainProposal,
  goodsDocuments,
  makeFromProposals,
  replenishmentStart,
  replenishmentTable,
} from '@tradehouse/contract';
import { decimal, monthsBefore } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import { aShop, asRole, lineOf } from '../document/testShop.ts';
import { rollUpPostings } from '../posting/index.ts';
import type { Shop, TestProduct } from '../document/testShop.ts';

let shop: Shop;
let tea: TestProduct;
let idle: TestProduct;

/** The middle of a month some months ago. */
const inMonth = (months: number): { readonly time: string } => {
  const today = new Date().toISOString().slice(0, 10);
  return { time: `${monthsBefore(`${today.slice(0, 8)}01`, months).slice(0, 8)}15T04:00:00Z` };
};

interface Proposal extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly proposed: string;
  readonly coming: string;
  readonly supplierId: string | null;
}
async function list(search: object = {}, token?: string): Promise<readonly Proposal[]> {
  const reply = await shop.server.request(
    'GET',
    replenishmentTable.path,
    { search: { ...replenishmentStart, ...search }, pageSize: 50 },
    token,
  );
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<{ data: { rows: readonly Proposal[] } }>().data.rows;
}
const rowOf = async (product: TestProduct, search: object = {}, token?: string) => {
  const found = (await list(search, token)).find(({ id }) => id === product.skuId);
  if (found === undefined) throw new Error('no such row');
  return found;
};

beforeAll(async () => {
  shop = await aShop(await aServer());
  tea = await shop.product();
  idle = await shop.product();
  const { server, company, supplier, otherSupplier } = shop;
  await server.arrange(company, (tx) =>
    sql`
      insert into product_supplier (tenant_id, product_id, supplier_id, price, lead_days, minimum_order,
        pack_size, preferred, position)
      select ${company.tenantId}, sku.product_id, offer.*
      from sku cross join (values
        (${otherSupplier}::bigint, null::numeric, 30, null::numeric, null::numeric, false, 0),
        (${supplier}::bigint, 3.5, 21, 20, 12, true, 1)) as offer
      where sku.id = ${tea.skuId}`.execute(tx),
  );
  await shop.goods('purchaseIn', [lineOf(tea, '400', '3')], inMonth(7));
  await shop.goods('purchaseIn', [lineOf(idle, '10', '3')], inMonth(7));
  for (const months of [6, 5, 4, 3, 2, 1])
    await shop.goods('saleOut', [lineOf(tea, '62', '9')], inMonth(months));
  await shop.goods('saleBack', [lineOf(tea, '2', '9')], inMonth(1));
});
afterAll(() => shop.server.stop());

test('a proposal has figures of the books and terms of the preferred supplier', async () => {
  const row = await rowOf(tea);
  const text = (name: string) => decimal(String(row[name])).toFixed();
  expect(text('onHand')).toBe('30');
  expect(text('onOrder')).toBe('0');
  expect(row).toMatchObject({ supplierId: shop.supplier, leadDays: 21, method: 'average' });
  expect(decimal(row.proposed).mod(12).toFixed()).toBe('0');
  expect(decimal(row.proposed).gte(20)).toBe(true);
  expect(text('amount')).toBe(decimal(row.proposed).times('3.5').toFixed());
  expect(String(row['stockOutOn']) > new Date().toISOString().slice(0, 10)).toBe(true);
  expect((await list({ needed: true })).map(({ id }) => id)).toEqual([tea.skuId]);
  expect((await list({ needed: false })).map(({ id }) => id)).toEqual([idle.skuId]);
});

test('the explanation states the months and the same proposal as the list', async () => {
  const row = await rowOf(tea);
  const told = await shop.server.call(explainProposal, { skuId: tea.skuId, ...replenishmentStart });
  expect(decimal(told.proposed).eq(row.proposed)).toBe(true);
  expect(told.months).toHaveLength(24);
  const sold = told.months.map((month) => month.sold).filter((quantity) => quantity !== '0');
  expect(sold).toEqual(['62', '62', '62', '62', '62', '60']);
  expect(decimal(told.reorderPoint).toDecimalPlaces(2).toFixed()).toBe(
    decimal(told.reorderDemand).plus(told.safetyStock).toDecimalPlaces(2).toFixed(),
  );
});

test('parameters change the proposal at once', async () => {
  const of = async (search: object) => decimal((await rowOf(tea, search)).proposed);
  const usual = await of({});
  expect((await of({ coverDays: '90' })).gt(usual)).toBe(true);
  expect((await of({ serviceLevel: '99' })).gte(usual)).toBe(true);
  const far = await rowOf(tea, { supplierId: shop.otherSupplier });
  expect(far).toMatchObject({ supplierId: shop.otherSupplier, leadDays: 30 });
});

test('demand and stock of another warehouse do not count', async () => {
  const row = await rowOf(tea, { warehouses: [shop.branch] });
  expect(decimal(String(row['onHand'])).isZero()).toBe(true);
  expect(decimal(row.proposed).isZero()).toBe(true);
});

test('a draft order has supplier, prices and packs, and repeated calls make no second one', async () => {
  const { server } = shop;
  const row = await rowOf(tea);
  const line = { skuId: tea.skuId, quantity: row.proposed, coming: row.coming };
  const input = {
    kind: 'purchaseOrder' as const,
    supplierId: row.supplierId,
    lines: [line],
  };
  const key = crypto.randomUUID();
  const made = await server.call(makeFromProposals, input, { key });
  expect(await server.call(makeFromProposals, input, { key })).toEqual(made);
  const refused = await server.refusal(makeFromProposals, input);
  expect(refused).toMatchObject({ key: 'replenishment.changed', data: { line: 1 } });
  const order = await server.call(goodsDocuments.info, { id: made.id });
  expect(order).toMatchObject({
    kind: 'purchaseOrder',
    number: made.number,
    partnerId: shop.supplier,
    lines: [{ skuId: tea.skuId }],
  });
  const [ordered] = order.lines;
  expect(decimal(ordered?.baseQuantity ?? 0).eq(row.proposed)).toBe(true);
  expect(decimal(order.totalAmount ?? 0).eq(decimal(row.proposed).times('3.5'))).toBe(true);
  const drafted = await rowOf(tea);
  expect(decimal(String(drafted['drafted'])).eq(row.proposed)).toBe(true);
  expect(decimal(drafted.proposed).isZero()).toBe(true);
  await server.call(goodsDocuments.remove, { id: made.id });
});

test('a requisition and the draft order made from it count once', async () => {
  const { server } = shop;
  const before = decimal(String((await rowOf(tea)).coming));
  const asked = await shop.goods('purchaseRequest', [{ barcode: tea.barcode, quantity: '24' }], {
    status: '1',
  });
  const coming = async () =>
    decimal(String((await rowOf(tea)).coming))
      .minus(before)
      .toFixed();
  expect(await coming()).toBe('24');
  const from = { sourceDocumentId: asked.id, sourceLine: 1 };
  const part = await shop.goods('purchaseOrder', [lineOf(tea, '10', '3', from)]);
  const rest = await shop.goods('purchaseOrder', [lineOf(tea, '14', '3', from)]);
  expect([await coming(), decimal(String((await rowOf(tea))['drafted'])).toFixed()]).toEqual([
    '24',
    '24',
  ]);
  await server.call(goodsDocuments.setStatus, { ids: part.id, status: '1' });
  expect(await coming()).toBe('24');
  expect(decimal(String((await rowOf(tea))['onOrder'])).toFixed()).toBe('10');
  await server.call(goodsDocuments.remove, { id: rest.id });
  // The rest without an order stays requested.
  expect(await coming()).toBe('24');
  await server.call(goodsDocuments.setStatus, { ids: part.id, status: '0' });
  await server.call(goodsDocuments.remove, { id: part.id });
  await server.call(goodsDocuments.setStatus, { ids: asked.id, status: '0' });
  await server.call(goodsDocuments.remove, { id: asked.id });
  expect(await coming()).toBe('0');
});

test('two users cannot order the same proposal at the same time', async () => {
  const row = await rowOf(tea);
  const input = {
    kind: 'purchaseRequest' as const,
    supplierId: row.supplierId,
    lines: [{ skuId: tea.skuId, quantity: row.proposed, coming: row.coming }],
  };
  const both = await Promise.allSettled(
    [1, 2].map(() => shop.server.call(makeFromProposals, input)),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const one of both)
    if (one.status === 'fulfilled')
      await shop.server.call(goodsDocuments.remove, { id: one.value.id });
});

test('an order without a supplier, and a stranger’s SKU, are refused', async () => {
  const line = { skuId: tea.skuId, quantity: '12', coming: '0' };
  const order = { kind: 'purchaseOrder', lines: [line] };
  expect(await shop.server.refusal(makeFromProposals, order)).toMatchObject({
    key: 'document.partnerMissing',
    data: { field: 'supplierId' },
  });
  const strange = {
    kind: 'purchaseRequest',
    lines: [{ skuId: '999999999', quantity: '1', coming: '0' }],
  };
  expect((await shop.server.refusal(makeFromProposals, strange)).key).toBe('record.missing');
});

test('a user without purchase prices sees no prices, and may order without learning them', async () => {
  const token = await asRole(shop, 'planner', {
    hidden: ['purchase'],
    pages: ['/bill/replenishment', '/bill/purchase_order'],
  });
  const row = await rowOf(tea, {}, token);
  expect(row).toMatchObject({ price: null, amount: null });
  const made = await shop.server.call(
    makeFromProposals,
    {
      kind: 'purchaseOrder',
      supplierId: row.supplierId,
      lines: [{ skuId: tea.skuId, quantity: row.proposed, coming: row.coming }],
    },
    token,
  );
  await shop.server.call(goodsDocuments.remove, { id: made.id });
  const reader = await asRole(shop, 'reader', { pages: ['/bill/replenishment'] });
  const input = {
    kind: 'purchaseRequest',
    lines: [{ skuId: tea.skuId, quantity: '12', coming: '0' }],
  };
  expect((await shop.server.refusal(makeFromProposals, input, reader)).key).toBe('access.denied');
});

test('a proposal becomes an order, and its receipt raises the stock', async () => {
  const { server } = shop;
  const row = await rowOf(tea);
  const made = await server.call(makeFromProposals, {
    kind: 'purchaseOrder',
    supplierId: row.supplierId,
    lines: [{ skuId: tea.skuId, quantity: row.proposed, coming: row.coming }],
  });
  await server.call(goodsDocuments.setStatus, { ids: made.id, status: '1' });
  const ordered = await rowOf(tea);
  expect(decimal(String(ordered['onOrder'])).eq(row.proposed)).toBe(true);
  expect(decimal(ordered.proposed).isZero()).toBe(true);
  const before = await shop.stock(tea);
  const source = { sourceDocumentId: made.id, sourceLine: 1 };
  const { lines } = await server.call(goodsDocuments.info, { id: made.id });
  await shop.goods(
    'purchaseIn',
    lines.map(({ barcode, quantity }) => ({ barcode, quantity, unitPrice: '3.5', ...source })),
    { status: '1' },
  );
  expect(decimal(await shop.stock(tea)).eq(decimal(before).plus(row.proposed))).toBe(true);
  const received = await rowOf(tea);
  expect(decimal(String(received['onOrder'])).isZero()).toBe(true);
  expect(decimal(received.proposed).isZero()).toBe(true);
  expect(await shop.broken()).toEqual([]);
});

test('an order of goods without a supplier price has the usual price of a new line', async () => {
  const { server } = shop;
  const make = async (...products: readonly TestProduct[]) => {
    const made = await server.call(makeFromProposals, {
      kind: 'purchaseOrder',
      supplierId: shop.otherSupplier,
      lines: products.map(({ skuId }) => ({ skuId, quantity: '5', coming: '0' })),
    });
    const { lines, totalAmount } = await server.call(goodsDocuments.info, { id: made.id });
    await server.call(goodsDocuments.remove, { id: made.id });
    return { prices: lines.map(({ unitPrice }) => decimal(unitPrice ?? 0).toFixed()), totalAmount };
  };
  const other = await shop.product();
  const unpriced = await shop.product();
  await server.arrange(shop.company, (tx) =>
    sql`update barcode set purchase_price = null where code = ${unpriced.barcode}`.execute(tx),
  );
  // The first product was last bought at 3.
  const { prices, totalAmount } = await make(idle, other, unpriced);
  expect(prices).toEqual(['3', '10', '0']);
  expect(decimal(totalAmount ?? 0).toFixed()).toBe('65');
});

test('an order in a foreign currency converts usual prices of goods', async () => {
  const { server, company } = shop;
  const [dear, plain] = [await shop.product(), await shop.product()];
  await server.arrange(company, async (tx) => {
    await sql`
      insert into product_supplier (tenant_id, product_id, supplier_id, price, currency, position)
      select ${company.tenantId}, product_id, ${shop.otherSupplier}, 4.5, 'EUR', 0 from sku
      where id = ${dear.skuId}`.execute(tx);
  });
  const input = {
    kind: 'purchaseOrder' as const,
    supplierId: shop.otherSupplier,
    lines: [dear, plain].map(({ skuId }) => ({ skuId, quantity: '5', coming: '0' })),
  };
  expect(await server.refusal(makeFromProposals, input)).toMatchObject({
    key: 'document.rateMissing',
  });
  await server.arrange(company, (tx) =>
    sql`
      insert into exchange_rate (tenant_id, currency, day, rate)
      values (${company.tenantId}, 'EUR', '2020-01-01', 5)`.execute(tx),
  );
  const made = await server.call(makeFromProposals, input);
  const order = await server.call(goodsDocuments.info, { id: made.id });
  expect(order.currency).toBe('EUR');
  expect(order.lines.map(({ unitPrice }) => decimal(unitPrice ?? 0).toFixed())).toEqual([
    '4.5',
    '2',
  ]);
  await server.call(goodsDocuments.remove, { id: made.id });
});

test('disabled and removed suppliers are not proposed', async () => {
  const { server, company } = shop;
  const change = (columns: ReturnType<typeof sql>) =>
    server.arrange(company, (tx) =>
      sql`update partner set ${columns} where id = ${shop.supplier}`.execute(tx),
    );
  for (const [away, back] of [
    [sql`enabled = false`, sql`enabled = true`],
    [sql`removed_at = now()`, sql`removed_at = null`],
  ] as const) {
    await change(away);
    expect(await rowOf(tea)).toMatchObject({ supplierId: shop.otherSupplier, leadDays: 30 });
    expect(await list({ supplierId: shop.supplier })).toEqual([]);
    await change(back);
  }
  expect(await rowOf(tea)).toMatchObject({ supplierId: shop.supplier, leadDays: 21 });
});

test('the back-test compares the rule with the books of twelve complete months', async () => {
  const found = await shop.server.call(backTestRule, replenishmentStart);
  const [row] = found.rows.filter(({ skuId }) => skuId === tea.skuId);
  expect(found).toMatchObject({ traded: 1, tested: 1, share: '100' });
  expect(row?.sold).toBe('370');
  expect(row?.books).toMatchObject({ stockOutDays: 0, orders: 1, missed: null });
  expect(Number(row?.books.averageValue)).toBeGreaterThan(0);
  // The first delivery lasts to the end; the rule may order once more near the end.
  expect(row?.rule.stockOutDays).toBe(0);
  expect(row?.rule.orders).toBeLessThanOrEqual(1);
  const slow = { ...replenishmentStart, supplierId: shop.otherSupplier };
  expect((await shop.server.call(backTestRule, slow)).rule.orders).toBeGreaterThan(0);
  expect(found.months).toHaveLength(12);
  const ofMonths = (side: 'books' | 'rule') =>
    found.months.reduce((total, month) => total + month[side].orders, 0);
  expect([ofMonths('books'), ofMonths('rule')]).toEqual([found.books.orders, found.rule.orders]);
  const received = found.months.filter(({ books }) => books.orders > 0);
  expect(received.map(({ month }) => month)).toEqual([inMonth(7).time.slice(0, 7)]);
});

test('the back-test of a year without sales is empty, and a year to come is refused', async () => {
  const { server } = shop;
  const before = { ...replenishmentStart, until: inMonth(8).time.slice(0, 10) };
  const found = await server.call(backTestRule, before);
  expect(found).toMatchObject({ traded: 0, tested: 0, rows: [] });
  expect(found.until < before.until).toBe(true);
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  expect(
    await server.refusal(backTestRule, { ...replenishmentStart, until: tomorrow }),
  ).toMatchObject({ key: 'replenishment.future', data: { field: 'until' } });
});

test('the back-test of a chosen warehouse has the stock and sales of the warehouse', async () => {
  const found = await shop.server.call(backTestRule, {
    ...replenishmentStart,
    warehouses: shop.branch,
  });
  expect(found.tested).toBe(0);
});

test('the back-test hides amounts from users without sight of costs and sale prices', async () => {
  const token = await asRole(shop, 'counter', {
    hidden: ['cost', 'sale'],
    pages: ['/bill/replenishment'],
  });
  const found = await shop.server.call(backTestRule, replenishmentStart, token);
  expect(found).toMatchObject({
    tested: 1,
    share: null,
    books: { averageValue: null, missed: null },
    rule: { averageValue: null, missed: null },
  });
});

test('a later sale of a past month counts at once, also while and after it is rolled up', async () => {
  const { server, company } = shop;
  const cup = await shop.product();
  const soldLastMonth = async () => {
    const told = await server.call(explainProposal, { skuId: cup.skuId, ...replenishmentStart });
    return told.months.at(-1)?.sold;
  };
  const rollUp = () => rollUpPostings(server.database.app, company.tenantId);
  await shop.goods('purchaseIn', [lineOf(cup, '400', '3')], inMonth(2));
  let sold = 0;
  for (const quantity of [5, 7, 11]) {
    await shop.goods('saleOut', [lineOf(cup, String(quantity), '9')], inMonth(1));
    sold += quantity;
    const answers = await Promise.all([soldLastMonth(), rollUp(), soldLastMonth()]);
    expect([answers[0], answers[2], await soldLastMonth()]).toEqual([sold, sold, sold].map(String));
    await rollUp();
    // From sums read again, then from the same sums reused.
    expect([await soldLastMonth(), await soldLastMonth()]).toEqual([sold, sold].map(String));
  }
});
