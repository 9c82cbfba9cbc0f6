// A new report without code of its own: a table, a query with its mount, and a menu row.
import type { RowOf } from '@tradehouse/contract';
import { boughtTable } from '@tradehouse/contract/testReport';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Shop } from './modules/document/testShop.ts';
import type { TestServer } from './testing.ts';

let contract: typeof import('@tradehouse/contract');
let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  // As if it stood there, before anything is derived of it.
  vi.doMock('@tradehouse/contract/stockReports', async (original) => ({
    ...(await original<object>()),
    boughtTable,
  }));
  const { menu } = await import('@tradehouse/database/menu');
  const row = menu.find(({ url }) => url === '/report/invoice_log');
  const own = { number: '030199', url: boughtTable.page, component: '/report/Bought' };
  (menu as object[]).push({ ...row, ...own, zh: '进货统计', en: 'Bought' });
  contract = await import('@tradehouse/contract');
  const [{ aServer }, { aShop }, { mountTable, bindTable }, { visibleDocuments }] =
    await Promise.all([
      import('./testing.ts'),
      import('./modules/document/testShop.ts'),
      import('./kernel/table/index.ts'),
      import('./kernel/access/index.ts'),
    ]);
  const rows = bindTable(
    boughtTable,
    ({ tenantId, scope }) => sql<RowOf<typeof boughtTable>>`
      select product.id, product.name, sum(line.base_quantity) as "cameIn", sum(line.amount) as paid
      from document_line as line
      join document on document.tenant_id = ${tenantId} and document.id = line.document_id
      join product on product.tenant_id = ${tenantId} and product.id = line.product_id
      where line.tenant_id = ${tenantId} and document.kind = 'purchaseIn' and document.in_force
        and ${visibleDocuments(scope, 'document')}
      group by product.id, product.name`,
  );
  server = await aServer({ extra: [(app) => mountTable(app, rows)] });
  shop = await aShop(server);
});
afterAll(() => server.stop());
const read = async (search: object = {}, token?: string) =>
  (await server.request('GET', boughtTable.path, { search }, token)).json();

test('a new report without own code shows figures, filters, totals and an export', async () => {
  const [tea, cup] = [await shop.product(), await shop.product()];
  const line = ({ barcode }: { barcode: string }, quantity: string) => ({
    barcode,
    quantity,
    unitPrice: '10',
  });
  await shop.goods('purchaseIn', [line(tea, '7'), line(cup, '2')]);
  await shop.goods('purchaseIn', [line(tea, '3')]);
  const { data } = await read();
  expect(data.totals).toMatchObject({ cameIn: '12', paid: '120' });
  expect(data.rows.map((row: { cameIn: string }) => row.cameIn).toSorted()).toEqual(['10', '2']);
  expect(await shop.stock(tea)).toBe('10');
  const [{ name }] = data.rows;
  expect((await read({ productLike: name })).data.rows).toMatchObject([{ name }]);
  const file = await server.request('GET', boughtTable.exportPath, {});
  expect(file.statusCode).toBe(200);
});

test('a new report requires access to the page and hides amounts', async () => {
  await server.addUser({ loginName: 'clerk', role: 'salesperson' });
  expect(await read({}, await server.signIn('clerk'))).toMatchObject({ code: 403 });
  await server.addUser({ loginName: 'keeper', role: 'manager', hideAmounts: true });
  const { data } = await read({}, await server.signIn('keeper'));
  expect(data.rows[0]).toMatchObject({ paid: null });
});

test('the page of a new report is built from the table, with labels in both languages', () => {
  expect(contract.isPlainPage(boughtTable.page)).toBe(true);
  expect(contract.fieldLabel('zh-cn', 'bought', 'cameIn')).toBe('进货数量');
  expect(contract.fieldLabel('en', 'bought', 'productLike')).toBe('Product');
});
