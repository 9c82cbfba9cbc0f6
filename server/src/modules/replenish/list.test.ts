// The list of proposals: pages and totals, and changes that show at once.
import { explainProposal, replenishmentStart, replenishmentTable } from '@tradehouse/contract';
import { decimal, monthsBefore } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import { aShop, asRole, lineOf } from '../document/testShop.ts';
import type { Shop, TestProduct } from '../document/testShop.ts';

let shop: Shop;
let tea: TestProduct;
let cup: TestProduct;
let idle: TestProduct;

type ProposalRow = Readonly<Record<keyof typeof replenishmentTable.columns, string | null>>;
interface ProposalPage {
  readonly rows: readonly ProposalRow[];
  readonly total: number;
  readonly totals: Readonly<Record<string, string | null>>;
}

async function readList(asked: object = {}, search: object = {}, token?: string) {
  const input = { search: { ...replenishmentStart, ...search }, pageSize: 50, ...asked };
  const reply = await shop.server.request('GET', replenishmentTable.path, input, token);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<{ data: ProposalPage }>().data;
}
const idsOf = ({ rows }: ProposalPage): readonly (string | null)[] => rows.map(({ id }) => id);
const rowOf = async ({ skuId }: TestProduct, search: object = {}, token?: string) =>
  (await readList({}, search, token)).rows.find(({ id }) => id === skuId);

const changeRows = (statement: ReturnType<typeof sql>) =>
  shop.server.arrange(shop.company, (tx) => statement.execute(tx));
const productOf = ({ skuId }: TestProduct) => sql`(select product_id from sku where id = ${skuId})`;

beforeAll(async () => {
  shop = await aShop(await aServer());
  [tea, cup, idle] = [await shop.product(), await shop.product(), await shop.product()];
  await changeRows(sql`
    insert into product_supplier (tenant_id, product_id, supplier_id, code, price, lead_days, position)
    values (${shop.company.tenantId}, ${productOf(tea)}, ${shop.supplier}, 'T 1', 3.5, 21, 0)`);
  const today = new Date().toISOString().slice(0, 10);
  const inMonth = (months: number) => ({
    time: `${monthsBefore(`${today.slice(0, 8)}01`, months).slice(0, 8)}15T04:00:00Z`,
  });
  await shop.goods('purchaseIn', [lineOf(tea, '400', '3'), lineOf(cup, '300', '2')], inMonth(5));
  await shop.goods('purchaseIn', [lineOf(idle, '5', '2')], inMonth(5));
  for (const months of [4, 3, 2, 1])
    await shop.goods('saleOut', [lineOf(tea, '95'), lineOf(cup, '74')], inMonth(months));
});
afterAll(() => shop.server.stop());

test.each(Object.keys(replenishmentTable.columns))(
  'pages sorted by %s hold the rows of the whole list in order, with the totals of the whole',
  async (column) => {
    for (const order of ['asc', 'desc']) {
      const whole = await readList({ column, order });
      expect(whole.total).toBe(3);
      const pages = await Promise.all(
        [1, 2, 3, 4].map((currentPage) => readList({ column, order, currentPage, pageSize: 1 })),
      );
      expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows);
      for (const page of pages) expect(page).toMatchObject({ total: 3, totals: whole.totals });
    }
  },
);

test('totals are the sums of the rows, and nothing to buy costs nothing', async () => {
  const { rows, totals } = await readList();
  const sumOf = (name: 'proposed' | 'amount') =>
    rows.reduce((sum, row) => sum.plus(row[name] ?? 0), decimal(0)).toFixed();
  expect(totals).toEqual({ proposed: sumOf('proposed'), amount: sumOf('amount') });
  expect(decimal(totals['amount'] ?? 0).gt(0)).toBe(true);
  expect(rows.find(({ id }) => id === idle.skuId)).toMatchObject({ proposed: '0', amount: '0' });
});

test('a list of few columns, filtered by others, equals the whole list', async () => {
  const whole = await readList({ column: 'barcode', order: 'asc' });
  const asked = { field: 'id,price', column: 'barcode', order: 'asc' };
  const filters = JSON.stringify({ name: [whole.rows[1]?.name], onHand: { ge: 1 } });
  const { rows } = await readList({ ...asked, filters });
  expect(rows).toEqual([{ id: whole.rows[1]?.id, price: whole.rows[1]?.price }]);
});

test('an exported list has all rows and columns', async () => {
  const input = { search: replenishmentStart, format: 'csv', column: 'barcode', order: 'asc' };
  const { body } = await shop.server.request('GET', replenishmentTable.exportPath, input);
  const lines = body.trim().split(/\r?\n/);
  expect(lines).toHaveLength(1 + 3);
  for (const [at, { barcode }] of [tea, cup, idle].entries())
    expect(lines[at + 1]).toContain(barcode);
  expect(lines[1]).toContain('T 1');
});

test('proposals filtered by product equal the proposals of the product without the filter', async () => {
  const whole = await rowOf(cup);
  const search = { materialId: whole?.productId };
  const alone = await readList({}, search);
  expect(alone.rows).toEqual([whole]);
  const told = await shop.server.call(explainProposal, {
    skuId: cup.skuId,
    ...replenishmentStart,
  });
  expect([told.onHand, told.proposed]).toEqual([whole?.onHand, whole?.proposed]);
  expect(idsOf(await readList({}, { supplierId: shop.supplier }))).toEqual([tea.skuId]);
});

