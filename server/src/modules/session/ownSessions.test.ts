import {
  currentSettings,
  currentUser,
  endOtherSessions,
  endOwnSession,
  login,
  logout,
  ownSessions,
  savePreference,
  updatePassword,
  updateSettings,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { hashOf } from '../../kernel/http/index.ts';
import { forgetSessions } from './sweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  for (const loginName of ['sally', 'carol', 'changer']) await server.addUser({ loginName });
});
afterAll(() => server.stop());

const change = (query: ReturnType<typeof sql>) => query.execute(server.database.admin);

/** Signs in at a browser that calls itself so. */
async function knock(loginName: string, client = 'test', password = passwordOf(loginName)) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: '10.1.2.3',
    headers: { 'user-agent': client },
    payload: { loginName, password: sha256(password) },
  });
  return reply.json<{ data: { token: string } }>().data.token;
}

const listed = (token: string) => server.call(ownSessions, {}, token);
const alive = async (token: string): Promise<boolean> =>
  (await server.request('GET', '/user/getUserSession', {}, token)).statusCode === 200;

describe('own sessions', () => {
  beforeEach(() => change(sql`delete from session`));

  test('are deleted once expired, even without a return of their user', async () => {
    const living = await knock('sally');
    await knock('carol');
    await change(sql`
      insert into session (token_hash, tenant_id, user_id, viewer_id, expires_at)
      select sha256(token_hash), tenant_id, user_id, user_id, now() - interval '1 second' from session`);
    await change(sql`
      update session set seen_at = now() - interval '25 hours'
      where user_id = (select user_id from login where login_name = 'carol')`);
    await forgetSessions(server.database.app);
    const { rows } = await change(sql`select encode(token_hash, 'hex') as hash from session`);
    expect(rows).toEqual([{ hash: hashOf(living) }]);
  });

  test('show client, address and start, and mark the current session', async () => {
    const phone = await knock('sally', 'A phone');
    const desk = await knock('sally', 'A desk');
    await knock('carol');
    const sessions = await listed(desk);
    expect(sessions.map(({ client, address, current }) => [client, address, current])).toEqual([
      ['A desk', '10.1.2.3', true],
      ['A phone', '10.1.2.3', false],
    ]);
    expect(Number.isNaN(Date.parse(sessions[0]?.since ?? ''))).toBe(false);
    expect((await listed(phone)).find(({ current }) => current)?.client).toBe('A phone');
  });

  test('contain no token or hash, and no expired or impersonating session', async () => {
    const token = await knock('sally');
    await knock('sally', 'over');
    await knock('sally', 'viewer');
    await change(sql`update session set expires_at = now() where client = 'over'`);
    await change(sql`update session set viewer_id = user_id where client = 'viewer'`);
    const sessions = await listed(token);
    expect(sessions.map(({ client }) => client)).toEqual(['test']);
    expect(JSON.stringify(sessions)).not.toContain(token);
    expect(JSON.stringify(sessions)).not.toContain(sha256(token));
  });

  test('end singly, in every process', async () => {
    const second = await createApp({ database: server.database.connections.app });
    const [here, there] = [await knock('sally'), await knock('sally', 'there')];
    const asked = async () =>
      (
        await second.inject({
          url: '/api/user/getUserSession',
          headers: { 'x-access-token': there },
        })
      ).statusCode;
    expect(await asked()).toBe(200);
    const id = (await listed(here)).find(({ client }) => client === 'there')?.id ?? '';
    expect(await server.call(endOwnSession, { id }, here)).toEqual({ changed: 1 });
    await expect.poll(asked).toBe(401);
    expect(await alive(here)).toBe(true);
    const { rows } = await change(
      sql`select action, subject from audit_log where action = 'endSessions'`,
    );
    expect(rows).toEqual([{ action: 'endSessions', subject: 'session' }]);
    await second.close();
  });

  test('end except the current session, together with sessions impersonating the user', async () => {
    const [here, there, carols] = [
      await knock('sally'),
      await knock('sally'),
      await knock('carol'),
    ];
    const eyes = await knock('carol', 'eyes');
    await change(
      sql`update session set viewer_id = (select id from app_user where login_name = 'sally') where client = 'eyes'`,
    );
    expect(await server.call(endOtherSessions, {}, here)).toEqual({ changed: 2 });
    expect(await Promise.all([here, there, carols, eyes].map(alive))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(await server.call(endOtherSessions, {}, here)).toEqual({ changed: 0 });
  });

  test('refuse unknown ids, foreign sessions and the current session as missing', async () => {
    const [here, carols] = [await knock('sally'), await knock('carol')];
    const own = (await listed(here))[0]?.id;
    const theirs = (await listed(carols))[0]?.id;
    for (const id of [own, theirs, sha256('nothing')]) {
      expect(await server.refusal(endOwnSession, { id }, here)).toMatchObject({
        key: 'record.missing',
      });
    }
    for (const id of ['', 'x', '0'.repeat(10_000), null, 7, '\u0000', '\ud800']) {
      const { status } = await server.refusal(endOwnSession, { id }, here);
      expect([id, status]).toEqual([id, 400]);
    }
    expect(await alive(carols)).toBe(true);
  });

  test('are hidden from an impersonating user', async () => {
    const token = await knock('sally');
    await change(sql`update session set viewer_id = user_id`);
    expect(await server.refusal(ownSessions, {}, token)).toMatchObject({ key: 'session.viewing' });
    expect(await server.refusal(endOtherSessions, {}, token)).toMatchObject({
      key: 'session.viewing',
    });
    expect(await server.call(logout, {}, token)).toEqual({});
    expect(await alive(token)).toBe(false);
  });

  test.each(['', 'x', '0'.repeat(63), '0'.repeat(64), 'G'.repeat(64), '０'.repeat(64), 'é'])(
    'require a valid token: %j is refused',
    async (token) => {
      const reply = await server.app.inject({
        url: '/api/userSession/list',
        headers: { 'x-access-token': Buffer.from(token).toString('latin1') },
      });
      expect(reply.statusCode).toBe(401);
    },
  );
});

describe('a company with a limited term', () => {
  const ends = (when: string, plan = 'paid') =>
    change(sql`
      update tenant set expires_at = now() + ${when}::interval, plan = ${plan} where code = 'demo'`);
  afterAll(() => change(sql`update tenant set expires_at = null, plan = 'free'`));

  test.each([
    ['paid', '16 days', 'open'],
    ['paid', '14 days', 'ending'],
    ['free', '6 days', 'open'],
    ['free', '4 days', 'ending'],
    ['paid', '-1 second', 'ended'],
    ['free', '-29 days', 'ended'],
  ])(
    'on the %s plan, ending %s from now, has the term state %s, and its users can sign in',
    async (plan, when, state) => {
      await ends(when, plan);
      const { user } = await server.call(
        login,
        { loginName: 'sally', password: sha256(passwordOf('sally')) },
        '',
      );
      expect(user.term.state).toBe(state);
      const days = (from: string | null, to: string | null) =>
        Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000);
      expect(days(user.term.endsAt, user.term.readableUntil)).toBe(30);
    },
  );

  test('without an end date reports no end date', async () => {
    await change(sql`update tenant set expires_at = null where code = 'demo'`);
    const { user } = await server.call(
      login,
      { loginName: 'sally', password: sha256(passwordOf('sally')) },
      '',
    );
    expect(user.term).toEqual({ state: 'open', endsAt: null, readableUntil: null });
  });

  test('is read-only after its term, except for sign-in and preferences', async () => {
    await ends('-1 day');
    const token = await knock('demo');
    const { version } = await server.call(currentSettings, {}, token);
    expect(await server.refusal(updateSettings, { version, companyFax: '1' }, token)).toMatchObject(
      { status: 403, key: 'company.readOnly' },
    );
    await server.call(savePreference, { name: 'a page', value: 1 }, token);
    const other = await knock('demo');
    expect(await server.call(endOtherSessions, {}, other)).toMatchObject({});
    const { id: userId } = await server.call(currentUser, {}, other);
    const input = { userId, oldpassword: sha256('wrong'), password: sha256('New-one-99') };
    expect(await server.refusal(updatePassword, input, other)).toMatchObject({
      key: 'password.wrong',
    });
    expect(await server.call(logout, {}, other)).toEqual({});
  });

  test('ends all of its sessions once the grace period of thirty days is over', async () => {
    await ends('-29 days');
    const token = await knock('sally');
    expect(await alive(token)).toBe(true);
    await ends('-30 days');
    await expect.poll(() => alive(token)).toBe(false);
  });
});
