import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabasePool } from '../src/connect.ts';
import type { Database } from '../src/database.generated.ts';
import { testDatabase } from '../src/testing.ts';
import type { TestDatabase } from '../src/testing.ts';
import { menu } from './menu.ts';
import { OPERATOR_LOGIN, seedPlatform } from './platform.ts';
import { seededRoles } from './roles.ts';
import { createTenant, findTenant } from './tenant.ts';

let db: TestDatabase;
let owner: Kysely<Database>;
beforeAll(async () => {
  db = await testDatabase();
  owner = openDatabasePool(db.connections.owner, { size: 1 });
});
afterAll(async () => {
  await owner.destroy();
  await db.drop();
});

describe('the menu', () => {
  const groups = menu.filter(({ parent }) => parent === '0');
  const pages = menu.filter(({ parent }) => parent !== '0');

  test.each([['number'], ['url']] as const)('has each %s once', (key) => {
    expect(new Set(menu.map((row) => row[key])).size).toBe(menu.length);
  });

  test.each(pages.map((row) => [row.url, row] as const))(
    'has a group, a component and names in both languages for the page %s',
    (_, row) => {
      expect(groups.map(({ number }) => number)).toContain(row.parent);
      expect(row.component).toMatch(
        /^\/(bill|financial|report|material|logistic|system)\/[A-Z]\w+$/,
      );
      expect([row.zh, row.en].every((name) => name.length > 0)).toBe(true);
    },
  );

  test('no group is empty', () => {
    const used = new Set(pages.map(({ parent }) => parent));
    expect(groups.filter(({ number }) => !used.has(number))).toEqual([]);
  });
});

test.each(Object.entries(seededRoles))(
  'the seeded role %s has only pages and buttons of the menu',
  (_, { pages }) => {
    const offered = new Map(menu.map(({ url, buttons }) => [url, buttons]));
    for (const [url, buttons] of Object.entries(pages)) {
      expect([url, buttons.filter((button) => !offered.get(url)?.includes(button))]).toEqual([
        url,
        [],
      ]);
    }
  },
);

test('the platform is seeded once, and an operator’s changes stay', async () => {
  const passwords: string[] = [];
  const firstPassword = async () => {
    passwords.push('asked');
    return 'hash';
  };
  expect(await seedPlatform(owner, firstPassword)).toEqual({ operatorCreated: true });
  await db.admin
    .updateTable('function')
    .set({ name_zh: '收货', buttons: ['1'] })
    .where('url', '=', '/bill/purchase_in')
    .execute();
  await db.admin
    .updateTable('platform_config')
    .set({ value: 'Ours' })
    .where('key', '=', 'platform_name')
    .execute();
  expect(await seedPlatform(owner, firstPassword)).toEqual({ operatorCreated: false });
  expect(passwords).toEqual(['asked']);
  const rows = await db.admin.selectFrom('function').selectAll().execute();
  expect(rows).toHaveLength(menu.length);
  expect(rows.find(({ url }) => url === '/bill/purchase_in')).toMatchObject({
    name_zh: '收货',
    component: '/bill/PurchaseInList',
    buttons: ['1'],
  });
  const config = await db.admin.selectFrom('platform_config').selectAll().execute();
  expect(config.find(({ key }) => key === 'platform_name')?.value).toBe('Ours');
  const login = await db.admin.selectFrom('login').selectAll().execute();
  expect(login).toMatchObject([{ login_name: OPERATOR_LOGIN, password_hash: 'hash' }]);
});

const newTenant = (code: string, loginName = code) => ({
  code,
  name: code,
  owner: { loginName, name: 'Owner', passwordHash: 'hash' },
});

test('a new company has the records needed by every form of a first document', async () => {
  const made = await createTenant(owner, { ...newTenant('fresh'), settings: { currency: 'CNY' } });
  const count = async (
    table: 'warehouse' | 'account' | 'unit' | 'role' | 'in_out_item' | 'person',
  ) => {
    const rows = await db.admin
      .selectFrom(table)
      .selectAll()
      .where('tenant_id', '=', made.tenantId)
      .execute();
    return rows.length;
  };
  expect(await count('warehouse')).toBe(1);
  expect(await count('account')).toBe(1);
  expect(await count('unit')).toBe(2);
  expect(await count('role')).toBe(4);
  expect(await count('in_out_item')).toBe(7);
  expect(await count('person')).toBe(0);
  const settings = await db.admin
    .selectFrom('tenant_setting')
    .selectAll()
    .where('tenant_id', '=', made.tenantId)
    .executeTakeFirstOrThrow();
  expect(settings).toMatchObject({
    currency: 'CNY',
    time_zone: 'Asia/Shanghai',
    company_name: 'fresh',
  });
  expect(await findTenant(owner, 'fresh')).toBe(made.tenantId);
});

test('creating a company with a taken code or login name fails and stores no company', async () => {
  await createTenant(owner, newTenant('taken'));
  const before = await db.admin.selectFrom('tenant').select('id').execute();
  await expect(createTenant(owner, newTenant('taken', 'other'))).rejects.toThrow(
    'tenant__code_once',
  );
  await expect(createTenant(owner, newTenant('other', 'taken'))).rejects.toThrow('login_pkey');
  expect(await db.admin.selectFrom('tenant').select('id').execute()).toEqual(before);
});
