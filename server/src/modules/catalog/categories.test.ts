import { categories, categoryById, categoryTree, products } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

let next = 0;
const add = async (name: string, parentId?: string) => {
  next += 1;
  const saved = await server.call(categories.add, {
    name,
    number: `C${next}`,
    ...(parentId === undefined ? {} : { parentId }),
  });
  return saved.id;
};

test('categories make a tree, in display order', async () => {
  const tools = await add('Tools');
  const hammers = await add('Hammers', tools);
  const paint = await add('Paint');
  expect(await server.call(categoryTree, {})).toMatchObject([
    { id: tools, title: 'Tools', children: [{ id: hammers, title: 'Hammers', children: [] }] },
    { id: paint, title: 'Paint', children: [] },
  ]);
  expect(await server.call(categoryTree, { id: tools })).toMatchObject([{ id: paint }]);
  expect(await server.call(categoryById, { id: hammers })).toMatchObject({
    parentId: tools,
    parentName: 'Tools',
  });
});

test('a category name is unique among the children of its parent, a number in the company', async () => {
  const parent = await add('Garden');
  await add('Soil', parent);
  await add('Soil');
  expect(
    await server.refusal(categories.add, { name: 'Soil', number: 'X1', parentId: parent }),
  ).toMatchObject({ key: 'name.taken', data: { field: 'name' } });
  expect(await server.refusal(categories.add, { name: 'Soil', number: 'X2' })).toMatchObject({
    key: 'name.taken',
  });
  expect(await server.refusal(categories.add, { name: 'Seeds', number: 'C1' })).toMatchObject({
    key: 'category.numberTaken',
    data: { field: 'number' },
  });
});

test('a category name is searched among the children of the named parent', async () => {
  const parent = await add('Named parent');
  await add('Only below', parent);
  const taken = async (name: string, parentId?: string) =>
    (
      await server.call(categories.nameExists, {
        name,
        ...(parentId === undefined ? {} : { parentId }),
      })
    ).status;
  expect(await taken('Only below', parent)).toBe(true);
  expect(await taken('Only below')).toBe(false);
  expect(await taken('Named parent')).toBe(true);
});

test('a category cannot be moved below itself or a descendant', async () => {
  const top = await add('Top');
  const middle = await add('Middle', top);
  const low = await add('Low', middle);
  for (const parentId of [top, low]) {
    expect(
      await server.refusal(categories.update, {
        id: top,
        version: 1,
        name: 'Top',
        number: 'T1',
        parentId,
      }),
    ).toMatchObject({
      key: 'category.ownParent',
      data: { field: 'parentId' },
    });
  }
});

test('a category with children or products is not deleted', async () => {
  const parent = await add('Bricks');
  const child = await add('Red bricks', parent);
  expect(await server.refusal(categories.remove, { id: parent })).toMatchObject({
    key: 'category.hasChildren',
  });
  const product = await server.call(products.add, {
    name: 'Brick',
    unitName: 'piece',
    categoryId: child,
    barcodes: [{ code: '7001', unit: 'piece' }],
  });
  expect(await server.refusal(categories.remove, { id: child })).toMatchObject({
    key: 'record.inUse',
    data: { usedBy: 'Brick' },
  });
  await server.call(products.remove, { id: product.id });
  expect(await server.call(categories.removeBatch, { ids: child })).toEqual({ changed: 1 });
});

test('a parent of another company is reported missing', async () => {
  const other = await server.signIn('other');
  const theirs = await server.call(categories.add, { name: 'Theirs', number: 'O1' }, other);
  expect(
    await server.refusal(categories.add, { name: 'Ours', number: 'O2', parentId: theirs.id }),
  ).toMatchObject({
    key: 'record.missing',
    data: { field: 'parentId' },
  });
  expect(await server.refusal(categoryById, { id: theirs.id })).toMatchObject({
    key: 'record.missing',
  });
});
