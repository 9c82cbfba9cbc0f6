import { randomBytes } from 'node:crypto';
import net from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { rolesOf } from './roles.ts';
import { TEST_SERVER } from './testing.ts';
import type { TestServer } from './testing.ts';

const admin = (): Connection => (JSON.parse(process.env[TEST_SERVER] ?? '') as TestServer).admin;
const made: Connection[] = [];
const adminOf = (database: string): string => `${database}_admin`;
const fresh = (): Connection => {
  const connection = { ...admin(), database: `migrate_${randomBytes(6).toString('hex')}` };
  made.push(connection);
  return connection;
};

afterAll(async () => {
  await withClient(admin(), async (client) => {
    for (const { database } of made) {
      await client.query(`drop database if exists ${database} with (force)`);
      // The administrator last: it granted itself the others.
      for (const role of [...Object.values(rolesOf(database)), adminOf(database)]) {
        await client.query(`drop role if exists ${role}`);
      }
    }
  });
});

const read = <Row extends pg.QueryResultRow>(
  connection: Connection,
  text: string,
): Promise<Row[]> => withClient(connection, async (client) => (await client.query<Row>(text)).rows);

const a: Migration = { name: '0001_a.sql', sql: 'create table a (id int)', checksum: 'a' };
const b: Migration = { name: '0002_b.sql', sql: 'create table b (id int)', checksum: 'b' };

test('a migration creates the database and its roles, and a repeated migration changes nothing', async () => {
  const to = fresh();
  expect((await migrateDatabase(to, { migrations: [a] })).applied).toEqual([a.name]);
  const again = await migrateDatabase(to, { migrations: [a, b] });
  expect(again.applied).toEqual([b.name]);
  expect((await migrateDatabase(to, { migrations: [a, b] })).applied).toEqual([]);
  expect(await read(again.app, 'select current_user::text as user')).toEqual([
    { user: `${to.database}_app` },
  ]);
  expect(await read(again.owner, 'select current_user::text as user')).toEqual([
    { user: `${to.database}_owner` },
  ]);
});

// What Citus 13.2.2 refused: a step that it sent on to the nodes, and an owner in whose name no node could sign in.
test('on a Citus coordinator the first step runs locally, and the owner role may sign in', async () => {
  const to = fresh();
  await migrateDatabase(to, { migrations: [] });
  // The extension itself need not be at hand: the catalogue says that it is.
  await read(
    to,
    `set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (99999, 'citus', current_user::regrole, 'pg_catalog'::regnamespace, false, '13.2');
    create table pg_dist_partition (partmethod text)`,
  );
  const kept = `create table kept as select current_setting('citus.enable_ddl_propagation', true) as sends`;
  await migrateDatabase(to, { migrations: [{ ...a, sql: kept }] });
  expect(await read(to, 'select sends from kept')).toEqual([{ sends: 'off' }]);
  const { owner } = rolesOf(to.database);
  expect(
    await read(to, `select rolcanlogin as enters from pg_roles where rolname = '${owner}'`),
  ).toEqual([{ enters: true }]);
});

test('a server without pinyin sorting is refused with a message', async () => {
  const to = fresh();
  await migrateDatabase(to, { migrations: [a] });
  await read(to, 'drop collation pg_catalog."zh-x-icu"');
  await expect(migrateDatabase(to, { migrations: [a] })).rejects.toThrow(/no ICU/);
});

test('a failed migration step is rolled back completely', async () => {
  const to = fresh();
  const broken = {
    name: '0003_c.sql',
    sql: 'create table c (id int); select 1 / 0',
    checksum: 'c',
  };
  await expect(migrateDatabase(to, { migrations: [a, broken] })).rejects.toThrow(
    /division by zero/,
  );
  expect(await read(to, `select name from migration`)).toEqual([{ name: a.name }]);
  expect(await read(to, `select to_regclass('c')::text as c`)).toEqual([{ c: null }]);
});

test('a file changed after its migration is refused', async () => {
  const to = fresh();
  await migrateDatabase(to, { migrations: [a] });
  await expect(migrateDatabase(to, { migrations: [{ ...a, checksum: 'other' }] })).rejects.toThrow(
    /made by a version whose 0001_a\.sql was another.*choose another DATA_DIR or DATABASE_URL\.$/,
  );
});

test('a database of a newer version is refused', async () => {
  const to = fresh();
  await migrateDatabase(to, { migrations: [a, b] });
  await expect(migrateDatabase(to, { migrations: [a] })).rejects.toThrow(/start a newer version/);
});

test('several processes may start at once: each step is applied once', async () => {
  const to = fresh();
  const starts = await Promise.all(
    [1, 2, 3].map(() => migrateDatabase(to, { migrations: [a, b] })),
  );
  expect(starts.flatMap(({ applied }) => applied)).toEqual([a.name, b.name]);
});

test('database roles have a password where the administrator has a password, equal at every start', async () => {
  const to = { ...fresh(), password: 'secret' };
  const first = await migrateDatabase(to, { migrations: [a] });
  const second = await migrateDatabase(to, { migrations: [a] });
  expect(first.app.password).toMatch(/^[\w-]{40,}$/);
  expect(second.app).toEqual(first.app);
  expect(first.worker.password).not.toBe(first.app.password);
  const [stored] = await read<{ kept: string }>(
    admin(),
    `select rolpassword as kept from pg_authid where rolname = '${to.database}_app'`,
  );
  expect(stored?.kept).toMatch(/^SCRAM-SHA-256\$4096:/);
});

