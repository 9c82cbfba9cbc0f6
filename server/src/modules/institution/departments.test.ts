import {
  currentDepartments,
  currentUser,
  goodsDocuments,
  institutions,
  partners,
  selectDepartment,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../kernel/access/index.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { aShop } from '../document/testShop.ts';
import type { Shop } from '../document/testShop.ts';
import { saveUserInstitutions, userInstitutions } from './membership.ts';

let server: TestServer;
let shop: Shop;
const ids = { east: '', west: '', roleId: '', userId: '' };

const institution = async (name: string, number: string): Promise<string> =>
  (await server.call(institutions.add, { name, number })).id;

beforeAll(async () => {
  server = await aServer();
  shop = await aShop(server);
  ids.east = await institution('East', 'E1');
  ids.west = await institution('West', 'W1');
  ids.roleId = await server.arrange(server.company, async (tx) => {
    const { tenantId } = server.company;
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope) values (${tenantId}, 'branch', 'institution')
      returning id`.execute(tx);
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      select ${tenantId}, ${rows[0]?.id}, url, '{1,2,3,7}' from function on conflict do nothing`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });
  const { roleId } = ids;
  await server.addUser({ loginName: 'easterner', roleId, institutionId: ids.east });
  await server.addUser({ loginName: 'westerner', roleId, institutionId: ids.west });
  ids.userId = await server.addUser({ loginName: 'both', roleId, institutionId: ids.east });
  await saving([ids.east, ids.west]);
});
afterAll(() => server.stop());

type Documents = Context['scope']['documents'];

/** Saves the institutions of the user `both`, the first as their own, as somebody with this data scope. */
const saving = (
  [ownId = null, ...otherIds]: readonly (string | null)[],
  documents: Documents = { of: 'all' },
): Promise<void> =>
  shop.asOwner(async (context) => {
    const { tx, tenantId } = context;
    // The writer of users saves the own institution first.
    await sql`
      update app_user set institution_id = ${ownId}
      where tenant_id = ${tenantId} and id = ${ids.userId}`.execute(tx);
    await saveUserInstitutions({ ...context, scope: { ...context.scope, documents } }, ids.userId, {
      ownId,
      otherIds: otherIds.filter((id) => id !== null),
      formerId: null,
    });
  });

const numbersSeen = async (token: string): Promise<string[]> => {
  const search = JSON.stringify({ kind: 'saleOrder' });
  const reply = await server.request('GET', '/depotHead/list', { search, pageSize: 30 }, token);
  return reply
    .json<{ data: { rows: { number: string }[] } }>()
    .data.rows.map(({ number }) => number)
    .toSorted();
};

describe('a user of two institutions', () => {
  test('gets both institutions and the current institution', async () => {
    const token = await server.signIn('both');
    expect(await server.call(currentDepartments, {}, token)).toMatchObject({
      list: [
        { departName: 'East', orgCode: 'E1' },
        { departName: 'West', orgCode: 'W1' },
      ],
      orgCode: 'E1',
    });
  });

  test('sees documents of the chosen institution, and adds new documents to the chosen institution', async () => {
    const product = await shop.product();
    const customer = await server.call(partners.add, { type: 'customer', name: 'Of both' });
    const order = (number: string, token: string) =>
      server.call(
        goodsDocuments.add,
        {
          kind: 'saleOrder',
          number,
          partnerId: customer.id,
          lines: [{ barcode: product.barcode, quantity: '1', unitPrice: '1' }],
        },
        token,
      );
    await order('OF-EAST', await server.signIn('easterner'));
    await order('OF-WEST', await server.signIn('westerner'));
    const token = await server.signIn('both');
    expect(await numbersSeen(token)).toEqual(['OF-EAST']);
    const answer = await server.call(selectDepartment, { orgCode: 'W1', username: 'both' }, token);
    expect(answer.userInfo).toMatchObject({ loginName: 'both', institutionName: 'West' });
    expect(await numbersSeen(token)).toEqual(['OF-WEST']);
    expect(await server.call(currentUser, {}, token)).toMatchObject({ institutionName: 'West' });
    expect(await server.call(currentDepartments, {}, token)).toMatchObject({ orgCode: 'W1' });
    await order('BY-BOTH', token);
    expect(await numbersSeen(await server.signIn('westerner'))).toEqual(['BY-BOTH', 'OF-WEST']);
  });

  test('falls back to their own institution when the chosen institution is removed', async () => {
    const token = await server.signIn('both');
    await server.call(selectDepartment, { orgCode: 'W1', username: 'both' }, token);
    await saving([ids.east]);
    server.app.kernel.sessions.forgetAll();
    expect(await server.call(currentDepartments, {}, token)).toMatchObject({
      list: [{ orgCode: 'E1' }],
      orgCode: 'E1',
    });
    await saving([ids.east, ids.west]);
  });
});

test('a user can switch only themselves, and only to their own institutions', async () => {
  const token = await server.signIn('easterner');
  expect(
    await server.refusal(selectDepartment, { orgCode: 'W1', username: 'easterner' }, token),
  ).toMatchObject({ key: 'record.missing', data: { field: 'orgCode' } });
  expect(
    await server.refusal(selectDepartment, { orgCode: 'E1', username: 'both' }, token),
  ).toMatchObject({ key: 'record.missing', data: { field: 'username' } });
  expect(await server.call(currentDepartments, {}, token)).toMatchObject({ orgCode: 'E1' });
});

test('a user without institution is offered no institutions', async () => {
  expect(await server.call(currentDepartments, {})).toEqual({ list: [], orgCode: '' });
});

test('saving a user’s institutions replaces the whole set, and refuses those of another company', async () => {
  const saved = () => shop.asOwner((context) => userInstitutions(context, ids.userId));
  await saving([ids.west]);
  expect(await saved()).toEqual([ids.west]);
  await expect(saving([ids.west, '987654321'])).rejects.toMatchObject({ key: 'record.missing' });
  await saving([]);
  expect(await saved()).toEqual([]);
  await saving([ids.east, ids.west]);
});

test('an editor cannot grant an institution out of scope, but keeps institutions already granted', async () => {
  await saving([ids.east]);
  const ofEast = { of: 'institutions', ids: [ids.east] } as const;
  await expect(saving([ids.east, ids.west], ofEast)).rejects.toMatchObject({
    key: 'access.denied',
  });
  await saving([ids.east, ids.west]);
  // What the user has already stays theirs, no matter who saves.
  await saving([ids.east, ids.west], ofEast);
});