test('changed products, barcodes and suppliers show in the next list', async () => {
  const isShown = async (product: TestProduct) => (await rowOf(product)) !== undefined;
  expect(await rowOf(tea)).toMatchObject({ supplierCode: 'T 1', leadDays: 21, price: '3.5' });
  for (const [away, back] of [
    [sql`enabled = false`, sql`enabled = true`],
    [sql`removed_at = now()`, sql`removed_at = null`],
    [sql`kit = true`, sql`kit = false`],
  ] as const) {
    const change = (columns: ReturnType<typeof sql>) =>
      changeRows(sql`update product set ${columns} where id = ${productOf(tea)}`);
    await change(away);
    expect(await isShown(tea)).toBe(false);
    await change(back);
    expect(await isShown(tea)).toBe(true);
  }
  await changeRows(sql`update product set name = 'Renamed' where id = ${productOf(cup)}`);
  await changeRows(sql`update barcode set purchase_price = 7.25 where code = ${cup.barcode}`);
  const cups = await rowOf(cup);
  expect(cups).toMatchObject({ name: 'Renamed', price: '7.25', barcode: cup.barcode });
  expect(cups?.amount).toBe(
    decimal(cups?.proposed ?? 0)
      .times('7.25')
      .toFixed(),
  );
  // The box becomes the first barcode, and its price is for twelve pieces.
  await changeRows(sql`
    update barcode set is_default = not is_default, purchase_price = 30 where sku_id = ${cup.skuId}`);
  expect(await rowOf(cup)).toMatchObject({ price: '2.5', barcode: cup.box });
  const change = (columns: ReturnType<typeof sql>) =>
    changeRows(sql`update product_supplier set ${columns} where product_id = ${productOf(tea)}`);
  await change(sql`price = 4, lead_days = 45, minimum_order = 1000, pack_size = 7, code = 'T 2'`);
  const dear = await rowOf(tea);
  expect(dear).toMatchObject({
    supplierCode: 'T 2',
    leadDays: 45,
    price: '4',
    minimumOrder: '1000',
  });
  expect(decimal(dear?.proposed ?? 0).gte(1000)).toBe(true);
  expect(
    decimal(dear?.proposed ?? 0)
      .mod(7)
      .isZero(),
  ).toBe(true);
  await change(sql`price = null, lead_days = null, minimum_order = null, pack_size = null`);
  expect(await rowOf(tea)).toMatchObject({ leadDays: 7, price: '3', minimumOrder: null });
  await changeRows(sql`
    insert into safety_stock (tenant_id, warehouse_id, product_id, minimum)
    values (${shop.company.tenantId}, ${shop.main}, ${productOf(idle)}, 40)`);
  expect(await rowOf(idle)).toMatchObject({ proposed: '35', safetyStock: '40' });
});

test('stock, orders and sales show in the next list', async () => {
  const fresh = await shop.product();
  const figures = async () => {
    const row = await rowOf(fresh);
    return [row?.onHand, row?.onOrder, row?.drafted, row?.coming];
  };
  expect(await figures()).toEqual(['0', '0', '0', '0']);
  await shop.goods('purchaseIn', [lineOf(fresh, '30', '2')]);
  expect(await figures()).toEqual(['30', '0', '0', '0']);
  await shop.goods('saleOut', [lineOf(fresh, '4')]);
  await shop.goods('purchaseOrder', [lineOf(fresh, '6', '2')], { status: '1' });
  await shop.goods('purchaseOrder', [lineOf(fresh, '5', '2')]);
  expect(await figures()).toEqual(['26', '6', '5', '11']);
});

test('users limited to a warehouse and other companies never see figures of others', async () => {
  const { server, company } = shop;
  const { stranger } = server;
  const strange = await server.arrange(stranger, async (tx) => {
    const { tenantId } = stranger;
    const { rows } = await sql<{ id: string }>`
      with added as (
        insert into product (tenant_id, name, unit_name)
        values (${tenantId}, 'Strange', 'piece') returning id)
      select id from added`.execute(tx);
    const id = rows[0]?.id;
    await sql`insert into sku (tenant_id, product_id) values (${tenantId}, ${id})`.execute(tx);
    await sql`
      insert into barcode (tenant_id, sku_id, product_id, code, unit, is_default)
      select ${tenantId}, sku.id, ${id}, '4711', 'piece', true from sku
      where sku.tenant_id = ${tenantId} and sku.product_id = ${id}`.execute(tx);
    return id;
  });
  const userId = await server.addUser({ loginName: 'branch', roleId: company.roleIds.manager });
  await server.arrange(company, (tx) =>
    tx
      .insertInto('user_warehouse')
      .values({ tenant_id: company.tenantId, user_id: userId, warehouse_id: shop.branch })
      .execute(),
  );
  await shop.set({ warehouse_grants: true });
  const owner = await server.signIn('demo');
  const limited = await server.signIn('branch');
  const foreign = await server.signIn('other');
  const blind = await asRole(shop, 'blind', {
    hidden: ['purchase'],
    pages: ['/bill/replenishment'],
  });
  await shop.goods('transfer', [lineOf(tea, '3', '10', { targetWarehouseId: shop.branch })]);
  const readAll = async () => ({
    whole: await rowOf(tea, {}, owner),
    part: await rowOf(tea, {}, limited),
    masked: await rowOf(tea, {}, blind),
    other: await readList({}, {}, foreign),
  });
  const first = await readAll();
  expect([first.whole?.onHand, first.part?.onHand]).toEqual(['20', '3']);
  expect(first.part?.soldWeekly).toBe('0');
  expect(first.masked).toMatchObject({ price: null, amount: null });
  expect(first.other.rows.map(({ productId }) => productId)).toEqual([strange]);
  // Again, after each other's lists.
  expect(await readAll()).toEqual(first);
  await shop.set({ warehouse_grants: false });
});