test('an administrator without superuser rights, as on a managed server, can migrate', async () => {
  const to = fresh();
  const user = adminOf(to.database);
  await read(admin(), `create role ${user} login createrole createdb`);
  const { applied, app, owner } = await migrateDatabase({ ...to, user });
  expect(applied).toHaveLength((await readMigrations()).length);
  expect(await read(owner, 'select id from tenant')).toEqual([]);
  expect(await read(app, 'select id from document')).toEqual([]);
});

describe('an unusable connection is refused in a single sentence', () => {
  test('when no server listens', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((ready) => server.once('listening', ready));
    const { port } = server.address() as net.AddressInfo;
    await new Promise((closed) => server.close(closed));
    await expect(
      migrateDatabase({ host: '127.0.0.1', port, database: 'nowhere', user: 'stranger' }),
    ).rejects.toThrow(`PostgreSQL at 127.0.0.1:${port} did not let stranger into database nowhere`);
  });

  test('for an unknown user', async () => {
    await expect(migrateDatabase({ ...admin(), user: 'stranger' })).rejects.toThrow(
      /did not let stranger/,
    );
  });

  test('for a database name longer than PostgreSQL allows', async () => {
    await expect(migrateDatabase({ ...admin(), database: 'x'.repeat(56) })).rejects.toThrow(
      /up to 55/,
    );
    await expect(migrateDatabase({ ...admin(), database: 'a b' })).rejects.toThrow(/won't do/);
  });
});

/** Everything of the schema that the catalogue knows, as text; names of the roles made alike. */
async function catalogue(connection: Connection): Promise<string[]> {
  const rows = await read<{ text: string }>(
    connection,
    `
    select 'column ' || c.relname || ' ' || a.attnum || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || ' ' || a.attnotnull || ' ' || a.attidentity::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'policy ' || tablename || ' ' || policyname || ' ' || roles::text || ' ' || coalesce(qual, '') || coalesce(with_check, '')
    from pg_policies where schemaname = 'public'
    union all
    select 'table ' || relname || ' ' || relowner::regrole || ' ' || relrowsecurity || relforcerowsecurity || ' '
      || coalesce((select string_agg(item::text, ' ' order by item::text) from unnest(relacl) item), '')
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
    union all
    select 'function ' || p.oid::regprocedure || ' ' || md5(p.prosrc) from pg_proc p
    where p.pronamespace = 'public'::regnamespace
    order by 1`,
  );
  return rows.map(({ text }) => text.replaceAll(connection.database, 'database'));
}

describe('a new and an upgraded database are equal', () => {
  let migrations: readonly Migration[];
  beforeAll(async () => {
    migrations = await readMigrations();
  });

  test('a database brought up step by step has the catalogue of a new one', async () => {
    const [upgraded, new_] = [fresh(), fresh()];
    for (const step of migrations.keys()) {
      await migrateDatabase(upgraded, { migrations: migrations.slice(0, step + 1) });
    }
    await migrateDatabase(new_);
    const catalogueOfNew = await catalogue(new_);
    expect(catalogueOfNew.length).toBeGreaterThan(500);
    expect(await catalogue(upgraded)).toEqual(catalogueOfNew);
  });
});

test('a database lost during an upgrade is reported in one sentence', async () => {
  const to = fresh();
  const dies = { ...a, sql: 'reset role; select pg_terminate_backend(pg_backend_pid())' };
  await expect(migrateDatabase(to, { migrations: [dies] })).rejects.toThrow(
    /^PostgreSQL at .* went away while database \w+ was worked on\./,
  );
  expect((await migrateDatabase(to, { migrations: [a] })).applied).toEqual([a.name]);
});

/** Leaves of a database what a restore on a server without its roles leaves: owners, grants and policies of roles are lost. */
async function loseRoles(connection: Connection): Promise<void> {
  const names = Object.values(rolesOf(connection.database)).map((name) => `"${name}"`);
  await read(
    connection,
    `do $$ declare policy record; begin
      for policy in select * from pg_policies where schemaname = 'public' and roles <> '{public}' loop
        execute format('drop policy %I on %I', policy.policyname, policy.tablename);
      end loop;
    end $$;
    reassign owned by ${names.join(', ')} to ${connection.user};
    drop owned by ${names.join(', ')};`,
  );
}

test('a start gives the roles their rights again after a restore on a server without them', async () => {
  const [to, other] = [fresh(), fresh()];
  const { app } = await migrateDatabase(to);
  await migrateDatabase(other);
  const wanted = await catalogue(to);
  await loseRoles(to);
  expect(await catalogue(to)).not.toEqual(wanted);
  await migrateDatabase(to);
  expect(await catalogue(to)).toEqual(wanted);
  expect(await catalogue(to)).toEqual(await catalogue(other));
  expect(await read(app, 'select id from document')).toEqual([]);
  await expect(read(app, 'select * from graphile_worker.jobs')).rejects.toThrow(
    'permission denied',
  );
  expect(
    await read(admin(), `select from pg_database where datname = '${to.database}_rights'`),
  ).toEqual([]);
});

test('migrating restores the rights of server roles and keeps rights of other roles', async () => {
  const to = fresh();
  const { app, worker } = await migrateDatabase(to);
  const wanted = await catalogue(to);
  const reader = adminOf(to.database);
  await read(
    to,
    `revoke select on document from "${app.user}";
    grant delete on stock_move to "${app.user}";
    grant execute on function measure_again(text[]) to public;
    drop policy worker_all on outbox;
    create role ${reader};`,
  );
  await migrateDatabase(to);
  expect(await catalogue(to)).toEqual(wanted);
  expect(await read(worker, 'select id from outbox')).toEqual([]);
  await read(to, `grant select on document to ${reader}`);
  await migrateDatabase(to);
  expect(
    await read(to, `select has_table_privilege('${reader}', 'document', 'select') as may`),
  ).toEqual([{ may: true }]);
  await read(to, `drop owned by ${reader}`);
});
