import { goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../testShop.ts';

const { server, shop } = await aShopServer();
const goods = await shop.product();

const tables = ['partner', 'warehouse', 'account', 'person', 'in_out_item'] as const;
const enable = (table: string, id: string, enabled: boolean) =>
  sql`update ${sql.table(table)} set enabled = ${enabled} where id = ${id}`.execute(
    server.database.admin,
  );
afterEach(async () => {
  for (const table of tables)
    await sql`update ${sql.table(table)} set enabled = true`.execute(server.database.admin);
});

const buy = (more: object = {}, line: object = {}) =>
  shop.input('purchaseIn', [lineOf(goods, '1', '10', line)], more);
const item = () => ({
  kind: 'itemIn',
  accountId: shop.cash,
  lines: [{ itemId: shop.incomeItem, amount: '5' }],
});

// What is switched off starts nothing new, and the refusal says which field names it.
test.each([
  ['partner', 'partnerId', undefined, () => shop.supplier, () => buy()],
  ['warehouse', 'warehouseId', 1, () => shop.main, () => buy()],
  [
    'warehouse',
    'targetWarehouseId',
    1,
    () => shop.branch,
    () => shop.input('transfer', [lineOf(goods, '1', '0', { targetWarehouseId: shop.branch })]),
  ],
  ['account', 'accountId', undefined, () => shop.cash, () => buy()],
  [
    'person',
    'handlerId',
    undefined,
    () => shop.salesperson,
    () => buy({ handlerId: shop.salesperson }),
  ],
  [
    'person',
    'salespersonIds',
    undefined,
    () => shop.salesperson,
    () => buy({ salespersonIds: [shop.salesperson] }),
  ],
  ['in_out_item', 'itemId', 1, () => shop.incomeItem, item],
] as const)(
  'a disabled %s is refused at %s of a new document',
  async (table, field, line, id, input) => {
    await enable(table, id(), false);
    const asked = input();
    const call = asked.kind === 'itemIn' ? moneyDocuments.add : goodsDocuments.add;
    const refusal = await server.refusal(call, asked);
    expect(refusal).toMatchObject({ key: 'record.disabled', data: { field } });
    expect(refusal.data['line']).toBe(line);
  },
);

test('a saved document keeps records disabled later, and accepts no further disabled record', async () => {
  const { id, version } = await shop.goods('purchaseIn', buy().lines);
  await enable('partner', shop.supplier, false);
  await enable('warehouse', shop.branch, false);
  const kept = { ...buy({ remark: 'kept' }), id, version };
  const moved = { ...buy({}, { warehouseId: shop.branch }), id, version };
  expect(await server.refusal(goodsDocuments.update, moved)).toMatchObject({
    key: 'record.disabled',
    data: { name: 'Branch', field: 'warehouseId', line: 1 },
  });
  expect(await server.call(goodsDocuments.update, kept)).toMatchObject({ version: 2 });
});
