import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateTypes, typesFile } from './generateTypes.ts';
import { readMigrations } from './migrations.ts';
import { looseNames } from './names.ts';
import { rolesOf } from './roles.ts';
import { TEST_SERVER, testDatabase } from './testing.ts';
import type { TestDatabase, TestServer } from './testing.ts';

/** Tables without a company: who knocks, and what is the same for all. The sql-rules allow them while they are few. */
const platformTables = [
  'failed_try',
  'function',
  'login',
  'login_challenge',
  'migration',
  'plan',
  'platform_config',
  'session',
  'tenant',
];
const appendOnly = [
  'audit_log',
  'document_review',
  'due_notice',
  'lock_history',
  'money_entry',
  'period_closing',
  'stock_move',
  'tenant_renewal',
];

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

async function texts(query: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`${sql.raw(query)}`.execute(db.admin);
  return rows.map(({ text }) => text);
}

const ofPublic = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
const roles = () => rolesOf((JSON.parse(process.env[TEST_SERVER] ?? '') as TestServer).template);

test('only platform tables have no column tenant_id', async () => {
  expect(
    await texts(`
      select c.relname as text from pg_class c
      where ${ofPublic} and not exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = 1 and a.attnotnull and a.atttypid = 'bigint'::regtype)
      order by 1`),
  ).toEqual(platformTables);
});

test('primary keys and unique indexes of company tables begin with tenant_id', async () => {
  expect(
    await texts(`
      select i.indexrelid::regclass::text as text from pg_index i join pg_class c on c.oid = i.indrelid
      where ${ofPublic} and (i.indisunique or i.indisprimary or i.indisexclusion)
        and c.relname <> all ('{${platformTables.join()}}') and i.indkey[0] <> 1
      order by 1`),
  ).toEqual([]);
});

test('foreign keys include tenant_id on both sides; only `tenant` is outside the company', async () => {
  expect(
    await texts(`
      select f.conname as text from pg_constraint f
      join pg_class c on c.oid = f.conrelid
      join pg_class target on target.oid = f.confrelid
      where f.contype = 'f' and ${ofPublic} and target.relname <> 'tenant'
        and not (f.conkey[1] = 1 and f.confkey[1] = 1
          and c.relname <> all ('{${platformTables.join()}}') and target.relname <> all ('{${platformTables.join()}}'))
      order by 1`),
  ).toEqual([]);
});

test('every reference to a product, SKU or barcode is indexed', async () => {
  expect(
    await texts(`
      select f.conname as text from pg_constraint f
      where f.contype = 'f' and f.confrelid = any ('{product,sku,barcode}'::regclass[])
        and not exists (
          select from pg_index i where i.indrelid = f.conrelid and i.indpred is null
            and (i.indkey::int2[])[0:1] @> f.conkey[1:2] and f.conkey[1:2] @> (i.indkey::int2[])[0:1])
      order by 1`),
  ).toEqual([]);
});
test('foreign keys neither set null nor act on update, and nothing is deferred', async () => {
  expect(
    await texts(`
      select f.conname as text from pg_constraint f join pg_class c on c.oid = f.conrelid
      where ${ofPublic} and (f.condeferrable or f.contype = 'f' and (f.confdeltype not in ('a', 'r', 'c') or f.confupdtype <> 'a'))
      order by 1`),
  ).toEqual([]);
});

test('constraints are named after their table and rule', async () => {
  expect(
    await texts(`
      select f.conname as text from pg_constraint f join pg_class c on c.oid = f.conrelid
      where ${ofPublic} and f.contype not in ('p', 'n') and f.conname !~ ('^' || c.relname || '__[a-z_]+$')
        and not (f.contype = 'f' and f.confrelid = 'tenant'::regclass)
      order by 1`),
  ).toEqual([]);
});

