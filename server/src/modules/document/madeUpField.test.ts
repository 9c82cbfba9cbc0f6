// A new head field without code of its own: a database column and an entry among the fields.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { TestServer } from '../../testing.ts';
import type { Shop } from './testShop.ts';

const NAME = 'shelfCard';

let server: TestServer;
let shop: Shop;
let contract: typeof import('@tradehouse/contract');

beforeAll(async () => {
  // Before anything is derived of them.
  const { headFields } = await import('@tradehouse/contract/headFields');
  const { externalOrder } = headFields;
  Object.assign(headFields, { [NAME]: { ...externalOrder, keeps: 'shelf_card' } });
  contract = await import('@tradehouse/contract');
  const [{ aServer }, { aShop }] = await Promise.all([
    import('../../testing.ts'),
    import('./testShop.ts'),
  ]);
  server = await aServer();
  await sql`alter table document add column shelf_card text not null default ''`.execute(
    server.database.admin,
  );
  shop = await aShop(server);
});
afterAll(() => server.stop());

/** What a document or a row of a list says in the field. */
const saysOf = (from: object): unknown => Reflect.get(from, NAME);

const infoOf = (id: string) => server.call(contract.goodsDocuments.info, { id });

test('a new head field is stored, listed, printed, changed, and refused when too long', async () => {
  const { documentTables, goodsDocuments, printFields } = contract;
  const { barcode } = await shop.product();
  const lines = [{ barcode, quantity: '2', unitPrice: '10' }];
  const said = (text: string) => ({ ...shop.input('purchaseIn', lines), [NAME]: text });
  const { id } = await server.call(goodsDocuments.add, said('A-17'));
  const read = await infoOf(id);
  expect(saysOf(read)).toBe('A-17');
  expect(Object.keys(documentTables.purchaseIn.columns)).toContain(NAME);
  expect(printFields('purchaseIn').facts).toContain(NAME);
  await server.call(goodsDocuments.update, { ...said('B-3'), id, version: read.version });
  const list = await server.request('GET', '/depotHead/list', { search: { kind: 'purchaseIn' } });
  expect(list.json().data.rows.map(saysOf)).toEqual(['B-3']);
  const refusal = await server.refusal(goodsDocuments.add, said('x'.repeat(101)));
  expect(refusal.data).toMatchObject({ field: NAME });
});

test('a kind without the new head field does not store the field', async () => {
  const { barcode } = await shop.product();
  const lines = [{ barcode, quantity: '1', unitPrice: '1' }];
  const body = { ...shop.input('otherIn', lines), [NAME]: 'A-17' };
  const { id } = await server.call(contract.goodsDocuments.add, body);
  expect(saysOf(await infoOf(id))).toBe('');
});
