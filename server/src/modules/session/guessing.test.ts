// Limits on password guessing, and their effect on the owners of guessed login names.
import { currentUser, logTable, ownSessions } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { sweepFailures } from '../../kernel/http/index.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

const PROXY = '10.255.0.1';
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ trustedProxies: [PROXY] });
});
afterAll(() => server.stop());

const change = (query: ReturnType<typeof sql>) => query.execute(server.database.admin);

interface Answer {
  readonly status: number;
  readonly key?: string;
  readonly token?: string;
}

async function knockAt(
  app: TestServer['app'],
  loginName: string,
  { password = passwordOf(loginName), peer = '10.0.0.1', forwarded = '' },
): Promise<Answer> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: peer,
    headers: forwarded === '' ? {} : { 'x-forwarded-for': forwarded },
    payload: { loginName, password: sha256(password) },
  });
  const { data } = reply.json<{ data: { key?: string; token?: string } }>();
  return { status: reply.statusCode, ...data };
}
const knock = (loginName: string, from: string, password?: string): Promise<Answer> =>
  knockAt(server.app, loginName, {
    peer: from,
    ...(password === undefined ? {} : { password }),
  });
const behindProxy = (loginName: string, client: string, password?: string): Promise<Answer> =>
  knockAt(server.app, loginName, {
    peer: PROXY,
    forwarded: client,
    ...(password === undefined ? {} : { password }),
  });

async function wrongFrom(count: number, tried: (nth: number) => Promise<Answer>): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await tried(nth);
}

describe('behind a proxy', () => {
  test('a guessing client locks out no further client', async () => {
    await wrongFrom(50, (nth) => behindProxy(`stranger ${nth}`, '203.0.113.9', 'wrong'));
    expect(await behindProxy('demo', '203.0.113.9')).toMatchObject({ key: 'login.throttled' });
    expect(await behindProxy('demo', '203.0.113.10')).toHaveProperty('token');
    expect(await behindProxy('admin', '203.0.113.11')).toHaveProperty('token');
  });

  test('sessions and log tell the client’s address', async () => {
    const { token = '' } = await behindProxy('demo', '203.0.113.20');
    const [session] = await server.call(ownSessions, {}, token);
    expect(session?.address).toBe('203.0.113.20');
    const asked = { search: JSON.stringify({ address: '203.0.113.20' }) };
    const reply = await server.request('GET', logTable.path, asked, token);
    expect(reply.json().data.rows).toMatchObject([{ action: 'login', address: '203.0.113.20' }]);
  });

  test('only a trusted proxy is believed, and addresses added by the client are ignored', async () => {
    await server.addUser({ loginName: 'careful' });
    await knockAt(server.app, 'careful', { peer: '10.0.0.7', forwarded: '203.0.113.30' });
    await behindProxy('careful', '203.0.113.31, 198.51.100.4');
    const { rows } = await change(sql`
      select known_sources as known from login where login_name = 'careful'`);
    expect(rows).toEqual([{ known: ['198.51.100.4', '10.0.0.7'] }]);
  });

  test('an untrusted proxy is reported by a single warning in the log', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const app = await createApp({ database: server.database.connections.app, log });
    for (let asked = 0; asked < 3; asked += 1)
      await app.inject({ url: '/health', headers: { 'x-forwarded-for': '203.0.113.40' } });
    await app.close();
    expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
  });
});

