import { functions, menu } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
let operator: string;
beforeAll(async () => {
  server = await aServer();
  operator = await server.signIn('admin');
});
afterAll(() => server.stop());

let next = 900_000;
const fields = (name: string, parentNumber = '0') => {
  next += 1;
  return {
    number: String(next),
    nameZh: `${name}页`,
    nameEn: name,
    parentNumber,
    url: `/test/${next}`,
    component: '/system/UnitList',
    sort: '0990',
    buttons: ['1', '4'] as ('1' | '4')[],
  };
};
const add = async (name: string, parentNumber?: string) => {
  const given = fields(name, parentNumber);
  return { ...given, ...(await server.call(functions.add, given, operator)) };
};
const refused = (endpoint: typeof functions.add | typeof functions.update, input: object) =>
  server.refusal(endpoint, input, operator);
const page = async (url: string) => {
  const { rows } = await sql<{ id: string }>`select id from function where url = ${url}`.execute(
    server.database.admin,
  );
  return server.call(functions.infoCall, { id: rows[0]?.id ?? '' }, operator);
};

test('an added page appears in the menu until disabled', async () => {
  const added = await add('Fresh', '0102');
  const inMenu = async (): Promise<boolean> =>
    JSON.stringify(await server.call(menu, {})).includes('"Fresh"');
  server.app.kernel.sessions.forgetAll();
  expect(await inMenu()).toBe(true);
  await server.call(functions.update, { ...added, enabled: false }, operator);
  server.app.kernel.sessions.forgetAll();
  expect(await inMenu()).toBe(false);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example/x',
  '/\\evil.example',
  'https://bank.example@evil.example/',
  'https://${loginName}@evil.example/',
  'http:evil.example',
  'ftp://evil.example/',
  'https://${unclosed',
  'JavaScript:alert(1)',
])('an address with a disguised or unsafe target is refused: %s', async (url) => {
  expect(await refused(functions.add, { ...fields('Away'), url })).toMatchObject({
    key: 'function.url',
    data: { field: 'url' },
  });
});

test('number, names and address of a menu page are unique', async () => {
  const taken = await add('Taken');
  const { id: _id, version: _version, ...given } = taken;
  const free = fields('Other');
  expect(await refused(functions.add, { ...free, number: given.number })).toMatchObject({
    key: 'function.numberTaken',
    data: { field: 'number' },
  });
  for (const field of ['nameZh', 'nameEn', 'url'] as const)
    expect(await refused(functions.add, { ...free, [field]: given[field] })).toMatchObject({
      key: 'name.taken',
      data: { field },
    });
  const asked = (name: string) => server.call(functions.nameExists, { name }, operator);
  expect([await asked('Taken'), await asked('Taken页'), await asked('Untaken')]).toEqual([
    { status: true },
    { status: true },
    { status: false },
  ]);
  const { number } = given;
  expect(await server.call(functions.numberExists, { number }, operator)).toEqual({ status: true });
  expect(await server.call(functions.numberExists, { number, id: taken.id }, operator)).toEqual({
    status: false,
  });
});

test('a menu page is not moved below its children, and children follow a renumbered page', async () => {
  const top = await add('Top');
  const low = await add('Low', top.number);
  expect(await refused(functions.add, fields('Lost', '123456'))).toMatchObject({
    key: 'record.missing',
    data: { field: 'parentNumber' },
  });
  for (const parentNumber of [top.number, low.number])
    expect(await refused(functions.update, { ...top, parentNumber })).toMatchObject({
      key: 'function.ownParent',
    });
  await server.call(functions.update, { ...top, number: '777777' }, operator);
  expect(await server.call(functions.infoCall, { id: low.id }, operator)).toMatchObject({
    parentNumber: '777777',
    parentName: 'Top',
  });
  const tree = await server.call(functions.tree, {}, operator);
  expect(JSON.stringify(tree)).toContain('"title":"Low"');
  const without = await server.call(functions.tree, { id: top.id }, operator);
  expect(JSON.stringify(without)).not.toContain('"title":"Low"');
});

describe('a page is not deleted', () => {
  test('while child pages exist', async () => {
    const top = await add('Above');
    const low = await add('Below', top.number);
    expect(await server.refusal(functions.remove, { id: top.id }, operator)).toMatchObject({
      key: 'function.hasChildren',
    });
    expect(await server.call(functions.removeBatch, { ids: low.id }, operator)).toEqual({
      changed: 1,
    });
    expect(await server.call(functions.remove, { id: top.id }, operator)).toEqual({ changed: 1 });
  });

  test('while the page belongs to the product', async () => {
    const { id } = await page('/system/unit');
    expect(await server.refusal(functions.remove, { id }, operator)).toMatchObject({
      key: 'function.own',
    });
  });
});

test('the menu page and its group cannot be disabled, and a stale change is refused', async () => {
  const { parentName: _parent, ...own } = await page('/system/function');
  expect(await refused(functions.update, { ...own, enabled: false })).toMatchObject({
    key: 'function.needed',
  });
  const { parentName: _none, ...group } = await page('/system');
  expect(await refused(functions.update, { ...group, enabled: false })).toMatchObject({
    key: 'function.needed',
  });
  const added = await add('Changing');
  await server.call(functions.update, { ...added, sort: '0991' }, operator);
  expect(await refused(functions.update, { ...added, sort: '0992' })).toMatchObject({
    key: 'record.stale',
  });
});

test('a company user can neither read nor change the menu', async () => {
  for (const [endpoint, input] of [
    [functions.add, fields('Mine')],
    [functions.remove, { id: '1' }],
    [functions.infoCall, { id: '1' }],
    [functions.tree, {}],
  ] as const)
    expect(await server.refusal(endpoint, input)).toMatchObject({ key: 'access.denied' });
  const list = await server.request('GET', functions.table.path);
  expect(list.statusCode).toBe(403);
});
