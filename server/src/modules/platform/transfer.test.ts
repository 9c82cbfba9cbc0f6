// Export of a company to a file, and restore as a second company or in another installation.
import { createHash, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  applications,
  exportOwnTenant,
  exportTenant,
  goodsDocuments,
  importTenant,
  login,
  newApplicationSecret,
  partners,
  updatePassword,
} from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { rollUps, verifyDatabase } from '@tradehouse/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aWorld, openEveryPage } from '../../attack/testWorld.ts';
import type { World } from '../../attack/testWorld.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { rollUpPostings } from '../posting/index.ts';

const prices = { purchase: '12.57', retail: '34.79', sale: '23.68', minimum: '19.63' };

let home: TestServer;
let world: World;
let file: Buffer;
beforeAll(async () => {
  home = await aServer();
  await openEveryPage(home);
  world = await aWorld(home, home.company, 'Kept', prices);
  await home.addUser({ loginName: 'kept-seller', role: 'salesperson' });
  await arrangeOddities();
  file = await exported(home, home.company.tenantId);
  // What was not folded as the file was made is there all the same.
  await rollUpPostings(home.database.app, home.company.tenantId);
});
afterAll(() => home.stop());

/** What a careless writer of files would lose: parents that come after their children, JSON that is null, odd texts. */
const arrangeOddities = (): Promise<void> =>
  home.arrange(home.company, async (tx) => {
    const { tenantId: tenant_id, ownerId: user_id } = home.company;
    const insert = (name: string, parent_id: string | null) =>
      tx
        .insertInto('category')
        .values({ tenant_id, name, parent_id })
        .returning('id')
        .executeTakeFirstOrThrow();
    const child = await insert('child first', null);
    const parent = await insert('parent later', null);
    await tx
      .updateTable('category')
      .set({ parent_id: parent.id })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', child.id)
      .execute();
    await sql`
      insert into user_preference (tenant_id, user_id, name, value)
      values (${tenant_id}, ${user_id}, 'nothing', 'null'::jsonb),
        (${tenant_id}, ${user_id}, ${'line\nbreak "quoted" \\ 商仓 🏬'}, '{"a": [1.50, null]}'::jsonb)`.execute(
      tx,
    );
  });

async function exported(server: TestServer, id: string): Promise<Buffer> {
  const reply = await server.request(
    'GET',
    exportTenant.path,
    { id },
    await server.signIn('admin'),
  );
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
}

/** Sends a file as a browser does. */
async function upload(server: TestServer, bytes: Buffer, code?: string) {
  const edge = 'edge-of-the-part';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="company.gz"\r\ncontent-type: application/gzip\r\n\r\n`;
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api${importTenant.path}`,
    query: code === undefined ? {} : { code },
    headers: {
      'x-access-token': await server.signIn('admin'),
      'x-http-language': 'en',
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
  return {
    status: reply.statusCode,
    ...reply.json<{ message: string; data: ReplyOf<typeof importTenant> & { key?: string } }>(),
  };
}

/** A row of a roll-up that came out even may be there or not. */
const saysSomething = (name: string) => {
  const rollUp = rollUps.find(({ table }) => table === name);
  return sql.raw(rollUp?.sums.map((column) => `${column} <> 0`).join(' or ') ?? 'true');
};

/** What says whose a row is, or is made of it. */
const ofTenant = ['tenant_id', 'month_key'];

/** Everything that is kept of a company, table by table, in a form that two companies can be compared by. */
async function contents(server: TestServer, id: string): Promise<Record<string, unknown>> {
  const { admin } = server.database;
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = 1
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('outbox', 'idempotency', 'webhook_delivery', 'trade_month') order by 1`.execute(
    admin,
  );
  const all: [string, unknown][] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select without.row from ${sql.table(name)} t
      cross join lateral (select to_jsonb(t) - ${ofTenant}::text[] as row) without
      where tenant_id = ${id} and (${saysSomething(name)}) order by without.row::text`.execute(
      admin,
    );
    all.push([name, rows.map(({ row }) => row)]);
  }
  return Object.fromEntries(all);
}

