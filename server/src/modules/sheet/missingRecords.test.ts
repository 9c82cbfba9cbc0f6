// Missing categories and brands of product rows: refused, or added on request.
import {
  addMissingRecords,
  applySheet,
  brands,
  categories,
  products,
  undoSheet,
} from '@tradehouse/contract';
import type { SheetImport } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, asRole } from '../document/testShop.ts';
import { compared, errorsOf, settled, stepTo } from './testSheets.ts';

const { server, shop } = await aShopServer();
const { tenantId } = shop.company;
const heading = ['Name', 'Base unit', 'Barcode', 'Category', 'Brand', 'Status'];
let code = 8_000_000;
const row = (name: string, category: string | null, brand: string | null) => [
  name,
  'piece',
  (code += 1),
  category,
  brand,
  'enabled',
];
const open = (rows: readonly (readonly (string | number | null)[])[], token?: string) =>
  compared(server, 'products', [heading, ...rows], token);
const choose = async (
  { id }: SheetImport,
  addsMissing: boolean,
  token?: string,
): Promise<SheetImport> => {
  const at = await server.call(addMissingRecords, { id, addsMissing }, token);
  return settled(server, at, token);
};
const namesOf = async (table: 'category' | 'brand'): Promise<readonly string[]> =>
  (
    await shop.rows(
      sql<{
        name: string;
      }>`select name from ${sql.table(table)} where tenant_id = ${tenantId} order by id`,
    )
  ).map(({ name }) => name);
const productOf = async (name: string) =>
  (
    await shop.rows(
      sql<{ category: string | null; brand: string | null; text: string }>`
        select c.name as category, b.name as brand, p.brand as text from product p
        left join category c on c.tenant_id = ${tenantId} and c.id = p.category_id
        left join brand b on b.tenant_id = ${tenantId} and b.id = p.brand_id
        where p.tenant_id = ${tenantId} and p.name = ${name}`,
    )
  )[0];

test('missing categories and brands are wrong cells, counted by name', async () => {
  const at = await open([
    row('Flask A', 'Kitchen', 'Acme'),
    row('Flask B', 'Kitchen', 'Ａｃｍｅ'),
    row('Flask C', null, 'Beta'),
    row('Flask D', null, null),
  ]);
  expect(at).toMatchObject({
    newRows: 1,
    wrongRows: 3,
    addsMissing: false,
    missing: [
      { record: 'category', count: 1, names: ['Kitchen'] },
      { record: 'brand', count: 2, names: ['Acme', 'Beta'] },
    ],
  });
  expect(await errorsOf(server, at)).toHaveLength(5);
});

test('missing records are added on request alone, with the rows and in one spelling', async () => {
  await server.call(brands.add, { name: 'Other', code: 'Acme Ltd' });
  const before = [await namesOf('category'), await namesOf('brand')];
  const rows = [
    row('Mug A', 'Kitchen', 'Acme Ltd'),
    row('Mug B', 'Kitchen', 'Ａcme  Ltd'),
    row('Mug C', 'Office', null),
    row('Mug D', 'X', 'Left out'),
  ];
  const asked = await choose(await open(rows), true);
  expect(asked).toMatchObject({
    state: 'checked',
    newRows: 3,
    wrongRows: 1,
    addsMissing: true,
    missing: [
      { record: 'category', count: 2, names: ['Kitchen', 'Office'] },
      { record: 'brand', count: 1, names: ['Acme Ltd'] },
    ],
  });
  expect(await errorsOf(server, asked)).toEqual([['D5', 'At least 2 characters']]);
  // Nothing is written before the import.
  expect([await namesOf('category'), await namesOf('brand')]).toEqual(before);
  await server.call(applySheet, { id: asked.id, withoutWrong: true });
  expect(await settled(server, asked)).toMatchObject({ state: 'applied' });
  expect(await namesOf('category')).toEqual([...(before[0] ?? []), 'Kitchen', 'Office']);
  expect(await namesOf('brand')).toEqual([...(before[1] ?? []), 'Acme Ltd']);
  for (const name of ['Mug A', 'Mug B'])
    expect(await productOf(name)).toEqual({
      category: 'Kitchen',
      brand: 'Acme Ltd',
      text: 'Acme Ltd',
    });
  const codes = await shop.rows(
    sql<{ code: string }>`select code from brand where tenant_id = ${tenantId} order by id`,
  );
  expect(codes.map((one) => one.code).slice(-2)).toEqual(['Acme Ltd', 'Acme Ltd-2']);
  const logged = await shop.rows(sql`
    select from audit_log where tenant_id = ${tenantId} and subject = 'category' and number = 'Office'`);
  expect(logged).toHaveLength(1);
  expect(await shop.broken()).toEqual([]);
});

