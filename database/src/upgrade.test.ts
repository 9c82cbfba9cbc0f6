import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRoles } from '../seed/roles.ts';
import { withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { rolesOf } from './roles.ts';
import { TEST_SERVER } from './testing.ts';
import type { TestServer } from './testing.ts';
import { verifyDatabase } from './verify.ts';

// Companies that were there before a migration, as it finds them.

// SAFETY: the tests' own start wrote it.
const { admin } = JSON.parse(process.env[TEST_SERVER] ?? '') as TestServer;
const old: Connection = { ...admin, database: `upgrade_${randomBytes(6).toString('hex')}` };

/** The pages that came with a later version. */
const later = [
  '/financial/advance_in',
  '/financial/deposit_in',
  '/financial/deposit_out',
  '/financial/giro',
  '/financial/item_in',
  '/financial/item_out',
];
const grants = (pages: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(pages)
    .filter(([url]) => url.startsWith('/financial/') || url === '/bill/retail_out')
    .map(([url, buttons]) => ({ url, buttons }));
const before = Object.entries(seededRoles).map(([name, { pages }]) => ({
  name,
  grants: grants(pages).filter(({ url }) => !later.includes(url)),
}));
const collector = { name: 'collector', grants: grants({ '/financial/money_in': ['1'] }) };
const chosen = {
  name: 'chosen',
  grants: grants({
    '/financial/money_in': ['1', '2'],
    '/financial/money_out': ['1'],
    '/financial/deposit_out': [],
  }),
};
const approver = { name: 'approver', grants: grants({ '/financial/item_out': ['2', '3', '7'] }) };
/** Roles that keep products, or see them. */
const catalogue = [
  { name: 'catalogue', grants: [{ url: '/material/material', buttons: ['1', '3'] }] },
  { name: 'reader', grants: [{ url: '/material/material', buttons: [] }] },
];

beforeAll(async () => {
  const migrations = await readMigrations();
  await migrateDatabase(old, { migrations: migrations.filter(({ name }) => name < '0014') });
  await withClient(old, async (client) => {
    for (const code of ['first', 'second']) {
      const tenant = await client.query<{ id: string }>(
        'insert into tenant (code, name) values ($1, $1) returning id',
        [code],
      );
      for (const role of [...before, collector, chosen, approver, ...catalogue]) {
        await client.query(
          `with made as (insert into role (tenant_id, name) values ($1, $2) returning id)
           insert into role_function (tenant_id, role_id, function_url, buttons)
           select $1, made.id, given.url, array(select jsonb_array_elements_text(given.buttons))
           from made, jsonb_to_recordset($3) as given(url text, buttons jsonb)`,
          [tenant.rows[0]?.id, role.name, JSON.stringify(role.grants)],
        );
      }
    }
  });
  await migrateDatabase(old, { migrations: migrations.filter(({ name }) => name < '0082') });
  await withClient(old, (client) =>
    client.query(
      `insert into partner (tenant_id, type, name)
       select tenant.id, 'customer', one from tenant, unnest($1::text[]) as one`,
      [['ABC商贸', 'ＡＢＣ商贸', 'ABC 商贸', 'ABC  商贸', 'other']],
    ),
  );
  await migrateDatabase(old, { migrations });
});

afterAll(() =>
  withClient(admin, async (client) => {
    await client.query(`drop database if exists ${old.database} with (force)`);
    for (const role of Object.values(rolesOf(old.database)))
      await client.query(`drop role if exists ${role}`);
  }),
);

test('roles of older companies may open later money pages like roles of new companies', async () => {
  const { rows } = await withClient(old, (client) =>
    client.query<{ name: string; url: string; buttons: string[] }>(
      `select role.name, function_url as url, buttons from role_function
       join role on role.tenant_id = role_function.tenant_id and role.id = role_id
       where function_url = any($1) order by role.tenant_id, role.id, function_url`,
      [later],
    ),
  );
  const seeded = Object.entries(seededRoles).flatMap(([name, { pages }]) =>
    later.flatMap((url) => (pages[url] === undefined ? [] : { name, url, buttons: pages[url] })),
  );
  const own = [
    { name: 'chosen', url: '/financial/deposit_in', buttons: ['1', '2'] },
    { name: 'chosen', url: '/financial/deposit_out', buttons: [] },
    { name: 'chosen', url: '/financial/giro', buttons: ['1'] },
    { name: 'chosen', url: '/financial/item_in', buttons: ['1', '2'] },
    { name: 'chosen', url: '/financial/item_out', buttons: ['1'] },
    { name: 'approver', url: '/financial/item_out', buttons: ['2', '3', '7'] },
  ];
  expect(rows).toEqual([...seeded, ...own, ...seeded, ...own]);
});

test('roles of older companies print labels, and draw labels with the product’s edit right', async () => {
  const { rows } = await withClient(old, (client) =>
    client.query<{ name: string; buttons: string[] }>(
      `select role.name, buttons from role_function
       join role on role.tenant_id = role_function.tenant_id and role.id = role_id
       where function_url = '/material/label_print' order by role.tenant_id, role.id`,
    ),
  );
  const each = [
    { name: 'catalogue', buttons: ['1', '5'] },
    { name: 'reader', buttons: ['5'] },
  ];
  expect(rows).toEqual([...each, ...each]);
});

test('roles of older companies get the freight rights of their expenditure rights', async () => {
  const { rows } = await withClient(old, (client) =>
    client.query<{ name: string; buttons: string[] }>(
      `select role.name, buttons from role_function
       join role on role.tenant_id = role_function.tenant_id and role.id = role_id
       where function_url = '/logistic/freight' and role.name = any('{chosen,approver}')
       order by role.tenant_id, role.id`,
    ),
  );
  const each = [
    { name: 'chosen', buttons: ['1'] },
    { name: 'approver', buttons: ['2', '3'] },
  ];
  expect(rows).toEqual([...each, ...each]);
});

test('existing look-alike names stay and are listed by verify; new look-alikes are refused', async () => {
  const { violations } = await verifyDatabase(old);
  const alike = violations.filter(({ check }) => check === 'X4_alike_names');
  expect(alike.map(({ tenant, subject, detail }) => `${tenant} ${subject} ${detail}`)).toEqual(
    ['first', 'second'].flatMap((tenant) => [
      `${tenant} partner 'ABC 商贸' reads like 'ABC  商贸': call one of them otherwise`,
      `${tenant} partner 'ＡＢＣ商贸' reads like 'ABC商贸': call one of them otherwise`,
    ]),
  );
  const named = (change: string) => withClient(old, (client) => client.query(change));
  await expect(
    named(`insert into partner (tenant_id, type, name)
      select id, 'customer', 'ＡBC商贸' from tenant where code = 'first'`),
  ).rejects.toThrow('partner__alike_name');
  await named(`update partner set name = 'ABC trade' where name = 'ＡＢＣ商贸'`);
  await expect(
    named(`update partner set name = 'ＡＢＣ商贸' where name = 'other'`),
  ).rejects.toThrow('partner__alike_name');
});
