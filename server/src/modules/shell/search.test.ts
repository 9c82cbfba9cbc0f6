import {
  goodsDocuments,
  headerSearch,
  myWarehouses,
  partners,
  products,
  updateSettings,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { As, TestServer } from '../../testing.ts';

let server: TestServer;
/** Number of the only receipt. */
let number = '';

beforeAll(async () => {
  server = await aServer();
  const [warehouse] = await server.call(myWarehouses, {});
  const warehouseId = warehouse?.id ?? '';
  const code = '4507706000016';
  for (const name of ['文件夹大号', '文件夹'])
    await server.call(products.add, {
      name,
      standard: 'A4',
      unitName: '个',
      barcodes: [{ code: name === '文件夹' ? code : '4507706000023', unit: '个' }],
    });
  const { id } = await server.call(partners.add, {
    type: 'supplier',
    name: '西湖贸易',
    telephone: '13511112222',
  });
  await server.call(partners.add, { type: 'customer', name: '西湖书店' });
  const receipt = await server.call(goodsDocuments.add, {
    kind: 'purchaseIn',
    partnerId: id,
    paidNow: '0',
    lines: [{ barcode: code, quantity: '53', unitPrice: '2', warehouseId }],
  });
  ({ number } = receipt);
});
afterAll(() => server.stop());

async function searchFor(q: string, as?: string | As) {
  const found = await server.call(headerSearch, { q }, as);
  return {
    products: found.products.map(({ name }) => name),
    documents: found.documents.map((each) => each.number),
    partners: found.partners.map(({ name }) => name),
  };
}
const nothing = { products: [], documents: [], partners: [] };

test.each(['文件夹', 'wenjianjia', 'WJJ', 'wen jian jia'])(
  'search finds products by name and pinyin, the whole name first: %s',
  async (q) => {
    expect(await searchFor(q)).toMatchObject({ products: ['文件夹', '文件夹大号'] });
  },
);

test('search finds a product by its barcode, with the stock of the caller’s warehouses', async () => {
  expect(await server.call(headerSearch, { q: '4507706000016' })).toMatchObject({
    products: [{ name: '文件夹', barcode: '4507706000016', unit: '个', stock: '53' }],
    documents: [],
    partners: [],
  });
});

test('search finds documents by their number and its beginning, but not by its middle', async () => {
  expect(await server.call(headerSearch, { q: number })).toMatchObject({
    documents: [{ kind: 'purchaseIn', number, partnerName: '西湖贸易' }],
  });
  expect((await searchFor(number.slice(0, 6).toLowerCase())).documents).toEqual([number]);
  expect((await searchFor(number.slice(2))).documents).toEqual([]);
});

test('search finds partners of each type by name, pinyin and phone', async () => {
  for (const q of ['西湖', 'xihu', 'xh'])
    expect((await searchFor(q)).partners.toSorted(), q).toEqual(
      ['西湖书店', '西湖贸易'].toSorted(),
    );
  expect((await searchFor('1351111')).partners).toEqual(['西湖贸易']);
});

test('search returns nothing for an empty keyword, and treats LIKE wildcards literally', async () => {
  expect(await searchFor(' ')).toEqual(nothing);
  expect(await searchFor('%')).toEqual(nothing);
  expect(await searchFor('_')).toEqual(nothing);
});

test.each([
  "'",
  '"',
  '\\',
  '\\%',
  '(',
  '[a',
  '*',
  "'; select 1 --",
  '\u00B4',
  '\u{1F600}',
  '\u{10FFFF}',
  '\uD800',
  '\u200B',
  '\uFDFA'.repeat(100),
  '文'.repeat(100),
  'a b c d e f g h i',
])('search answers nothing to the odd keyword %j', async (q) => {
  expect(await searchFor(q)).toEqual(nothing);
});

test('search refuses a keyword with a null character or of more than 100 characters', async () => {
  for (const q of ['\0', '文'.repeat(101)])
    expect(await server.refusal(headerSearch, { q })).toMatchObject({ status: 400 });
});

test('search finds a document by its number in full-width letters', async () => {
  const wide = number.replaceAll(/[!-~]/g, (sign) =>
    String.fromCodePoint(sign.charCodeAt(0) + 0xfee0),
  );
  expect((await searchFor(wide)).documents).toEqual([number]);
});

test('search answers groups only to users who may open their lists', async () => {
  await server.addUser({ loginName: 'search-roleless' });
  const roleless = await server.signIn('search-roleless');
  for (const q of ['文件夹', '西湖', number]) expect(await searchFor(q, roleless)).toEqual(nothing);
});

test('search answers only documents in the caller’s data scope, and only granted customers', async () => {
  const manager = server.company.roleIds.manager;
  await server.addUser({ loginName: 'search-own', roleId: manager });
  const own = await server.signIn('search-own');
  expect((await searchFor(number, own)).documents).toEqual([number]);
  await server.arrange(server.company, (tx) =>
    tx.updateTable('role').set({ data_scope: 'own' }).where('id', '=', manager).execute(),
  );
  const settings = await server.call(updateSettings, { version: 1, customerGrants: true });
  await server.addUser({ loginName: 'search-narrow', roleId: manager });
  const narrow = await server.signIn('search-narrow');
  expect((await searchFor(number, narrow)).documents).toEqual([]);
  expect((await searchFor('西湖', narrow)).partners).toEqual(['西湖贸易']);
  await server.call(updateSettings, { version: settings.version, customerGrants: false });
});

test('search finds nothing of another company', async () => {
  await server.addUser({
    loginName: 'search-other',
    role: 'manager',
    company: server.stranger,
  });
  const token = await server.signIn('search-other');
  for (const q of ['文件夹', '西湖', number]) expect(await searchFor(q, token)).toEqual(nothing);
});

test('search lists an exact number before any longer numbers with the same beginning', async () => {
  await server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = 'document'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      tx,
    );
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
    await sql`insert into document (${columns}) overriding system value
      select ${sql.join(rows.map(({ name }) => sql.ref(`copy.${name}`)))}
      from document source, generate_series(1, 60) n,
        jsonb_populate_record(source, jsonb_build_object('id', source.id + n * 1000, 'number', source.number || n)) copy
      where source.number = ${number}`.execute(tx);
  });
  const { documents } = await searchFor(number);
  expect(documents).toHaveLength(6);
  expect(documents[0]).toBe(number);
});