test('the choice is taken back before writing, and rows are wrong again', async () => {
  const asked = await choose(await open([row('Plate', 'Porcelain', null)]), true);
  expect(asked).toMatchObject({ newRows: 1, wrongRows: 0 });
  const back = await choose(asked, false);
  expect(back).toMatchObject({ newRows: 0, wrongRows: 1, addsMissing: false });
  expect((await server.refusal(applySheet, { id: back.id })).key).toBe('sheet.wrongRows');
});

test('an undo deletes the added records, except used records', async () => {
  const asked = await choose(
    await open([row('Bowl A', 'Undone', 'Undone brand'), row('Bowl B', 'Kept', null)]),
    true,
  );
  const applied = await stepTo(server, applySheet, asked, 'applied');
  const [kept] = await shop.rows(
    sql<{ id: string }>`select id from category where tenant_id = ${tenantId} and name = 'Kept'`,
  );
  await server.call(products.add, {
    name: 'By hand',
    unitName: 'piece',
    categoryId: kept?.id ?? '',
    barcodes: [{ code: '8999999', unit: 'piece' }],
  });
  await stepTo(server, undoSheet, applied, 'undone');
  const names = await namesOf('category');
  expect([names.includes('Undone'), names.includes('Kept')]).toEqual([false, true]);
  expect(await namesOf('brand')).not.toContain('Undone brand');
  expect(await productOf('Bowl A')).toBeUndefined();
  expect(await shop.broken()).toEqual([]);
});

test('a category for an existing product is added, and undo restores the former category', async () => {
  const { id: categoryId } = await server.call(categories.add, { name: 'Former', number: 'F' });
  await server.call(products.add, {
    name: 'Kettle',
    unitName: 'piece',
    categoryId,
    barcodes: [{ code: '8888888', unit: 'piece' }],
  });
  const asked = await choose(
    await open([['Kettle', 'piece', 8_888_888, 'Boiling', null, 'enabled']]),
    true,
  );
  expect(asked).toMatchObject({ changedRows: 1, wrongRows: 0 });
  const applied = await stepTo(server, applySheet, asked, 'applied');
  expect(await productOf('Kettle')).toMatchObject({ category: 'Boiling' });
  await stepTo(server, undoSheet, applied, 'undone');
  expect(await productOf('Kettle')).toMatchObject({ category: 'Former' });
  expect(await namesOf('category')).not.toContain('Boiling');
});

test('a user adds only records whose page the user may edit', async () => {
  const pages = ['/material/material'];
  const importer = await asRole(shop, 'importer', { pages });
  const at = await open([row('Fork', 'Cutlery', 'Gamma')], importer);
  expect(at).toMatchObject({ wrongRows: 1, missing: [] });
  const input = { id: at.id, addsMissing: true };
  expect((await server.refusal(addMissingRecords, input, importer)).key).toBe('access.denied');
  const brander = await asRole(shop, 'brander', { pages: [...pages, '/material/brand'] });
  const own = await open([row('Spoon', 'Cutlery', 'Gamma'), row('Knife', null, 'Gamma')], brander);
  expect(await choose(own, true, brander)).toMatchObject({
    newRows: 1,
    wrongRows: 1,
    missing: [{ record: 'brand', count: 1, names: ['Gamma'] }],
  });
});