test('every company table has forced row-level security with the standard policy', async () => {
  const bare = `(tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::bigint)`;
  expect(
    await texts(`
      select c.relname as text from pg_class c
      where ${ofPublic} and c.relname <> all ('{${platformTables.join()}}')
        and not (c.relrowsecurity and c.relforcerowsecurity and exists (
          select from pg_policy p
          where p.polrelid = c.oid and p.polname = 'own_tenant' and p.polcmd = '*' and p.polroles = '{0}'
            and p.polpermissive and p.polwithcheck is null
            and pg_get_expr(p.polqual, p.polrelid) = $bare$${bare}$bare$))
      order by 1`),
  ).toEqual([]);
});

test('only worker tables and the audit log have row-level policies beyond the tenant policy', async () => {
  expect(
    await texts(`
      select c.relname || ' ' || p.polname || ' ' || array_to_string(p.polroles::regrole[], ',') as text
      from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polname <> 'own_tenant' order by 1`),
  ).toEqual([
    `audit_log every_log ${roles().app}`,
    `idempotency worker_all ${roles().worker}`,
    `outbox worker_all ${roles().worker}`,
    `unfolded_posting worker_all ${roles().worker}`,
    `view_schedule worker_all ${roles().worker}`,
    `webhook worker_all ${roles().worker}`,
    `webhook_delivery worker_all ${roles().worker}`,
    `webhook_turn worker_all ${roles().worker}`,
  ]);
});

test('the owner role owns every table and cannot sign in; server roles own and bypass nothing', async () => {
  const { owner, app, worker } = roles();
  expect(
    await texts(`
      select rolname || ': ' || concat_ws(' ', case when rolcanlogin then 'login' end, case when rolsuper then 'super' end,
        case when rolbypassrls then 'bypass' end, case when rolcreatedb then 'createdb' end, case when rolcreaterole then 'createrole' end) as text
      from pg_roles where rolname in ('${owner}', '${app}', '${worker}') order by 1`),
  ).toEqual([`${app}: login`, `${owner}: `, `${worker}: login`]);
  expect(
    await texts(`
      select distinct pg_get_userbyid(c.relowner)::text as text from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v')`),
  ).toEqual([owner]);
  expect(
    await texts(`
      select granted.rolname as text from pg_auth_members m
      join pg_roles granted on granted.oid = m.roleid join pg_roles member on member.oid = m.member
      where member.rolname in ('${app}', '${worker}')`),
  ).toEqual([]);
});

test('the server role cannot change append-only rows, nor delete rows of the platform', async () => {
  const { app } = roles();
  expect(
    await texts(`
      select c.relname || ' ' || kind.name as text
      from pg_class c, (values ('update'), ('delete'), ('truncate'), ('references'), ('trigger')) as kind (name)
      where ${ofPublic} and has_table_privilege('${app}', c.oid, kind.name)
        and (c.relname = any ('{${appendOnly.join()}}') or kind.name in ('truncate', 'references', 'trigger'))`),
  ).toEqual([]);
  expect(
    await texts(`
      select c.relname as text from pg_class c
      where ${ofPublic} and not has_table_privilege('${app}', c.oid, 'insert') order by 1`),
  ).toEqual(['backfill', 'migration', 'platform_config']);
  expect(
    await texts(`
      select c.relname as text from pg_class c
      where ${ofPublic} and not has_table_privilege('${app}', c.oid, 'delete')
        and c.relname <> all ('{${appendOnly.join()}}') order by 1`),
  ).toEqual([
    'backfill',
    'document',
    'invoice_import',
    'ledger_role',
    'migration',
    'plan',
    'platform_config',
    'revaluation',
    'revaluation_row',
    'sample',
    'tenant',
  ]);
});

