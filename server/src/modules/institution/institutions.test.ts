import { institutionById, institutionTree, institutions, partners } from '@tradehouse/contract';
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
const add = async (name: string, parentId?: string, token?: string): Promise<string> => {
  next += 1;
  const input = { name, number: `I${next}`, ...(parentId === undefined ? {} : { parentId }) };
  return (await server.call(institutions.add, input, token ?? {})).id;
};

/** A user of a role that opens the page with its edit button and sees so much. */
async function clerk(
  loginName: string,
  dataScope: 'all' | 'institution' | 'own',
  institutionId?: string,
): Promise<string> {
  const { tenantId } = server.company;
  const roleId = await server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope) values (${tenantId}, ${loginName}, ${dataScope})
      returning id`.execute(tx);
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      values (${tenantId}, ${rows[0]?.id}, '/system/organization', '{1}')`.execute(tx);
    return rows[0]?.id ?? '';
  });
  await server.addUser({
    loginName,
    roleId,
    ...(institutionId === undefined ? {} : { institutionId }),
  });
  return server.signIn(loginName);
}

test('institutions make a tree, in display order', async () => {
  const head = await add('Head office');
  const east = await add('East', head);
  expect(await server.call(institutionTree, {})).toMatchObject([
    { id: head, title: 'Head office', children: [{ id: east, title: 'East', children: [] }] },
  ]);
  expect(await server.call(institutionTree, { id: east })).toMatchObject([
    { id: head, children: [] },
  ]);
  expect(await server.call(institutionById, { id: east })).toMatchObject({
    parentName: 'Head office',
    users: 0,
  });
});

test('an institution is a company, a department or a shop, and a department by default', async () => {
  const shop = { name: 'Corner shop', number: 'SHOP', institutionType: 'shop' } as const;
  const { id } = await server.call(institutions.add, shop);
  expect(await server.call(institutions.infoCall, { id })).toMatchObject({
    institutionType: 'shop',
  });
  const plain = await add('Plain');
  expect(await server.call(institutions.infoCall, { id: plain })).toMatchObject({
    institutionType: 'department',
  });
  const wrong = { ...shop, id, version: 1, institutionType: 'planet' as never };
  expect(await server.refusal(institutions.update, wrong)).toMatchObject({ key: 'request.field' });
  const search = JSON.stringify({ institutionType: 'shop' });
  const listed = await server.request('GET', institutions.table.path, { search });
  expect(listed.json<{ data: { rows: unknown[] } }>().data.rows).toEqual([
    expect.objectContaining({ id, institutionType: 'shop' }),
  ]);
});

test('name and number are unique in the company', async () => {
  await server.call(institutions.add, { name: 'Once', number: 'ONE' });
  expect(await server.refusal(institutions.add, { name: 'Once', number: 'TWO' })).toMatchObject({
    key: 'name.taken',
    data: { field: 'name' },
  });
  expect(await server.refusal(institutions.add, { name: 'Twice', number: 'ONE' })).toMatchObject({
    key: 'institution.numberTaken',
    data: { field: 'number' },
  });
  expect(await server.call(institutions.nameExists, { name: 'Once' })).toEqual({ status: true });
  expect(await server.call(institutions.nameExists, { name: 'Free' })).toEqual({ status: false });
});

test('an institution cannot be moved below itself or a descendant', async () => {
  const top = await add('Top');
  const low = await add('Low', await add('Middle', top));
  for (const parentId of [top, low]) {
    expect(
      await server.refusal(institutions.update, {
        id: top,
        version: 1,
        name: 'Top',
        number: 'TOP',
        parentId,
      }),
    ).toMatchObject({ key: 'institution.ownParent', data: { field: 'parentId' } });
  }
});

test('an institution with subordinate institutions is not deleted', async () => {
  const parent = await add('Parent');
  const child = await add('Child', parent);
  expect(await server.refusal(institutions.remove, { id: parent })).toMatchObject({
    key: 'institution.hasChildren',
  });
  expect(await server.call(institutions.removeBatch, { ids: child })).toEqual({ changed: 1 });
  expect(await server.call(institutions.remove, { id: parent })).toEqual({ changed: 1 });
});

test('an institution with users or partners is not deleted', async () => {
  const staffed = await add('Staffed');
  await server.addUser({ loginName: 'member', institutionId: staffed });
  expect(await server.refusal(institutions.remove, { id: staffed })).toMatchObject({
    key: 'record.inUse',
    data: { usedBy: 'member' },
  });
  const beside = await add('Beside');
  await server.arrange(server.company, (tx) =>
    sql`
      insert into user_institution (tenant_id, user_id, institution_id)
      select tenant_id, id, ${beside} from app_user where login_name = 'member'`.execute(tx),
  );
  expect(await server.refusal(institutions.remove, { id: beside })).toMatchObject({
    key: 'record.inUse',
    data: { place: 'app_user', usedBy: 'member' },
  });
  expect(await server.call(institutionById, { id: beside })).toMatchObject({ users: 1 });
  const selling = await add('Selling');
  const { id } = await server.call(partners.add, { type: 'customer', name: 'Of selling' });
  await server.arrange(server.company, (tx) =>
    sql`update partner set institution_id = ${selling} where tenant_id = ${server.company.tenantId} and id = ${id}`.execute(
      tx,
    ),
  );
  expect(await server.refusal(institutions.remove, { id: selling })).toMatchObject({
    key: 'record.inUse',
    data: { usedBy: 'Of selling' },
  });
});

test('a user with partial scope cannot move or add institutions beyond the scope', async () => {
  const head = await add('Main');
  const branch = await add('Branch', head);
  const other = await add('Neighbour', head);
  const token = await clerk('of branch', 'institution', branch);
  const below = await add('Below branch', branch, token);
  const fields = { name: 'Neighbour', number: 'NB' };
  const denied = { key: 'access.denied' };
  expect(
    await server.refusal(
      institutions.update,
      { ...fields, id: other, version: 1, parentId: branch },
      token,
    ),
  ).toMatchObject(denied);
  expect(
    await server.refusal(institutions.add, { name: 'Roof', number: 'RF' }, token),
  ).toMatchObject(denied);
  expect(await server.refusal(institutions.remove, { id: other }, token)).toMatchObject(denied);
  expect(
    await server.refusal(
      institutions.update,
      { name: 'Below branch', number: 'BB', id: below, version: 1, parentId: other },
      token,
    ),
  ).toMatchObject(denied);
  expect(
    await server.call(
      institutions.update,
      { name: 'Renamed', number: 'BB', id: below, version: 1 },
      token,
    ),
  ).toMatchObject({ version: 2 });
  const own = await clerk('of nothing', 'own');
  expect(
    await server.refusal(institutions.add, { ...fields, parentId: branch }, own),
  ).toMatchObject(denied);
});

test('institutions of another company are reported missing', async () => {
  const other = await server.signIn('other');
  const theirs = await add('Theirs', undefined, other);
  expect(
    await server.refusal(institutions.add, { name: 'Ours', number: 'OURS', parentId: theirs }),
  ).toMatchObject({ key: 'record.missing', data: { field: 'parentId' } });
  expect(await server.refusal(institutionById, { id: theirs })).toMatchObject({
    key: 'record.missing',
  });
  expect(await server.refusal(institutions.remove, { id: theirs })).toMatchObject({
    key: 'record.missing',
  });
});
