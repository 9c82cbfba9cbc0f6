// Fields of a requisition besides goods: required date, requester, institution, suggested supplier.
import {
  barcodesForLine,
  documentTables,
  documentToConvert,
  goodsDocuments,
  partners,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aStockedServer } from '../testShop.ts';

const { server, shop, one } = await aStockedServer('1');

const page = '/bill/purchase_apply';
const time = '2026-03-10T04:00:00Z';

/** Somebody who writes requisitions and orders; their institution, and what they don't see. */
async function buyer(name: string, hidden: readonly string[] = []): Promise<string> {
  const { tenantId } = shop.company;
  const { roleId, institutionId } = await server.arrange(shop.company, async (tx) => {
    const id = async (query: ReturnType<typeof sql<{ id: string }>>) =>
      (await query.execute(tx)).rows[0]?.id ?? '';
    const role = await id(sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, ${name}, 'all', ${hidden}) returning id`);
    await sql`insert into role_function (tenant_id, role_id, function_url, buttons)
      select ${tenantId}, ${role}, url, '{1,2,7}' from unnest(${[page, '/bill/purchase_order']}::text[]) url
      on conflict do nothing`.execute(tx);
    const institution = await id(sql<{ id: string }>`
      insert into institution (tenant_id, number, name)
      values (${tenantId}, ${name}, ${`${name}'s department`}) returning id`);
    return { roleId: role, institutionId: institution };
  });
  await server.addUser({ loginName: name, roleId, institutionId });
  return server.signIn(name);
}

const asked = (more: object = {}) => ({
  ...shop.input('purchaseRequest', [{ barcode: one.barcode, quantity: '2' }]),
  time,
  ...more,
});

const listed = async (search: object, token: string) => {
  const { path, kind } = documentTables.purchaseRequest;
  const reply = await server.request('GET', path, { search: { kind, ...search } }, token);
  return reply.json<{ data: { rows: Record<string, unknown>[] } }>().data.rows;
};

test('a requisition keeps and is found by required date, with requester and institution', async () => {
  const token = await buyer('ann');
  const early = { ...asked(), requiredOn: '2026-03-09' };
  expect(await server.refusal(goodsDocuments.add, early, token)).toMatchObject({
    key: 'document.requiredDate',
    data: { field: 'requiredOn' },
  });
  const input = { ...asked(), requiredOn: '2026-03-20' };
  const { id, version } = await server.call(goodsDocuments.add, input, token);
  const says = {
    requiredOn: '2026-03-20',
    creatorName: 'ann',
    institutionName: "ann's department",
  };
  expect(await server.call(goodsDocuments.info, { id }, token)).toMatchObject(says);
  const within = (from: string, to: string) =>
    listed({ requiredOn: [from, to], time: ['2026-03-01', '2026-03-31'] }, token);
  expect(await within('2026-03-20', '2026-03-20')).toMatchObject([says]);
  expect(await within('2026-03-21', '2026-03-31')).toEqual([]);
  await server.call(goodsDocuments.update, { ...input, id, version, requiredOn: null }, token);
  expect((await server.call(goodsDocuments.info, { id }, token)).requiredOn).toBeNull();
});

test('kinds that request no goods store no required date', async () => {
  const order = await shop.goods('purchaseOrder', [{ ...lineOf('1'), unitPrice: '3' }], {
    requiredOn: '2020-01-01',
  });
  expect((await server.call(goodsDocuments.info, { id: order.id })).requiredOn).toBeNull();
});

const lineOf = (quantity: string) => ({ barcode: one.barcode, quantity });

const info = (id: string, token?: string) =>
  server.call(goodsDocuments.info, { id }, token === undefined ? {} : { token });

test('requisition lines suggest a supplier and show the reference price', async () => {
  const suggests = (supplierId: string | null) =>
    shop.input('purchaseRequest', [{ ...lineOf('2'), supplierId }]);
  for (const stranger of [shop.customer, '999999'])
    expect(await server.refusal(goodsDocuments.add, suggests(stranger))).toMatchObject({
      key: 'document.partnerMissing',
      data: { field: 'supplierId', line: 1 },
    });
  const input = suggests(shop.otherSupplier);
  const { id, version } = await server.call(goodsDocuments.add, input);
  await priced('7.5');
  const { supplierId, supplierName, referencePrice } = (await info(id)).lines[0] ?? {};
  expect([supplierId, referencePrice]).toEqual([shop.otherSupplier, '7.5']);
  expect(await server.refusal(partners.remove, { id: shop.otherSupplier })).toMatchObject({
    key: 'record.inUse',
  });
  const lines = input.lines.map((asked) => ({ ...asked, line: 1 }));
  await server.call(goodsDocuments.update, { ...input, lines, id, version, status: '1' });
  const offer = await server.call(documentToConvert, { ids: id, kind: 'purchaseOrder' });
  expect(offer).toMatchObject({
    partnerId: null,
    lines: [{ supplierId: shop.otherSupplier, supplierName, unitPrice: '7.5' }],
  });
  const order = await shop.goods('purchaseOrder', [
    {
      ...lineOf('2'),
      unitPrice: '7.5',
      supplierId: shop.supplier,
      sourceDocumentId: id,
      sourceLine: 1,
    },
  ]);
  expect((await info(order.id)).lines[0]).toMatchObject({ supplierId: null, referencePrice: null });
  expect((await info(id)).status).toBe('2');
  expect(await shop.broken()).toEqual([]);
});

test('a change of the suggested supplier is logged, and other changes keep the supplier', async () => {
  const first = shop.input('purchaseRequest', [{ ...lineOf('2'), supplierId: shop.supplier }]);
  const { id, version } = await server.call(goodsDocuments.add, first);
  const change = (at: number, more: object) =>
    server.call(goodsDocuments.update, {
      ...first,
      id,
      version: at,
      lines: [{ ...lineOf('2'), line: 1, ...more }],
    });
  await change(version, {});
  expect((await info(id)).lines[0]?.supplierId).toBe(shop.supplier);
  await change(version + 1, { supplierId: null });
  expect((await info(id)).lines[0]?.supplierId).toBeNull();
  const logged = await server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ supplier: string | null }>`
      select before -> 'line 1' ->> 'supplierId' as supplier from audit_log
      where tenant_id = ${shop.company.tenantId} and subject_id = ${id} and action = 'update'
        and before -> 'line 1' ? 'supplierId'`.execute(tx);
    return rows;
  });
  expect(logged).toEqual([{ supplier: shop.supplier }]);
});

test('a reference price is hidden without purchase-price rights', async () => {
  await priced('7.5');
  const token = await buyer('bob', ['purchase']);
  const { id } = await shop.goods('purchaseRequest', [lineOf('1')]);
  const looked = { barCode: one.barcode, kind: 'purchaseRequest' };
  const prices = async (as: object) => [
    (await server.call(goodsDocuments.info, { id }, as)).lines[0]?.referencePrice,
    (await server.call(barcodesForLine, looked, as))[0]?.price,
  ];
  expect(await prices({})).toEqual(['7.5', '7.5']);
  expect(await prices({ token })).toEqual([null, null]);
});

test('the retail price of goods is hidden without retail-price rights', async () => {
  const tokens = [await buyer('carl', []), await buyer('dora', ['retail'])];
  const retailPrice = async (as: object) =>
    (await server.call(barcodesForLine, { barCode: one.barcode, kind: 'purchaseRequest' }, as))[0]
      ?.retailPrice;
  expect(await retailPrice({})).toBe('25');
  expect(await Promise.all(tokens.map((token) => retailPrice({ token })))).toEqual(['25', null]);
});

/** The product costs this from now on. */
const priced = (price: string) =>
  server.arrange(shop.company, (tx) =>
    sql`update barcode set purchase_price = ${price}
      where tenant_id = ${shop.company.tenantId} and code = ${one.barcode}`.execute(tx),
  );
