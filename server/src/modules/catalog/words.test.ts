import {
  brandChoices,
  brands,
  productTable,
  products,
  propertyAliases,
  propertyInfo,
  propertyTable,
  serviceChoices,
  services,
  updateProperty,
} from '@tradehouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

let next = 800_000;
const aProduct = (name: string, more: object = {}) => {
  next += 1;
  return {
    name,
    unitName: 'piece',
    barcodes: [{ code: String(next), unit: 'piece' }],
    ...more,
  };
};

describe('a brand', () => {
  test('is searchable under its new name and cannot be deleted while products use the brand', async () => {
    const { id, version } = await server.call(brands.add, { code: 'FL', name: '飞鹿' });
    await server.call(products.add, aProduct('Branded', { brandId: id }));
    await server.call(brands.update, { id, version, code: 'FL', name: '飞鹿牌', sort: 3 });
    const found = await server.request('GET', productTable.path, { search: { keyword: '飞鹿牌' } });
    expect(found.json()).toMatchObject({ data: { total: 1, rows: [{ brand: '飞鹿牌' }] } });
    const listed = await server.request('GET', brands.table.path, { search: { code: 'FL' } });
    expect(listed.json()).toMatchObject({ data: { total: 1, rows: [{ products: 1, sort: 3 }] } });
    expect(await server.refusal(brands.remove, { id })).toMatchObject({
      key: 'record.inUse',
      data: { usedBy: 'Branded' },
    });
  });

  test('is offered while enabled, in the chosen order', async () => {
    const { id } = await server.call(brands.add, { code: 'Z1', name: 'Zed', sort: -1 });
    expect((await server.call(brandChoices, {}))[0]).toEqual({ id, name: 'Zed', code: 'Z1' });
    await server.call(brands.setStatus, { ids: id, status: '0' });
    expect((await server.call(brandChoices, {})).map((one) => one.id)).not.toContain(id);
  });

  test.each([
    [{ code: 'FL', name: 'Another' }, 'brand.codeTaken', 'code'],
    [{ code: 'OT', name: '飞鹿牌' }, 'name.taken', 'name'],
    [{ code: 'O', name: 'Short' }, 'request.field', 'code'],
    [{ code: 'OT', name: 'S' }, 'request.field', 'name'],
  ])('%j is refused: %s', async (fields, key, field) => {
    expect(await server.refusal(brands.add, fields)).toMatchObject({ key, data: { field } });
  });
});

describe('a value-added service', () => {
  test('has a fee by order, piece or weight, and is offered while enabled', async () => {
    const { id } = await server.call(services.add, {
      name: 'Gift wrap',
      fee: '2.50',
      chargeMode: 'piece',
    });
    expect(await server.call(serviceChoices, {})).toEqual([
      { id, name: 'Gift wrap', fee: '2.5', chargeMode: 'piece' },
    ]);
    const listed = await server.request('GET', services.table.path, {
      search: { chargeMode: 'piece' },
    });
    expect(listed.json()).toMatchObject({ data: { total: 1, rows: [{ fee: '2.5' }] } });
    await server.call(services.setStatus, { ids: id, status: '0' });
    expect(await server.call(serviceChoices, {})).toEqual([]);
  });

  test.each([
    [{ name: 'Gift wrap', fee: '1', chargeMode: 'order' }, 'name.taken', 'name'],
    [{ name: 'Other', fee: '-1', chargeMode: 'order' }, 'request.field', 'fee'],
    [{ name: 'Other', fee: '1.234', chargeMode: 'order' }, 'request.field', 'fee'],
    [{ name: 'Other', fee: '1', chargeMode: 'hour' }, 'request.field', 'chargeMode'],
  ])('%j is refused: %s', async (fields, key, field) => {
    expect(await server.refusal(services.add, fields)).toMatchObject({ key, data: { field } });
  });
});

test('the three properties have plain names until the company names them', async () => {
  const listed = await server.request('GET', propertyTable.path, {});
  expect(listed.json<{ data: { rows: unknown[] } }>().data.rows).toHaveLength(3);
  expect(await server.call(propertyAliases, {})).toEqual([]);
  await server.call(updateProperty, { id: '2', version: 0, alias: '保养说明' });
  expect(await server.call(propertyAliases, {})).toEqual([
    { nativeName: 'propertyTwo', alias: '保养说明' },
  ]);
  expect(
    await server.refusal(updateProperty, { id: '2', version: 0, alias: 'Late' }),
  ).toMatchObject({ key: 'record.stale' });
  await server.call(updateProperty, { id: '2', version: 1, alias: 'Care' });
  expect(await server.call(propertyInfo, { id: '2' })).toMatchObject({ alias: 'Care', version: 2 });
  expect(
    await server.refusal(updateProperty, { id: '4', version: 0, alias: 'A fourth' }),
  ).toMatchObject({ key: 'record.missing' });
  expect(await server.call(propertyAliases, {}, await server.signIn('other'))).toEqual([]);
});