const withoutNames = (all: Record<string, unknown>): Record<string, unknown> => ({
  ...all,
  app_user: (all['app_user'] as Record<string, unknown>[]).map(
    ({ login_name: _name, ...user }) => user,
  ),
});
const unsound = (server: TestServer, tenant: string) =>
  verifyDatabase(server.database.connections.admin, { tenant });

describe('a violated invariant of a company', () => {
  const add = (amount: number) =>
    sql`update money_balance set amount = amount + ${amount}
      where tenant_id = ${home.company.tenantId} and purse = 'account'`.execute(
      home.database.admin,
    );

  test('does not block export and is reported at restore', async () => {
    await add(1);
    const broken = await exported(home, home.company.tenantId);
    await add(-1);
    const { status, data } = await upload(home, broken, 'amiss');
    expect(status).toBe(200);
    const there = await unsound(home, 'amiss');
    expect(data.found.map(({ check }) => check)).toEqual(
      there.violations.map(({ check }) => check),
    );
    expect(data.found.map(({ check }) => check)).toContain('M2_balance');
  });
});

describe('a restored copy beside its source', () => {
  let copy: ReplyOf<typeof importTenant>;
  beforeAll(async () => {
    copy = (await upload(home, file, 'copy')).data;
  });

  test('equals its source in every table, and every invariant holds', async () => {
    const original = await contents(home, home.company.tenantId);
    // What was written down about the export is the platform's, not the company's.
    expect(withoutNames(await contents(home, copy.id))).toEqual(withoutNames(original));
    const counts = Object.values(original).map((rows) => (rows as unknown[]).length);
    expect(copy.rows).toBe(counts.reduce((sum, count) => sum + count, 0));
    const kinds = (original['document'] as { kind: string }[]).map(({ kind }) => kind);
    expect(new Set(kinds).size).toBeGreaterThan(15);
    expect(await unsound(home, 'copy')).toMatchObject({ tenants: 1, violations: [] });
  });

  test('has a mark for each month of its trade', async () => {
    const { rows } = await sql`
      select month from sku_trade where tenant_id = ${copy.id}
      except select month from trade_month where tenant_id = ${copy.id}`.execute(
      home.database.admin,
    );
    expect(rows).toEqual([]);
  });

  test('users with taken login names get the new code before their names', () => {
    expect(copy).toMatchObject({ code: 'copy', loginName: 'copy-demo' });
    expect(copy.renamed).toEqual(
      expect.arrayContaining([
        { from: 'demo', to: 'copy-demo' },
        { from: 'kept-seller', to: 'copy-kept-seller' },
      ]),
    );
  });

  test('has no imported password: the owner gets a first password, and further users none', async () => {
    const old = { loginName: 'copy-kept-seller', password: sha256(passwordOf('kept-seller')) };
    expect(await home.refusal(login, old, '')).toMatchObject({ key: 'login.failed' });
    const { token, user } = await home.call(
      login,
      { loginName: 'copy-demo', password: sha256(copy.password ?? '') },
      '',
    );
    expect(user).toMatchObject({ owner: true, mustChangePassword: true });
    const own = { oldpassword: sha256(copy.password ?? ''), password: sha256('Own-Word-7') };
    await home.call(updatePassword, { userId: user.id, ...own }, token);
    // What is added now gets ids of its own, in both.
    for (const as of [token, world.token])
      await home.call(partners.add, { type: 'customer', name: 'After the restore' }, as);
    const sale = world.goodsInput('saleOut');
    await home.call(goodsDocuments.add, sale, token);
    expect(await unsound(home, 'copy')).toMatchObject({ violations: [] });
    expect(await unsound(home, 'demo')).toMatchObject({ violations: [] });
  });

  test('needs a new code and is refused by a taken code', async () => {
    expect(await upload(home, file, 'copy')).toMatchObject({
      status: 422,
      data: { key: 'tenantFile.codeTaken', detail: 'copy' },
    });
    expect(await upload(home, file)).toMatchObject({ data: { detail: 'demo' } });
  });
});