test('every id column has a foreign key or is listed in looseNames', async () => {
  const loose = looseNames.map(({ table, column }) => `${table}.${column}`);
  const known = loose.map((name) => `'${name}'`).join();
  expect(
    await texts(`
      select c.relname || '.' || a.attname as text from pg_attribute a join pg_class c on c.oid = a.attrelid
      where ${ofPublic} and a.atttypid in ('bigint'::regtype, 'bigint[]'::regtype) and a.attnum > 0 and not a.attisdropped
        and a.attname not in ('id', 'tenant_id') and c.relname || '.' || a.attname not in (${known})
        and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey))
      order by 1`),
    'counts and sums, which name nothing',
  ).toEqual([
    'count_result.book_posting',
    'document.month_key',
    'document_number.value',
    'login.totp_step',
    'oauth_sign.asked_at',
    'sku_cost.last_posting',
    'stock_move.posting_number',
    'trade_month.mark',
  ]);
  expect(
    await texts(`
      select given.name as text from unnest(array[${known}]) as given(name)
      where not exists (
        select from pg_attribute a join pg_class c on c.oid = a.attrelid
        where ${ofPublic} and a.attnum > 0 and not a.attisdropped and c.relname || '.' || a.attname = given.name)`),
    'loose names of columns that are gone',
  ).toEqual([]);
});

test('the server has limits on statements, locks and idle transactions', async () => {
  // The role's own: databases of tests lift the limits.
  const { rows } = await sql<{ settings: readonly string[] }>`
    select rolconfig as settings from pg_roles where rolname = current_user`.execute(db.app);
  expect(rows[0]?.settings).toEqual(
    expect.arrayContaining([
      'statement_timeout=60s',
      'lock_timeout=5s',
      'idle_in_transaction_session_timeout=30s',
    ]),
  );
});

test.each([
  ['a table', 'create table mine (id int)'],
  ['a temporary table', 'create temporary table mine (id int)'],
  ['a schema', 'create schema mine'],
  ['a column', 'alter table document add mine int'],
  ['the wall lifted', 'alter table document disable row level security'],
  ['the owner’s role', () => `set role ${roles().owner}`],
])('the server may not have %s', async (_, statement) => {
  const text = typeof statement === 'string' ? statement : statement();
  await expect(sql.raw(text).execute(db.app)).rejects.toThrow(/permission denied|must be owner/);
});

test('identity columns are bigint, and no triggers, rules or volatile defaults of our own exist', async () => {
  expect(
    await texts(`
      select c.relname || '.' || a.attname as text from pg_attribute a join pg_class c on c.oid = a.attrelid
      where ${ofPublic} and a.attidentity <> '' and a.atttypid <> 'bigint'::regtype
      union all
      select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${ofPublic} and not t.tgisinternal
      union all
      select r.rulename from pg_rules r where r.schemaname = 'public'`),
  ).toEqual([]);
});

test('views run with the rights of the reader', async () => {
  expect(
    await texts(`
      select c.relname as text from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
        and not coalesce(c.reloptions @> '{security_invoker=true}', false)`),
  ).toEqual([]);
});

