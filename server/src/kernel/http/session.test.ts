import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { createSessions, hashOf } from './session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

test('cached session rights expire within a second', async () => {
  let now = 0;
  const sessions = createSessions(server.database.app, () => now);
  await server.addUser({ loginName: 'short', role: 'keeper' });
  const token = await server.signIn('short');
  expect((await sessions.find(token))?.scope.pages.has('/bill/purchase_in')).toBe(true);
  await sql`update app_user set role_id = null where login_name = 'short'`.execute(
    server.database.admin,
  );
  now = 999;
  expect((await sessions.find(token))?.scope.pages.size).toBe(0);
});

test('concurrent requests share a single session lookup', async () => {
  const sessions = createSessions(server.database.app, () => 0);
  const token = await server.signIn('demo');
  const [first, second] = await Promise.all([sessions.find(token), sessions.find(token)]);
  expect(first).toBe(second);
  sessions.forgetTenant(server.company.tenantId);
  expect(await sessions.find(token)).not.toBe(first);
});

test('a failed session lookup is not cached', async () => {
  const sessions = createSessions(server.database.app, () => 0);
  const token = await server.signIn('demo');
  const { tenantId } = server.company;
  await sql`alter table role_function rename to hidden`.execute(server.database.admin);
  await expect(sessions.find(token)).rejects.toThrow('role_function');
  await sql`alter table hidden rename to role_function`.execute(server.database.admin);
  expect((await sessions.find(token))?.scope.tenantId).toBe(tenantId);
});

const scopeOf = async (loginName: string) => {
  const session = await createSessions(server.database.app).find(await server.signIn(loginName));
  return session?.scope;
};

test('the scope of an owner is everything, whatever grants exist', async () => {
  await sql`update tenant_setting set warehouse_grants = true, customer_grants = true where tenant_id = ${server.company.tenantId}`.execute(
    server.database.admin,
  );
  expect(await scopeOf('demo')).toMatchObject({
    owner: true,
    documents: { of: 'all' },
    warehouseIds: null,
    customerIds: null,
    readOnly: null,
    mustChangePassword: false,
    viewerId: null,
  });
});

test('the scope of a user follows from role, grants and flags', async () => {
  const { tenantId, warehouseId } = server.company;
  const userId = await server.addUser({ loginName: 'keeper', role: 'keeper' });
  expect(await scopeOf('keeper')).toMatchObject({
    documents: { of: 'all' },
    warehouseIds: [],
    customerIds: [],
  });
  await sql`insert into user_warehouse (tenant_id, user_id, warehouse_id) values (${tenantId}, ${userId}, ${warehouseId})`.execute(
    server.database.admin,
  );
  const scope = await scopeOf('keeper');
  expect(scope?.warehouseIds).toEqual([warehouseId]);
  expect([...(scope?.hidden ?? [])].toSorted()).toEqual(['cost', 'money', 'retail', 'sale']);
  expect(scope?.pages.get('/bill/purchase_in')).toEqual(new Set(['1', '3']));
  // A page without an export button of its own withholds none.
  expect(scope?.pages.get('/report/material_stock')).toEqual(new Set(['3']));
  await sql`update tenant_setting set warehouse_grants = false, customer_grants = false where tenant_id = ${tenantId}`.execute(
    server.database.admin,
  );
  expect(await scopeOf('keeper')).toMatchObject({ warehouseIds: null, customerIds: null });
});

test('an institution sees itself and all below; without an institution, a user sees their own documents', async () => {
  const { tenantId } = server.company;
  const branch = async (name: string, parent: string | null): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      insert into institution (tenant_id, name, parent_id) values (${tenantId}, ${name}, ${parent}) returning id`.execute(
      server.database.admin,
    );
    return rows[0]!.id;
  };
  const head = await branch('head', null);
  const middle = await branch('middle', head);
  const leaf = await branch('leaf', middle);
  await branch('other', head);
  const { rows } = await sql<{ id: string }>`
    insert into role (tenant_id, name, data_scope) values (${tenantId}, 'branch', 'institution') returning id`.execute(
    server.database.admin,
  );
  const roleId = rows[0]!.id;
  await server.addUser({ loginName: 'of middle', roleId, institutionId: middle });
  await server.addUser({ loginName: 'of none', roleId });
  const { documents } = (await scopeOf('of middle'))!;
  expect(documents).toEqual({ of: 'institutions', ids: expect.arrayContaining([middle, leaf]) });
  expect(documents).toHaveProperty('ids.length', 2);
  expect((await scopeOf('of none'))?.documents).toEqual({ of: 'own' });
});

test('a user with hidden amounts sees no amount; a disabled role grants no pages', async () => {
  await server.addUser({ loginName: 'masked', role: 'manager', hideAmounts: true });
  expect((await scopeOf('masked'))?.hidden.size).toBe(6);
  await server.addUser({ loginName: 'financier', role: 'finance' });
  await sql`update role set enabled = false where id = ${server.company.roleIds.finance}`.execute(
    server.database.admin,
  );
  expect(await scopeOf('financier')).toMatchObject({ documents: { of: 'own' }, pages: new Map() });
});

test('a distributor sees their own documents and granted customers, and no cost', async () => {
  const { tenantId } = server.company;
  await server.addUser({ loginName: 'reseller', role: 'manager' });
  await sql`update app_user set distributor = true, all_customers = true where tenant_id = ${tenantId} and login_name = 'reseller'`.execute(
    server.database.admin,
  );
  const scope = await scopeOf('reseller');
  expect(scope).toMatchObject({ documents: { of: 'own' }, customerIds: [], warehouseIds: null });
  expect([...(scope?.hidden ?? [])].toSorted()).toEqual(['cost', 'purchase']);
});

test('an impersonating session is read-only and ends with its impersonator', async () => {
  const { tenantId } = server.company;
  const viewerId = await server.addUser({ loginName: 'looker', role: 'manager' });
  await server.addUser({ loginName: 'looked at', role: 'keeper' });
  const token = await server.signIn('looked at');
  await sql`update session set viewer_id = ${viewerId} where token_hash = ${Buffer.from(hashOf(token), 'hex')}`.execute(
    server.database.admin,
  );
  await sql`update login set must_change = true where login_name = 'looked at'`.execute(
    server.database.admin,
  );
  const seen = async () => createSessions(server.database.app).find(token);
  expect((await seen())?.scope).toMatchObject({ readOnly: 'viewing', mustChangePassword: false });
  await sql`update app_user set enabled = false where tenant_id = ${tenantId} and id = ${viewerId}`.execute(
    server.database.admin,
  );
  expect(await seen()).toBeNull();
});