describe('a guessed login name', () => {
  test('is locked for the guessing address, existing or not, and for no further address', async () => {
    await server.addUser({ loginName: 'guessed' });
    for (const name of ['guessed', 'unknown name']) {
      await wrongFrom(10, () => knock(name, '10.1.0.1', 'wrong'));
      expect(await knock(name, '10.1.0.1')).toMatchObject({ status: 429, key: 'login.throttled' });
    }
    expect(await knock('guessed', '10.1.0.2')).toHaveProperty('token');
  });

  test('opens from its known addresses in every process while locked elsewhere', async () => {
    await server.addUser({ loginName: 'at home' });
    await knock('at home', '10.2.0.1');
    await change(sql`update login set failures = 19 where login_name = 'at home'`);
    await knock('at home', '10.2.0.9', 'wrong');
    expect(await knock('at home', '10.2.0.2')).toMatchObject({ key: 'login.failed' });
    const second = await createApp({ database: server.database.connections.app });
    expect(await knockAt(second, 'at home', { peer: '10.2.0.2' })).toMatchObject({
      key: 'login.failed',
    });
    expect(await knockAt(second, 'at home', { peer: '10.2.0.1' })).toHaveProperty('token');
    await second.close();
    const { rows } = await change(sql`
      select failures, locked_until from login where login_name = 'at home'`);
    expect(rows).toEqual([{ failures: 0, locked_until: null }]);
  });

  test('is locked for the guessing address in every process, also after a restart', async () => {
    await server.addUser({ loginName: 'hunted' });
    const apps = await Promise.all(
      [1, 2, 3].map(() => createApp({ database: server.database.connections.app })),
    );
    await wrongFrom(10, (nth) =>
      knockAt(apps[nth % 2] ?? server.app, 'hunted', { peer: '10.2.5.1', password: 'wrong' }),
    );
    for (const app of apps)
      expect(await knockAt(app, 'hunted', { peer: '10.2.5.1' })).toMatchObject({
        key: 'login.throttled',
      });
    const [, , third = server.app] = apps;
    expect(await knockAt(third, 'hunted', { peer: '10.2.5.2' })).toHaveProperty('token');
    await change(sql`update failed_try set until = now() - interval '1 second'`);
    expect(await knockAt(third, 'hunted', { peer: '10.2.5.1' })).toHaveProperty('token');
    await Promise.all(apps.map((app) => app.close()));
  });

  test('stores no further failure rows when throttled, and no rows after cleanup', async () => {
    await server.addUser({ loginName: 'tidy' });
    const rows = async () => (await change(sql`select key from failed_try`)).rows.length;
    const before = await rows();
    await knock('tidy', '10.2.6.1', 'wrong');
    expect(await rows()).toBe(before + 2);
    await knock('tidy', '10.2.6.1');
    expect(await rows()).toBe(before + 1);
    await wrongFrom(12, () => knock('tidy', '10.2.6.1', 'wrong'));
    expect(await rows()).toBe(before + 2);
    await change(sql`update failed_try set until = now()`);
    await sweepFailures(server.app.kernel.db);
    expect(await rows()).toBe(0);
  });

  test('is locked for three minutes at most, whatever is tried meanwhile', async () => {
    await server.addUser({ loginName: 'stormed' });
    await change(sql`update login set failures = 500 where login_name = 'stormed'`);
    await knock('stormed', '10.3.0.1', 'wrong');
    const lock = async () =>
      (
        await change(sql`
        select failures, locked_until::text as until,
          locked_until > now() and locked_until <= now() + interval '3 minutes' as short
        from login where login_name = 'stormed'`)
      ).rows[0];
    const before = await lock();
    expect(before).toMatchObject({ failures: 501, short: true });
    for (const from of ['10.3.0.2', '10.3.0.3']) {
      expect(await knock('stormed', from)).toMatchObject({ key: 'login.failed' });
      expect(await knock('stormed', from, 'wrong')).toMatchObject({ key: 'login.failed' });
    }
    expect(await lock()).toEqual(before);
  });

  test('does not count sign-ins with the correct password toward the lock', async () => {
    await server.addUser({ loginName: 'rightful' });
    await change(sql`update login set failures = 20, locked_until = now() + interval '3 minutes'
      where login_name = 'rightful'`);
    await wrongFrom(15, () => knock('rightful', '10.4.0.1'));
    await change(sql`update login set locked_until = now() where login_name = 'rightful'`);
    expect(await knock('rightful', '10.4.0.1')).toHaveProperty('token');
  });

  test('a guessed login name of an operator is never locked', async () => {
    await change(sql`update login set failures = 500 where login_name = 'admin'`);
    await wrongFrom(60, (nth) => knock('admin', `10.5.${nth}.1`, 'wrong'));
    expect(await knock('admin', '10.5.99.1')).toHaveProperty('token');
  });

  test('leaves each counted failure in its company’s log, with the address', async () => {
    await server.addUser({ loginName: 'watched' });
    await knock('watched', '10.6.0.1', 'wrong');
    await knock('watched', '10.6.0.2', 'wrong');
    const { rows } = await change(sql`
      select action, subject, address from audit_log
      where tenant_id = ${server.company.tenantId} and number = 'watched' order by id`);
    expect(rows).toEqual([
      { action: 'loginFailed', subject: 'session', address: '10.6.0.1' },
      { action: 'loginFailed', subject: 'session', address: '10.6.0.2' },
    ]);
    await change(sql`update login set failures = 19 where login_name = 'watched'`);
    await wrongFrom(8, (nth) => knock('watched', `10.6.1.${nth}`, 'wrong'));
    const { rows: more } = await change(sql`select id from audit_log where number = 'watched'`);
    expect(more).toHaveLength(3);
  });
});