/** How a statement of company 1 is executed under the wall, where a scan of all rows is out of the question. */
const planOf = (statement: RawBuilder<unknown>, ...unless: readonly string[]): Promise<string> =>
  db.app.transaction().execute(async (tx) => {
    await sql`set local app.tenant_id = '1'`.execute(tx);
    // Few rows: the planner would rather read them all.
    for (const way of ['seqscan', ...unless])
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

test('a search under row-level security uses the trigram index', async () => {
  await sql`
    with company as (insert into tenant (code, name) values ('search', 'Search') returning id)
    insert into product (tenant_id, name, unit_name)
    select company.id, md5(n::text), '个' from company, generate_series(1, 5000) n`.execute(
    db.admin,
  );
  await sql`analyze product`.execute(db.admin);
  expect(
    await planOf(
      sql`select id from product where tenant_id = 1 and name ilike '%abcdef%'`,
      'indexscan',
    ),
  ).toMatch(/Index Scan on product__search.*\n.*Index Cond: .*name ~~\* /);
});

test('indexes serve searches for a part of a number, and open bills by due date', async () => {
  await db.admin.transaction().execute(async (tx) => {
    // Nothing but what the plans look at.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into document (tenant_id, kind, number, business_time, business_date, due_on, creator_id, currency, debt)
      select 1, 'saleOut', 'XSCK2501' || lpad(n::text, 7, '0'), now() - n * interval '1 hour', now(),
        now() + n % 365 * interval '1 day', 1, 'USD',
        case when n % 10 = 0 then 1 else 0 end
      from generate_series(1, 5000) n`.execute(tx);
  });
  await sql`analyze document`.execute(db.admin);
  expect(
    await planOf(sql`select id from document where tenant_id = 1 and number ilike '%4831%'`),
  ).toMatch(/Index Scan on document__by_number.*\n.*Index Cond: .*number ~~\* /);
  expect(
    await planOf(sql`
      select id from document where tenant_id = 1 and kind = 'saleOut' and deleted_at is null and debt <> settled
      order by business_time desc, id desc limit 10`),
  ).toMatch(/Index.* Scan using document__owed/);
  expect(
    await planOf(sql`
      select id from document where tenant_id = 1 and due_on >= now()::date + 360 and deleted_at is null and debt <> settled`),
  ).toMatch(/Scan (using|on) document__due/);
});

test('statistics of grain and day estimate the rows of a month in a roll-up', async () => {
  const rolled = await texts(`
    select c.relname as text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'grain'
    where ${ofPublic} order by 1`);
  expect(
    await texts(`
      select c.relname as text from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid
      where s.stxname = c.relname || '__grain_and_day' order by 1`),
  ).toEqual(rolled);
  // Of each of 400 SKUs two years of months, and of each month the one day on which it moved.
  await sql`
    insert into sku_period (tenant_id, sku_id, grain, starts_on, quantity, value)
    select 1, sku, grain, (month + case when grain = 'd' then sku % 28 else 0 end * interval '1 day')::date, 1, 1
    from generate_series(1, 400) sku, generate_series('2024-01-01'::timestamp, '2025-12-01', '1 month') month,
      unnest('{d,m}'::text[]) grain`.execute(db.admin);
  await sql`analyze sku_period`.execute(db.admin);
  const plan = await planOf(sql`
    select sku_id from sku_period
    where tenant_id = 1 and grain = 'm' and starts_on between '2025-05-01' and '2025-05-01'`);
  const [, guessed] = /rows=(\d+)/.exec(plan) ?? [];
  expect(Number(guessed)).toBeGreaterThan(300);
  expect(Number(guessed)).toBeLessThan(500);
});

/** What the rules forbid in the text of a migration, whatever the catalogue shows afterwards. */
const forbidden = [
  /\bmerge\s+into\b/i,
  /\bcreate\s+(constraint\s+)?trigger\b/i,
  /\bset_config\s*\(/i,
  /\bdeferrable\b/i,
  /\bon\s+delete\s+set\s+null\b/i,
  /\bon\s+update\s+(cascade|set)\b/i,
  /\w\s+(big|small)?serial\b/i,
  /\bdouble\s+precision\b|\breal\b|\bfloat[48]?\b/i,
  /\btimestamp\s+without\b/i,
];

test('no migration uses forbidden statements, and each begins with why, invariant and locks', async () => {
  const migrations = await readMigrations();
  for (const { name, sql: text } of migrations) {
    const code = text.replaceAll(/--.*$/gm, '');
    const used = forbidden.filter((pattern) => pattern.test(code)).map(String);
    expect({ name, used }).toEqual({ name, used: [] });
    expect(text).toMatch(
      /^-- \d{4} .+\n--\n-- Why: .+(\n-- .+)*\n-- Invariant: .+(\n-- .+)*\n-- Locks: .+/,
    );
    expect(name).toMatch(/^\d{4}_\w+\.sql$/);
  }
});

test('the row types are current (npm run db:types)', async () => {
  expect(await generateTypes(db.connections.admin)).toBe(await readFile(typesFile, 'utf8'));
});

test('the migrations folder contains only migrations', async () => {
  const files = await readdir(join(import.meta.dirname, '..', 'migrations'));
  expect(files.toSorted()).toEqual((await readMigrations()).map(({ name }) => name));
});
