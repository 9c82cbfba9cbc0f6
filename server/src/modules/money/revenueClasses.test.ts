import {
  inOutItems,
  revenueClassById,
  revenueClassTree,
  revenueClasses,
  roles,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

let next = 0;
type Type = 'income' | 'expense';
async function aClass(name: string, type: Type, parentId: string | null = null): Promise<string> {
  next += 1;
  return (await server.call(revenueClasses.add, { name, number: `R${next}`, type, parentId })).id;
}
const anItem = async (name: string, type: Type, classId: string | null = null): Promise<string> =>
  (await server.call(inOutItems.add, { name, type, classId })).id;

test('revenue classes form a tree, and a class takes the type of its parent', async () => {
  const running = await aClass('Running costs', 'expense');
  const rent = await aClass('Premises', 'income', running);
  expect(await server.call(revenueClassTree, {})).toMatchObject([
    { id: running, title: 'Running costs', children: [{ id: rent, children: [] }] },
  ]);
  expect(await server.call(revenueClassTree, { id: running })).toEqual([]);
  expect(await server.call(revenueClassById, { id: rent })).toMatchObject({
    parentName: 'Running costs',
    type: 'expense',
  });
});

test('a revenue class name is unique among the children of its parent', async () => {
  const parentId = await aClass('Named parent', 'income');
  await aClass('Only below', 'income', parentId);
  const taken = async (more: object) =>
    (await server.call(revenueClasses.nameExists, { name: 'Only below', ...more })).status;
  expect(await taken({ parentId })).toBe(true);
  expect(await taken({})).toBe(false);
  expect(
    await server.refusal(revenueClasses.add, {
      name: 'Only below',
      number: 'X',
      type: 'income',
      parentId,
    }),
  ).toMatchObject({ key: 'name.taken', data: { field: 'name' } });
  expect(
    await server.refusal(revenueClasses.add, { name: 'Free', number: `R${next}`, type: 'income' }),
  ).toMatchObject({ key: 'revenueClass.numberTaken' });
});

test('the type of a revenue class cannot change while subclasses or items use the class', async () => {
  const top = await aClass('Stays above', 'income');
  const low = await aClass('Stays below', 'income', top);
  const turned = (id: string, name: string, parentId: string | null = null) =>
    server.refusal(revenueClasses.update, {
      id,
      version: 1,
      name,
      number: `T${id}`,
      type: 'expense',
      parentId,
    });
  expect(await turned(top, 'Stays above')).toMatchObject({ key: 'revenueClass.typeStays' });
  await anItem('Points at it', 'income', low);
  const other = await aClass('Other type', 'expense');
  expect(await turned(low, 'Stays below', other)).toMatchObject({ key: 'revenueClass.typeStays' });
  expect(await turned(top, 'Stays above', low)).toMatchObject({ key: 'revenueClass.ownParent' });
});

test('an income or expense item uses a revenue class of its type without subclasses', async () => {
  const top = await aClass('Sales beside', 'income');
  const leaf = await aClass('Scrap', 'income', top);
  const refusal = (classId: string, type: Type = 'income') =>
    server.refusal(inOutItems.add, { name: 'Refused', type, classId });
  expect(await refusal(top)).toMatchObject({
    key: 'revenueClass.notLeaf',
    data: { field: 'classId' },
  });
  expect(await refusal(leaf, 'expense')).toMatchObject({ key: 'revenueClass.otherType' });
  const theirs = await server.signIn('other');
  const { id: foreign } = await server.call(
    revenueClasses.add,
    { name: 'Theirs', number: 'O1', type: 'income' },
    theirs,
  );
  expect(await refusal(foreign)).toMatchObject({ key: 'record.missing' });

  const id = await anItem('Scrap sold', 'income', leaf);
  expect(await server.call(inOutItems.infoCall, { id })).toMatchObject({
    classId: leaf,
    className: 'Scrap',
  });
  expect(
    await server.refusal(revenueClasses.add, {
      name: 'Below',
      number: 'B',
      type: 'income',
      parentId: leaf,
    }),
  ).toMatchObject({ key: 'revenueClass.hasItems', data: { field: 'parentId' } });
  expect(
    await server.refusal(inOutItems.update, {
      id,
      version: 1,
      name: 'Scrap sold',
      type: 'expense',
      classId: leaf,
    }),
  ).toMatchObject({ key: 'revenueClass.otherType' });
});

test('a class with subclasses, or with items, is not deleted', async () => {
  const top = await aClass('Held', 'expense');
  const leaf = await aClass('Held leaf', 'expense', top);
  const item = await anItem('Holds it', 'expense', leaf);
  expect(await server.refusal(revenueClasses.remove, { id: top })).toMatchObject({
    key: 'revenueClass.hasChildren',
  });
  expect(await server.refusal(revenueClasses.remove, { id: leaf })).toMatchObject({
    key: 'record.inUse',
    data: { usedBy: 'Holds it' },
  });
  await server.call(inOutItems.remove, { id: item });
  expect(await server.call(revenueClasses.removeBatch, { ids: leaf })).toEqual({ changed: 1 });
});

test('items are found by their class, or by any class above', async () => {
  const top = await aClass('Found above', 'expense');
  const one = await aClass('Found one', 'expense', top);
  const two = await aClass('Found two', 'expense', top);
  await anItem('In one', 'expense', one);
  await anItem('In two', 'expense', two);
  await anItem('In none', 'expense');
  const found = async (revenueClass: string) => {
    const reply = await server.request('GET', inOutItems.table.path, { search: { revenueClass } });
    const { rows } = reply.json<{ data: { rows: { name: string; className: string }[] } }>().data;
    return rows.map(({ name, className }) => `${name}: ${className}`).toSorted();
  };
  expect(await found(top)).toEqual(['In one: Found one', 'In two: Found two']);
  expect(await found(one)).toEqual(['In one: Found one']);
});

test('a class never has both items and subclasses when both are added at once', async () => {
  for (let round = 0; round < 20; round += 1) {
    const parentId = await aClass(`Raced ${round}`, 'income');
    const done = await Promise.allSettled([
      anItem(`Raced item ${round}`, 'income', parentId),
      aClass(`Raced below ${round}`, 'income', parentId),
    ]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('a role needs the page of revenue classes, and its button to write', async () => {
  const { id: roleId } = await server.call(roles.add, { name: 'Only looks', dataScope: 'all' });
  await server.addUser({ loginName: 'onlooker', roleId });
  const token = await server.signIn('onlooker');
  const given = { name: 'Mine', number: 'M1', type: 'income' as const };
  expect(await server.refusal(revenueClasses.add, given, token)).toMatchObject({
    key: 'access.denied',
  });
});

test('the database itself refuses an item of another type than its class', async () => {
  const leaf = await aClass('Walled', 'income');
  await expect(
    sql`
      insert into in_out_item (tenant_id, type, name, class_id)
      select tenant_id, 'expense', 'Against the wall', id from revenue_class where id = ${leaf}`.execute(
      server.database.admin,
    ),
  ).rejects.toThrow(/in_out_item__class/);
});

test('the database itself refuses a class of another type than its parent', async () => {
  const top = await aClass('Walled above', 'income');
  await expect(
    sql`
      insert into revenue_class (tenant_id, type, name, number, parent_id)
      select tenant_id, 'expense', 'Against it', 'W', id from revenue_class where id = ${top}`.execute(
      server.database.admin,
    ),
  ).rejects.toThrow(/revenue_class__parent/);
  await expect(
    sql`update revenue_class set type = 'expense' where id = ${await aClass('Walled below', 'income', top)}`.execute(
      server.database.admin,
    ),
  ).rejects.toThrow(/revenue_class__parent/);
});

test('a moved revenue class takes its new parent’s type, and is refused with items inside', async () => {
  const [income, cost] = [await aClass('Move to', 'income'), await aClass('Move from', 'expense')];
  const bare = await aClass('Moved bare', 'expense', cost);
  const move = { id: bare, version: 1, name: 'Moved bare', number: 'MB', type: 'expense' as const };
  await server.call(revenueClasses.update, { ...move, parentId: income });
  expect(await server.call(revenueClasses.infoCall, { id: bare })).toMatchObject({
    type: 'income',
  });
  const full = await aClass('Moved full', 'expense', cost);
  await anItem('Rides along', 'expense', full);
  const held = { id: full, version: 1, name: 'Moved full', number: 'MF', type: 'income' as const };
  expect(await server.refusal(revenueClasses.update, { ...held, parentId: income })).toMatchObject({
    key: 'revenueClass.typeStays',
  });
  expect(await server.call(revenueClasses.infoCall, { id: full })).toMatchObject({
    type: 'expense',
    parentId: cost,
  });
  expect(await server.database.violations()).toEqual([]);
});