describe('a source with too many failures', () => {
  test('is closed to unknown users and open to users with an earlier sign-in from the source', async () => {
    await server.addUser({ loginName: 'colleague' });
    await server.addUser({ loginName: 'visitor' });
    await knock('colleague', '10.7.0.1');
    await wrongFrom(50, (nth) => knock(`someone ${nth}`, '10.7.0.1', 'wrong'));
    expect(await knock('visitor', '10.7.0.1')).toMatchObject({ status: 429 });
    expect(await knock('visitor', '10.7.0.2')).toHaveProperty('token');
    expect(await knock('colleague', '10.7.0.1')).toHaveProperty('token');
  });

  test('delays no known user, however many unknown callers try', async () => {
    await server.addUser({ loginName: 'regular' });
    await knock('regular', '10.8.0.1');
    const strangers = Array.from({ length: 150 }, (_, nth) =>
      knock(`stranger ${nth}`, `10.9.${nth}.1`, 'wrong'),
    );
    await Promise.any(strangers);
    const regular = knock('regular', '10.8.0.1').then((answer) => ({ answer, first: true }));
    const rest = Promise.all(strangers).then(() => ({ answer: {}, first: false }));
    const { answer, first } = await Promise.race([regular, rest]);
    expect([first, answer]).toEqual([true, expect.objectContaining({ status: 200 })]);
    const keys = (await Promise.all(strangers)).map(({ key }) => key);
    expect([...new Set(keys)].toSorted()).toEqual(['login.failed', 'server.busy']);
  });

  test('covers a whole IPv6 network of 64 bits', async () => {
    await wrongFrom(50, (nth) => knock(`someone ${nth}`, `2001:db8:0:1::${nth + 1}`, 'wrong'));
    expect(await knock('other', '2001:db8:0:1:ffff::1')).toMatchObject({ status: 429 });
    expect(await knock('other', '2001:db8:0:2::1')).toHaveProperty('token');
  });
});

describe('a session', () => {
  test('ends once its user has twenty newer sessions, even after sixty concurrent sign-ins', async () => {
    await server.addUser({ loginName: 'busy' });
    const oldest = (await knock('busy', '10.8.0.1')).token;
    await Promise.all(Array.from({ length: 60 }, (_, nth) => knock('busy', `10.8.1.${nth}`)));
    const { rows } = await change(sql`
      select count(*)::int as live from session s join login l using (tenant_id, user_id)
      where l.login_name = 'busy'`);
    expect(rows).toEqual([{ live: 20 }]);
    expect(await server.refusal(currentUser, {}, oldest ?? '')).toMatchObject({ status: 401 });
  });

  test('ends after a day without requests, and is extended by each request', async () => {
    await server.addUser({ loginName: 'away' });
    const seen = (ago: string) =>
      change(sql`update session s set seen_at = now() - ${ago}::interval from login l
        where l.user_id = s.user_id and l.login_name = 'away'`);
    const { token = '' } = await knock('away', '10.9.0.1');
    const alive = async () => {
      // What is known of a session is asked again within a second; here at once.
      server.app.kernel.sessions.forgetAll();
      return (await server.request('GET', '/user/getUserSession', {}, token)).statusCode;
    };
    await seen('23 hours');
    expect(await alive()).toBe(200);
    const { rows } = await change(sql`
      select s.seen_at > now() - interval '1 minute' as fresh
      from session s join login l using (tenant_id, user_id) where l.login_name = 'away'`);
    expect(rows).toEqual([{ fresh: true }]);
    await seen('25 hours');
    expect(await alive()).toBe(401);
  });
});

describe('a first password', () => {
  test('is valid for three days, and reports its expiry only to the right password', async () => {
    await server.addUser({ loginName: 'late' });
    const since = (ago: string) =>
      change(sql`update login set must_change = true, password_since = now() - ${ago}::interval
        where login_name = 'late'`);
    await since('71 hours');
    expect(await knock('late', '10.10.0.1')).toHaveProperty('token');
    await since('73 hours');
    expect(await knock('late', '10.10.0.1', 'wrong')).toMatchObject({ key: 'login.failed' });
    expect(await knock('late', '10.10.0.1')).toMatchObject({
      status: 422,
      key: 'password.outdated',
    });
  });
});