test('a company restored in another installation keeps its names and exports an equal file', async () => {
  const away = await aServer();
  try {
    await sql`update tenant set code = 'elsewhere' where code = 'demo'`.execute(
      away.database.admin,
    );
    await sql`update login set login_name = 'somebody' where login_name = 'demo'`.execute(
      away.database.admin,
    );
    const { status, data } = await upload(away, file);
    expect(status).toBe(200);
    expect(data).toMatchObject({ code: 'demo', loginName: 'demo', renamed: [] });
    expect(await unsound(away, 'demo')).toMatchObject({ violations: [] });
    const { rows } = await sql<{ last: string; highest: string }>`
      select (select last_value from document_id_seq)::text as last,
        (select max(id) from document)::text as highest`.execute(away.database.admin);
    expect(Number(rows[0]?.last)).toBeGreaterThanOrEqual(Number(rows[0]?.highest));
    const rowsOf = (bytes: Buffer) => gunzipSync(bytes).toString().split('\n').slice(1, -2);
    expect(rowsOf(await exported(away, data.id))).toEqual(rowsOf(file));
  } finally {
    await away.stop();
  }
});

describe('an invalid tenant file', () => {
  const text = () => gunzipSync(file).toString();
  const zipped = (changed: string) => gzipSync(changed);
  /** Changed and sealed again, as somebody would who knows how. */
  const resealed = (change: (before: string) => string) => {
    const lines = change(
      text()
        .split('\n')
        .slice(0, -2)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const seal = createHash('sha256').update(lines).digest('hex');
    return zipped(`${lines}${JSON.stringify({ seal })}\n`);
  };
  const inRow = (table: string, change: (row: (string | null)[]) => void) => (before: string) => {
    const lines = before.split('\n');
    const at = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1;
    const row = JSON.parse(lines[at] ?? '') as (string | null)[];
    change(row);
    lines[at] = JSON.stringify(row);
    return lines.join('\n');
  };
  const inColumn = (table: string, column: string, value: string) => (before: string) => {
    const head = before.split('\n').find((line) => line.startsWith(`{"table":"${table}"`));
    const { columns } = JSON.parse(head ?? '') as { columns: string[] };
    return inRow(table, (row) => (row[columns.indexOf(column)] = value))(before);
  };
  const cases: readonly (readonly [string, () => Buffer, string])[] = [
    ['a picture', () => Buffer.from('\u0089PNG no such company'), 'foreign'],
    ['nothing', () => Buffer.alloc(0), 'cut'],
    ['another program’s file', () => zipped('{"format":"ledger"}\n{"seal":"0"}\n'), 'foreign'],
    ['half of it', () => file.subarray(0, file.length / 2), 'cut'],
    [
      'all but its last line',
      () => zipped(`${text().split('\n').slice(0, -2).join('\n')}\n`),
      'cut',
    ],
    ['a changed figure', () => zipped(text().replace('"Kept', '"Lost')), 'tampered'],
    ['a changed byte', () => flipped(file), 'tampered'],
    [
      'a row that is missing',
      () => resealed((all) => all.replace(/\n\["[^\n]*\n$/, '\n')),
      'tampered',
    ],
    ['a later format', () => resealed((all) => all.replace('"version":1', '"version":2')), 'newer'],
    [
      'other columns',
      () => resealed((all) => all.replace(/"schema":"\w/, '"schema":"x')),
      'schema',
    ],
    [
      'a reference into nothing',
      () => resealed(inRow('sku', (row) => (row[1] = '987654321'))),
      'unsound',
    ],
    ['a value that is none', () => resealed(inRow('sku', (row) => (row[0] = 'x'))), 'unsound'],
    [
      'an id that no column would hold for long',
      () => resealed(inRow('audit_log', (row) => (row[0] = '999999999999999999'))),
      'ids',
    ],
    [
      'an id that no installation reaches',
      () => resealed(inRow('audit_log', (row) => (row[0] = '1000000000000'))),
      'ids',
    ],
    [
      'a nest without a bottom',
      () =>
        resealed((all) =>
          all.replace(/(\n\{"table":"category"[^\n]*\n)/, `$1${'['.repeat(200_000)}\n`),
        ),
      'unsound',
    ],
    [
      'a key too long for its index',
      () => resealed(inColumn('app_user', 'login_name', noise(9_000))),
      'unsound',
    ],
    ['a moment without end', () => resealed(inColumn('audit_log', 'at', 'infinity')), 'unsound'],
    [
      'a moment no calendar shows',
      () => resealed(inColumn('category', 'created_at', '200000-01-01 00:00:00+00')),
      'unsound',
    ],
    [
      'a price that is no number',
      () => resealed(inColumn('barcode', 'purchase_price', 'NaN')),
      'unsound',
    ],
    [
      'a code that no one could type',
      () => resealed((all) => all.replace('"code":"demo"', '"code":" \\t "')),
      'tampered',
    ],
    [
      'more than a company has, packed small',
      () => {
        const [manifest] = text().split('\n');
        const padding = Buffer.alloc(201 * 1024 * 1024, `${' '.repeat(1023)}\n`);
        return gzipSync(Buffer.concat([Buffer.from(`${manifest}\n`), padding]), { level: 1 });
      },
      'tooLarge',
    ],
    [
      'goods from nowhere',
      () => resealed(inRow('stock_balance', (row) => (row[4] = '999999'))),
      'unsound',
    ],
  ];

  test('is accepted when only roll-ups are wrong, and the wrong roll-ups are reported', async () => {
    const untidy = resealed(inColumn('document_day', 'debt', '123456'));
    const { status, data } = await upload(home, untidy, 'untidy');
    expect(status).toBe(200);
    expect(data.found.map(({ check }) => check)).toContain('G7_document_days');
  });

  /** Text that no compression makes shorter. */
  const noise = (length: number): string => randomBytes(length / 2).toString('hex');

  /** How much there is, and the highest id that was ever drawn of anything. */
  const everything = () =>
    sql<{ count: string }>`
      select (select count(*) from tenant) || ' ' || (select count(*) from login)
        || ' ' || (select count(*) from document) as count,
        (select max(last_value) < 1000000000 from pg_sequences where schemaname = 'public') as "inReach"`.execute(
      home.database.admin,
    );

  test.each(cases)(
    'is refused with a single sentence and writes nothing: %s',
    async (_, bytes, trouble) => {
      const before = await everything();
      const { status, message, data } = await upload(home, bytes(), 'broken');
      expect([status, data.key]).toEqual([422, `tenantFile.${trouble}`]);
      expect(message).toMatch(/^[A-Z][^\n]+$/);
      expect((await everything()).rows).toEqual(before.rows);
    },
  );

  /** One bit of the middle turned round. */
  function flipped(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    const at = Math.floor(copy.length / 2);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  }
});

test('a tenant file with high ids from sequences of the installation is accepted', async () => {
  const draw = (value: string) =>
    sql`select setval('category_id_seq', ${value}::bigint)`.execute(home.database.admin);
  const { rows } = await sql<{
    last: string;
  }>`select last_value as last from category_id_seq`.execute(home.database.admin);
  await draw('2000000000000');
  await home.arrange(home.company, (tx) =>
    sql`insert into category (tenant_id, name) values (${home.company.tenantId}, 'late')`.execute(
      tx,
    ),
  );
  const { status } = await upload(home, await exported(home, home.company.tenantId), 'late');
  await draw(rows[0]?.last ?? '1');
  expect(status).toBe(200);
});

test('a tenant file contains no passwords, second factors, sessions or stored replies', async () => {
  const tables = gunzipSync(file)
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{"table"'))
    .map((line) => (JSON.parse(line) as { table: string }).table);
  expect(tables).toContain('stock_move');
  for (const table of ['login', 'session', 'login_challenge', 'idempotency', 'outbox'])
    expect(tables).not.toContain(table);
  expect(gunzipSync(file).toString()).not.toContain('$argon2');
});

describe('the owner’s export of their own company', () => {
  const exportOwn = (token: string, server = home) =>
    server.request('GET', exportOwnTenant.path, {}, token);
  const textOf = (bytes: Buffer) => gunzipSync(bytes).toString();

  test('has the rows of the operator’s export, and is logged in the company', async () => {
    const { statusCode, headers, rawPayload } = await exportOwn(world.token);
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/demo_\d{4}-\d\d-\d\d\.tradehouse\.gz/);
    const logged = (line: string) => !/"export","tenant"/.test(line);
    const rowsOf = (bytes: Buffer) => textOf(bytes).split('\n').slice(1, -2).filter(logged);
    expect(rowsOf(rawPayload)).toEqual(rowsOf(await exported(home, home.company.tenantId)));
    const { rows } = await sql`
      select action, number from audit_log
      where tenant_id = ${home.company.tenantId} and subject = 'tenant'`.execute(
      home.database.admin,
    );
    expect(rows).toEqual([{ action: 'export', number: 'demo' }]);
  });

  test('omits the operator’s remark on the company', async () => {
    const { admin } = home.database;
    const { tenantId } = home.company;
    await sql`update tenant set remark = 'pays late' where id = ${tenantId}`.execute(admin);
    const { rawPayload } = await exportOwn(world.token);
    expect(textOf(rawPayload)).not.toContain('pays late');
    expect(textOf(await exported(home, tenantId))).toContain('pays late');
    await sql`update tenant set remark = '' where id = ${tenantId}`.execute(admin);
  });

  test('is denied to every other user, also with the settings page, and to the operator', async () => {
    await home.addUser({ loginName: 'kept-admin', role: 'manager' });
    for (const name of ['kept-admin', 'kept-seller', 'admin'])
      expect(await home.refusal(exportOwnTenant, {}, await home.signIn(name))).toMatchObject({
        key: 'access.denied',
      });
  });

  test('is allowed while a company whose term has ended is readable', async () => {
    await sql`update tenant set expires_at = now() - interval '1 day' where code = 'other'`.execute(
      home.database.admin,
    );
    expect((await exportOwn(await home.signIn('other'))).statusCode).toBe(200);
    await sql`update tenant set expires_at = null where code = 'other'`.execute(
      home.database.admin,
    );
    // Sessions are cached for a moment, and the next test writes.
    home.app.kernel.sessions.forgetAll();
  });

  test('has no password, session or sealed secret', async () => {
    const token = await home.signIn('other');
    const { id } = await home.call(
      applications.add,
      {
        name: 'A program',
        userId: home.stranger.ownerId,
        scopes: ['products:read'],
        validMinutes: 120,
        addresses: [],
      },
      token,
    );
    await home.call(newApplicationSecret, { id }, token);
    const { rawPayload } = await exportOwn(token);
    const heads = textOf(rawPayload)
      .split('\n')
      .filter((line) => line.startsWith('{"table"'));
    const { rows } = await sql<{ count: string }>`
      select count(*) from oauth_secret where tenant_id = ${home.stranger.tenantId}`.execute(
      home.database.admin,
    );
    expect(rows).toEqual([{ count: '1' }]);
    expect(heads.join('\n')).not.toMatch(/sealed|password|_hash|totp|token|challenge/);
    expect(heads.join('\n')).toContain('oauth_app');
  });
});
