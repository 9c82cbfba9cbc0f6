// Imports of companies by platform administrators: upload, progress and report.
import { dumpImport, dumpReport, importDump, login, resetTenantOwner } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { verifyDatabase } from '@tradehouse/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aServer, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { changed, dumpOf, severalCompanies, smallCompany } from './testDump.ts';
import type { TestTables } from './testDump.ts';

let server: TestServer;
let operator: string;
beforeAll(async () => {
  server = await aServer();
  operator = await server.signIn('admin');
});
afterAll(() => server.stop());

/** What the server answers, or refuses with. */
const upload = (text: string, companies?: string, token = operator) =>
  server.upload(
    importDump,
    { name: 'jsh.sql', bytes: Buffer.from(text) },
    companies === undefined ? {} : { companies },
    token,
  );

type Shown = NonNullable<ReplyOf<typeof dumpImport>>;

const last = async (): Promise<Shown> =>
  (await server.call(dumpImport, {}, operator)) ?? expect.fail('no import');

/** Waits for the end of the import that was begun. */
async function ended(): Promise<Shown> {
  return vi.waitFor(
    async () => {
      const now = await last();
      expect(['done', 'failed']).toContain(now.state);
      return now;
    },
    { timeout: 600_000, interval: 50 },
  );
}

/** Two good companies, and one whose goods move by documents that these books don't know. */
const mixed: TestTables = (() => {
  const tables = severalCompanies(3);
  const { jsh_system_config: settings } = tables;
  const rows =
    settings?.rows.map((row) => (row[1] === '小店2' ? [...row, '1'] : [...row, '0'])) ?? [];
  return {
    ...tables,
    jsh_system_config: { columns: `${settings?.columns ?? ''} in_out_manage_flag`, rows },
  };
})();

test('a dump imports all companies, and a failing company stops no further company', async () => {
  expect(await upload(dumpOf(mixed))).toMatchObject({ state: 'reading', companies: [] });
  const { state, companies, id } = await ended();
  expect(state).toBe('done');
  expect(companies.map(({ code, state: of }) => [code, of])).toEqual([
    ['shop1', 'done'],
    ['shop2', 'failed'],
    ['shop3', 'done'],
  ]);
  expect(companies[1]?.reason).toMatch(/shop2 uses in\/out management/);
  expect(companies[0]).toMatchObject({ tenantCode: 'jsherp-101-shop1', loginName: 'shop1' });

  const report = await server.request('GET', dumpReport.path, { id }, operator);
  expect(report.headers['content-type']).toMatch('text/plain');
  expect(report.body).toContain('Company jsherp-101-shop1');
  expect(report.body).toContain('payable of 供应商 57 供应商1\t65\t65');
  expect(report.body).not.toContain('jsherp-102');
  expect((await verifyDatabase(server.database.connections.admin, {})).violations).toEqual([]);
});

test('the owner of an imported company signs in with the password of a reset', async () => {
  const { rows } = await sql<{
    id: string;
  }>`select id from tenant where code = 'jsherp-101-shop1'`.execute(server.database.admin);
  const { password } = await server.call(resetTenantOwner, { id: rows[0]?.id ?? '' }, operator);
  const signedIn = await server.request('POST', login.path, {
    loginName: 'shop1',
    password: sha256(password ?? ''),
  });
  expect(signedIn.statusCode).toBe(200);
});

test('a dump import selects companies by owner login name, and reports an unknown name', async () => {
  await upload(dumpOf(mixed), 'shop3, 101');
  expect((await ended()).companies.map(({ code }) => code)).toEqual(['shop1', 'shop3']);
  await upload(dumpOf(mixed), 'shop9');
  expect(await ended()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('no company shop9'),
  });
});

test('a file of another format than a dump fails with a reason', async () => {
  await upload('hello');
  expect(await ended()).toMatchObject({ state: 'failed', companies: [] });
  await upload(dumpOf(changed({ jsh_tenant: { columns: 'id tenant_id login_name', rows: [] } })));
  expect((await ended()).reason).toMatch('holds no company');
});

test('dump imports run singly, and an import of a dead process is shown as interrupted', async () => {
  const state = (silent: string) =>
    sql`update dump_import set state = 'importing', touched_at = now() - ${silent}::interval`.execute(
      server.database.admin,
    );
  await state('1 second');
  expect(await upload(dumpOf(smallCompany))).toMatchObject({ key: 'dump.running' });
  await state('2 minutes');
  expect(await last()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching('interrupted'),
  });
  expect(await upload(dumpOf(smallCompany))).toMatchObject({ state: 'reading' });
  expect((await ended()).state).toBe('done');
});

test("a company's owner can neither begin nor follow a dump import", async () => {
  const token = await server.signIn('demo');
  expect(await upload(dumpOf(smallCompany), undefined, token)).toMatchObject({
    key: 'access.denied',
  });
  for (const path of [dumpImport.path, dumpReport.path])
    expect((await server.request('GET', path, { id: '1' }, token)).statusCode).toBe(403);
});
