// New line fields without code of their own: a database column and an entry among the fields for each.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { TestServer } from '../../testing.ts';
import type { Shop } from './testShop.ts';

let server: TestServer;
let shop: Shop;
let contract: typeof import('@tradehouse/contract');

beforeAll(async () => {
  // Before anything is derived of them.
  const { lineFields } = await import('@tradehouse/contract/lineFields');
  const is = await import('@tradehouse/contract/fieldTypes');
  const plain = { body: 'any', plain: { width: 90 } } as const;
  const inTrade = {
    enters: plain,
    prints: true,
    kinds: ({ trade }: { trade: unknown }) => trade !== null,
  };
  Object.assign(lineFields, {
    shelfCard: { is: is.textType(20), keeps: 'shelf_card', ...inTrade },
    checkedOn: { is: is.day, keeps: 'checked_on', ...inTrade },
  });
  contract = await import('@tradehouse/contract');
  const [{ aServer }, { aShop }] = await Promise.all([
    import('../../testing.ts'),
    import('./testShop.ts'),
  ]);
  server = await aServer();
  await sql`alter table document_line add column shelf_card text not null default '', add column checked_on date`.execute(
    server.database.admin,
  );
  shop = await aShop(server);
});
afterAll(() => server.stop());

const said = { shelfCard: 'A-17', checkedOn: '2026-03-01' } as const;
const blank = { shelfCard: '', checkedOn: null } as const;
const input = async (kind: 'purchaseIn' | 'otherIn', plain: object = said) => {
  const { barcode } = await shop.product();
  return shop.input(kind, [{ barcode, quantity: '2', unitPrice: '10', ...plain }]);
};
const infoOf = (id: string) => server.call(contract.goodsDocuments.info, { id });

test('new line fields are stored, printed and changed', async () => {
  const { goodsDocuments, printFields } = contract;
  const body = await input('purchaseIn');
  const { id } = await server.call(goodsDocuments.add, body);
  const { lines, version } = await infoOf(id);
  expect(lines).toMatchObject([said]);
  expect(printFields('purchaseIn').lines).toEqual(expect.arrayContaining(Object.keys(said)));
  const [line] = body.lines;
  const changed = { ...line, line: lines[0]?.line, shelfCard: 'B-3', checkedOn: null };
  await server.call(goodsDocuments.update, { ...body, id, version, lines: [changed] } as never);
  expect((await infoOf(id)).lines).toMatchObject([{ shelfCard: 'B-3', checkedOn: null }]);
});

test('new line fields survive approval and are copied to converted documents', async () => {
  const { goodsDocuments, documentToConvert } = contract;
  const { id } = await server.call(goodsDocuments.add, await input('purchaseIn'));
  await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
  expect((await infoOf(id)).lines).toMatchObject([said]);
  const given = await server.call(documentToConvert, { ids: id, kind: 'purchaseBack' });
  expect(given.lines).toMatchObject([said]);
});

test('a value above the maximum length of a new line field is refused with the field', async () => {
  const body = await input('purchaseIn', { shelfCard: 'x'.repeat(21) });
  const refusal = await server.refusal(contract.goodsDocuments.add, body);
  expect(refusal.data).toMatchObject({ field: expect.stringContaining('shelfCard') as unknown });
});

test('a kind without the new line fields does not store the fields', async () => {
  const { id } = await server.call(contract.goodsDocuments.add, await input('otherIn'));
  expect((await infoOf(id)).lines).toMatchObject([blank]);
});

test('new line fields are kept when saved without amount rights', async () => {
  await server.addUser({ loginName: 'keeper', role: 'manager', hideAmounts: true });
  const token = await server.signIn('keeper');
  const { unitPrice: _, ...line } = (await input('purchaseIn')).lines[0] ?? {};
  const body = { ...(await input('purchaseIn')), lines: [line] };
  const { id } = await server.call(contract.goodsDocuments.add, body as never, token);
  expect((await infoOf(id)).lines).toMatchObject([said]);
});
