import { partners, products } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import { asRole } from '../document/testShop.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
let near: string;
let far: string;
beforeAll(async () => {
  server = await aServer();
  near = (await server.call(partners.add, { type: 'supplier', name: 'Near' })).id;
  far = (await server.call(partners.add, { type: 'supplier', name: 'Far' })).id;
});
afterAll(() => server.stop());

let next = 700_000;
const single = (name: string, more: object = {}) => ({
  name,
  unitName: 'piece',
  barcodes: [{ code: String((next += 1)), unit: 'piece' }],
  ...more,
});
const offer = {
  code: 'N-1',
  price: '4.5',
  currency: 'USD',
  leadDays: 12,
  minimumOrder: '50',
  packSize: '10',
  preferred: true,
};
const suppliersOf = async (id: string, token?: string) =>
  (await server.call(products.infoCall, { id }, token)).suppliers;

test('suppliers of a product are saved, changed, replaced and removed', async () => {
  const { id, version } = await server.call(
    products.add,
    single('Offered', { suppliers: [{ supplierId: far }, { supplierId: near, ...offer }] }),
  );
  const [first, second] = await suppliersOf(id);
  expect(first).toEqual({ supplierId: near, supplierName: 'Near', ...offer });
  expect(second).toMatchObject({ supplierId: far, price: null, leadDays: null, preferred: false });
  const info = await server.call(products.infoCall, { id });
  const base = {
    id,
    name: 'Offered',
    barcodes: info.barcodes.map(({ id: row, code, unit }) => ({ id: row, code, unit })),
  };
  const changed = await server.call(products.update, { ...base, version });
  expect(await suppliersOf(id)).toHaveLength(2);
  const moved = await server.call(products.update, {
    ...base,
    version: changed.version,
    suppliers: [
      { supplierId: near, leadDays: null },
      { supplierId: far, preferred: true },
    ],
  });
  expect(await suppliersOf(id)).toMatchObject([
    { supplierId: far, preferred: true },
    { supplierId: near, price: '4.5', leadDays: null, code: 'N-1', preferred: false },
  ]);
  await server.call(products.update, { ...base, version: moved.version, suppliers: [] });
  expect(await suppliersOf(id)).toEqual([]);
});

test('non-suppliers, repeated suppliers and two preferred suppliers are refused by line', async () => {
  const customer = await server.call(partners.add, { type: 'customer', name: 'Buyer' });
  const refusalOf = (...suppliers: readonly object[]) =>
    server.refusal(products.add, single('Refused', { suppliers }));
  const place = { field: 'suppliers', line: 2 };
  expect(await refusalOf({ supplierId: near }, { supplierId: customer.id })).toMatchObject({
    key: 'record.missing',
    data: place,
  });
  expect(await refusalOf({ supplierId: near }, { supplierId: near })).toMatchObject({
    key: 'product.supplierTwice',
    data: { supplier: 'Near', ...place },
  });
  expect(
    await refusalOf({ supplierId: near, preferred: true }, { supplierId: far, preferred: true }),
  ).toMatchObject({ key: 'product.twoPreferred', data: place });
  expect((await refusalOf({ supplierId: near, packSize: '0' })).status).toBe(400);
});

test('a user without purchase prices sees no supplier prices, and keeps the prices when saving', async () => {
  const { id, version } = await server.call(
    products.add,
    single('Hidden price', { suppliers: [{ supplierId: near, ...offer }] }),
  );
  const token = await asRole({ server, company: server.company }, 'buyer', {
    hidden: ['purchase'],
    pages: ['/material/material'],
  });
  expect(await suppliersOf(id, token)).toMatchObject([{ price: null, leadDays: 12 }]);
  const info = await server.call(products.infoCall, { id });
  const base = {
    id,
    version,
    name: 'Hidden price',
    barcodes: info.barcodes.map(({ id: row, code, unit }) => ({ id: row, code, unit })),
  };
  const priced = { ...base, suppliers: [{ supplierId: near, price: '1' }] };
  expect((await server.refusal(products.update, priced, token)).key).toBe('access.denied');
  await server.call(
    products.update,
    { ...base, suppliers: [{ supplierId: near, leadDays: 3 }] },
    token,
  );
  expect(await suppliersOf(id)).toMatchObject([{ price: '4.5', leadDays: 3 }]);
});

test('a user without purchase prices cannot change the currency of a supplier price', async () => {
  const { id, version } = await server.call(
    products.add,
    single('Hidden currency', { suppliers: [{ supplierId: near, ...offer }] }),
  );
  const token = await asRole({ server, company: server.company }, 'counter', {
    hidden: ['purchase'],
    pages: ['/material/material'],
  });
  const { barcodes } = await server.call(products.infoCall, { id });
  const save = (
    ...suppliers: { supplierId: string; currency: string | null; leadDays?: number }[]
  ) => ({
    id,
    version,
    name: 'Hidden currency',
    barcodes: barcodes.map(({ id: row, code, unit }) => ({ id: row, code, unit })),
    suppliers,
  });
  for (const supplier of [
    { supplierId: near, currency: 'JPY' },
    { supplierId: near, currency: null },
    { supplierId: far, currency: 'USD' },
  ])
    expect((await server.refusal(products.update, save(supplier), token)).key).toBe(
      'access.denied',
    );
  const kept = { supplierId: near, currency: 'USD', leadDays: 5 };
  await server.call(products.update, save(kept, { supplierId: far, currency: null }), token);
  expect(await suppliersOf(id)).toMatchObject([
    { price: '4.5', currency: 'USD', leadDays: 5 },
    { supplierId: far, price: null, currency: null },
  ]);
});
