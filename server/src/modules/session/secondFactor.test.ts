import {
  confirmSecondFactor,
  currentUser,
  login,
  loginSecondStep,
  publicPlatformValue,
  resetPassword,
  resetTenantOwner,
  secondFactor,
  startSecondFactor,
  stopSecondFactor,
  updatePassword,
} from '@tradehouse/contract';
import { openDatabasePool } from '@tradehouse/database';
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { hasSealedSecrets, sealSecrets } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const change = (query: ReturnType<typeof sql>) => query.execute(server.database.admin);
const passwordHash = (loginName: string): string => sha256(passwordOf(loginName));
const codeOf = (secret: string): string => generateSync({ secret });
/** Steps that were used open again, so that a test need not wait for the next one. */
const forgetSteps = () => change(sql`update login set totp_step = 0`);

/** The first step, which tells no token but the challenge. */
async function challengeOf(loginName: string): Promise<string> {
  const refused = await server.refusal(
    login,
    { loginName, password: passwordHash(loginName) },
    { token: '' },
  );
  expect(refused).toMatchObject({ status: 422, key: 'secondFactor.needed' });
  expect(Object.keys(refused.data).toSorted()).toEqual(['challenge', 'key']);
  return String(refused.data['challenge']);
}
const secondStep = (challenge: string, code: string) =>
  server.call(loginSecondStep, { challenge, code }, { token: '' });
const turnedAway = (challenge: unknown, code: unknown) =>
  server.refusal(loginSecondStep, { challenge, code }, { token: '' });

/** A user whose second factor is on. */
async function aCarefulUser(loginName: string) {
  await server.addUser({ loginName });
  const token = await server.signIn(loginName);
  const { secret, uri } = await server.call(
    startSecondFactor,
    { password: passwordHash(loginName) },
    token,
  );
  const { recoveryCodes } = await server.call(confirmSecondFactor, { code: codeOf(secret) }, token);
  await forgetSteps();
  return { loginName, token, secret, uri, recoveryCodes };
}

describe('a second factor', () => {
  test('is set up with the password and a code of the secret, and reports its state', async () => {
    await server.addUser({ loginName: 'setter' });
    const token = await server.signIn('setter');
    const password = passwordHash('setter');
    const state = () => server.call(secondFactor, {}, token);
    expect(await state()).toEqual({ on: false, recoveryCodes: 0 });
    expect(await server.refusal(confirmSecondFactor, { code: '123456' }, token)).toMatchObject({
      key: 'secondFactor.notStarted',
    });
    expect(
      await server.refusal(startSecondFactor, { password: sha256('wrong') }, token),
    ).toMatchObject({ key: 'password.wrong' });
    const first = await server.call(startSecondFactor, { password }, { token, key: 'once' });
    expect(await server.call(startSecondFactor, { password }, { token, key: 'once' })).toEqual(
      first,
    );
    expect(first.uri).toContain(first.secret);
    // Until a code confirms it, the password alone still opens.
    expect(await server.call(login, { loginName: 'setter', password }, '')).toHaveProperty('token');
    const wrong = codeOf(first.secret) === '000000' ? '111111' : '000000';
    expect(await server.refusal(confirmSecondFactor, { code: wrong }, token)).toMatchObject({
      key: 'secondFactor.wrong',
    });
    const { recoveryCodes } = await server.call(
      confirmSecondFactor,
      { code: codeOf(first.secret) },
      { token, key: 'confirmed' },
    );
    expect(recoveryCodes).toHaveLength(10);
    expect(await state()).toEqual({ on: true, recoveryCodes: 10 });
    expect(await server.refusal(startSecondFactor, { password }, token)).toMatchObject({
      key: 'secondFactor.on',
    });
    // A repeat does not tell them again.
    expect(
      await server.refusal(
        confirmSecondFactor,
        { code: codeOf(first.secret) },
        { token, key: 'confirmed' },
      ),
    ).toMatchObject({ key: 'secondFactor.on' });
  });

  test('is stored with neither recovery codes nor the secret in readable form', async () => {
    const { recoveryCodes, secret } = await aCarefulUser('keeper');
    const { rows } = await change(
      sql`select (select string_agg(l::text, ' ') from login l) || (select string_agg(i::text, ' ') from idempotency i)
        || (select string_agg(a::text, ' ') from audit_log a) as kept`,
    );
    const { kept } = rows[0] as { kept: string };
    for (const code of recoveryCodes) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(code.replaceAll('-', ''));
    }
    expect(kept).not.toContain(secret);
  });

  test('stored in clear or under an older key is encrypted with the new key and still works', async () => {
    const db = openDatabasePool(server.database.connections.owner, { size: 1 });
    const stored = async (loginName: string) => {
      const { rows } = await change(
        sql`select totp_secret as secret from login where login_name = ${loginName}`,
      );
      return (rows[0] as { secret: string }).secret;
    };
    const clear = await aCarefulUser('in clear');
    await change(sql`update login set totp_secret = ${clear.secret} where login_name = 'in clear'`);
    const sealed = await aCarefulUser('sealed before');
    const before = await stored('sealed before');
    const keys = ['a newer key', 'a key for tests'];
    expect(await hasSealedSecrets(db)).toBe(true);
    // Without the key that sealed it, nothing is changed.
    expect(await sealSecrets(db, ['a newer key'])).toBe(false);
    expect(await stored('in clear')).toBe(clear.secret);
    expect(await sealSecrets(db, keys)).toBe(true);
    expect(await stored('in clear')).not.toContain(clear.secret);
    expect(await stored('sealed before')).not.toBe(before);
    const restarted = await createApp({
      database: server.database.connections.app,
      secretKeys: ['a newer key'],
    });
    for (const { loginName, secret } of [clear, sealed]) {
      const reply = await restarted.inject({
        method: 'POST',
        url: '/api/user/loginSecondStep',
        payload: { challenge: await challengeOf(loginName), code: codeOf(secret) },
      });
      expect(reply.json()).toMatchObject({ code: 200 });
    }
    await restarted.close();
    expect(await sealSecrets(db, ['a key for tests', 'a newer key'])).toBe(true);
    await db.destroy();
  });

  test('is requested only after the correct password, and a correct code completes the sign-in', async () => {
    const { secret, loginName } = await aCarefulUser('careful');
    expect(await server.refusal(login, { loginName, password: sha256('wrong') }, '')).toMatchObject(
      { key: 'login.failed', data: { key: 'login.failed' } },
    );
    const challenge = await challengeOf(loginName);
    // The challenge is no token.
    expect(await server.refusal(currentUser, {}, challenge)).toMatchObject({ status: 401 });
    const { token, user } = await secondStep(challenge, codeOf(secret));
    expect(user.loginName).toBe(loginName);
    expect(await server.call(currentUser, {}, token)).toEqual(user);
    await forgetSteps();
    expect(await turnedAway(challenge, codeOf(secret))).toMatchObject({
      key: 'secondFactor.expired',
    });
  });

  test('accepts each code once, even in two concurrent sign-ins', async () => {
    const { secret, loginName } = await aCarefulUser('once');
    const code = codeOf(secret);
    const challenges = await Promise.all([challengeOf(loginName), challengeOf(loginName)]);
    const tried = await Promise.allSettled(challenges.map((one) => secondStep(one, code)));
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await turnedAway(await challengeOf(loginName), code)).toMatchObject({
      key: 'secondFactor.wrong',
    });
  });

  test('accepts each recovery code once, in place of a code of the authenticator', async () => {
    const { recoveryCodes, loginName, token } = await aCarefulUser('loser');
    const [first = '', second = ''] = recoveryCodes;
    await secondStep(await challengeOf(loginName), first.toLowerCase().replaceAll('-', ' '));
    expect(await turnedAway(await challengeOf(loginName), first)).toMatchObject({
      key: 'secondFactor.wrong',
    });
    await secondStep(await challengeOf(loginName), second);
    expect(await server.call(secondFactor, {}, token)).toEqual({ on: true, recoveryCodes: 8 });
  });

  test.each([
    ['is too old', sql`update login_challenge set expires_at = now()`],
    ['has been tried five times', sql`update login_challenge set tries = 5`],
    ['is of another password', sql`update login set password_hash = 'x' where login_name = 'late'`],
    ['is of a company that was switched off', sql`update tenant set enabled = false`],
  ])('is refused even with a correct code when the challenge %s', async (_, blow) => {
    await change(sql`delete from login where login_name = 'late'`);
    await change(
      sql`delete from session where user_id in (select id from app_user where login_name = 'late')`,
    );
    await change(sql`delete from app_user where login_name = 'late'`);
    await server.addUser({ loginName: 'late' });
    await change(
      sql`update login set totp_secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' where login_name = 'late'`,
    );
    const challenge = await challengeOf('late');
    await change(blow);
    expect(await turnedAway(challenge, codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'))).toMatchObject({
      status: 422,
      key: 'secondFactor.expired',
    });
    await change(sql`update tenant set enabled = true`);
  });

  test('refuses a user disabled before or after the password was checked', async () => {
    const { secret, loginName } = await aCarefulUser('gone');
    const challenge = await challengeOf(loginName);
    await change(sql`update app_user set enabled = false where login_name = 'gone'`);
    expect(await turnedAway(challenge, codeOf(secret))).toMatchObject({
      key: 'secondFactor.wrong',
    });
    expect(
      await server.refusal(login, { loginName, password: passwordHash(loginName) }, ''),
    ).toMatchObject({ key: 'login.failed' });
  });

  test('counts a wrong code like a wrong password: per login name, across all processes', async () => {
    const { loginName } = await aCarefulUser('guessed');
    for (let tries = 0; tries < 10; tries += 1)
      expect(await turnedAway(await challengeOf(loginName), 'AAAA-AAAA')).toMatchObject({
        key: 'secondFactor.wrong',
      });
    expect(
      await server.refusal(login, { loginName, password: passwordHash(loginName) }, ''),
    ).toMatchObject({ status: 429, key: 'login.throttled' });
    const { rows } = await change(sql`select failures from login where login_name = 'guessed'`);
    expect(rows).toEqual([{ failures: 10 }]);
    // Another process has not counted them, but finds the name locked after twenty of both.
    await change(
      sql`update login set failures = 25, locked_until = now() + interval '1 hour' where login_name = 'guessed'`,
    );
    const second = await createApp({ database: server.database.connections.app });
    const reply = await second.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress: '10.0.0.9',
      payload: { loginName, password: passwordHash(loginName) },
    });
    expect(reply.json()).toMatchObject({ data: { key: 'login.failed' } });
    await second.close();
  });

  test('a challenge accepts five tries, and a correct password does not reset the failures', async () => {
    const { loginName, secret } = await aCarefulUser('five');
    const challenge = await challengeOf(loginName);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await turnedAway(challenge, 'AAAA-AAAA')).toMatchObject({ key: 'secondFactor.wrong' });
    expect(await turnedAway(challenge, codeOf(secret))).toMatchObject({
      key: 'secondFactor.expired',
    });
    await challengeOf(loginName);
    const { rows } = await change(sql`select failures from login where login_name = 'five'`);
    expect(rows).toEqual([{ failures: 5 }]);
    await secondStep(await challengeOf(loginName), codeOf(secret));
    const after = await change(sql`select failures from login where login_name = 'five'`);
    expect(after.rows).toEqual([{ failures: 0 }]);
  });

  test('accepts at most twenty codes in five minutes from all addresses, also for operators', async () => {
    const operator = await server.signIn('admin');
    const password = passwordHash('admin');
    const { secret } = await server.call(startSecondFactor, { password }, operator);
    await server.call(confirmSecondFactor, { code: codeOf(secret) }, operator);
    await forgetSteps();
    const from = async (remoteAddress: string, path: string, payload: object) => {
      const reply = await server.app.inject({
        method: 'POST',
        url: `/api${path}`,
        remoteAddress,
        payload,
      });
      return reply.json<{ data: { key?: string; challenge?: string; token?: string } }>().data;
    };
    const tryFrom = async (address: string, code: string) => {
      const { challenge } = await from(address, login.path, { loginName: 'admin', password });
      return from(address, loginSecondStep.path, { challenge, code });
    };
    for (let nth = 0; nth < 20; nth += 1) await tryFrom(`10.20.${nth}.1`, 'AAAA-AAAA');
    expect(await tryFrom('10.21.0.1', codeOf(secret))).toMatchObject({ key: 'secondFactor.wrong' });
    expect(await tryFrom('127.0.0.1', codeOf(secret))).toHaveProperty('token');
    await change(sql`update login_challenge set expires_at = now()`);
    await forgetSteps();
    expect(await tryFrom('10.21.0.1', codeOf(secret))).toHaveProperty('token');
    await change(sql`update login set totp_secret = null where login_name = 'admin'`);
  });

  test('can be switched off only with the password and an authenticator or recovery code', async () => {
    const { loginName, token, secret, recoveryCodes } = await aCarefulUser('off again');
    const password = passwordHash(loginName);
    const refusal = (input: object) => server.refusal(stopSecondFactor, input, token);
    expect(await refusal({ password: sha256('wrong'), code: codeOf(secret) })).toMatchObject({
      key: 'password.wrong',
    });
    expect(await refusal({ password, code: 'AAAA-AAAA' })).toMatchObject({
      key: 'secondFactor.wrong',
      data: { field: 'code' },
    });
    await server.call(stopSecondFactor, { password, code: recoveryCodes[3] ?? '' }, token);
    expect(await server.call(secondFactor, {}, token)).toEqual({ on: false, recoveryCodes: 0 });
    expect(await refusal({ password, code: codeOf(secret) })).toMatchObject({
      key: 'secondFactor.off',
    });
    expect(await server.call(login, { loginName, password }, '')).toHaveProperty('token');
    const { rows } = await change(
      sql`select action from audit_log where number = 'off again' and action like 'secondFactor%' order by id`,
    );
    expect(rows).toEqual([{ action: 'secondFactorOn' }, { action: 'secondFactorOff' }]);
  });

  test('throttles wrong codes sent with a stolen session like wrong codes at sign-in', async () => {
    const { token, loginName } = await aCarefulUser('stolen');
    const input = { password: sha256('wrong'), code: '123456' };
    for (let tries = 0; tries < 10; tries += 1)
      await server.refusal(stopSecondFactor, input, token);
    expect(
      await server.refusal(
        updatePassword,
        { userId: '1', oldpassword: passwordHash(loginName), password: sha256('x') },
        token,
      ),
    ).toMatchObject({ key: 'record.missing' });
    expect(await server.refusal(stopSecondFactor, input, token)).toMatchObject({ status: 429 });
  });

  test('is removed by an administrator’s password reset', async () => {
    const { loginName, token } = await aCarefulUser('helpless');
    const { id } = await server.call(currentUser, {}, token);
    const { password } = await server.call(resetPassword, { id });
    const first = { loginName, password: sha256(password ?? '') };
    expect(await server.call(login, first, '')).toHaveProperty('token');
  });

  test('a second factor of a company’s owner is removed by an operator’s password reset', async () => {
    const { secret } = await server.call(
      startSecondFactor,
      { password: passwordHash('other') },
      await server.signIn('other'),
    );
    await server.call(confirmSecondFactor, { code: codeOf(secret) }, await server.signIn('other'));
    const { password } = await server.call(
      resetTenantOwner,
      { id: server.stranger.tenantId },
      await server.signIn('admin'),
    );
    const first = { loginName: 'other', password: sha256(password ?? '') };
    expect(await server.call(login, first, '')).toHaveProperty('token');
  });

  test.each([
    ['', '123456'],
    ['x', '123456'],
    ['0'.repeat(63), '123456'],
    [`${'0'.repeat(63)}G`, '123456'],
    ['０'.repeat(64), '123456'],
    [null, '123456'],
    [{ $ne: '' }, '123456'],
    [sha256('x'), ''],
    [sha256('x'), 123_456],
    [sha256('x'), '\u0000'.repeat(6)],
    [sha256('x'), '\ud800'.repeat(6)],
    [sha256('x'), '1'.repeat(41)],
    [sha256('x'), '1'.repeat(1_000_000)],
  ])('refuses the challenge %j with a malformed challenge or code', async (challenge, code) => {
    const { status } = await turnedAway(challenge, code);
    expect([400, 413]).toContain(status);
  });

  test.each(['１２３４５６', '%_%_%_', "' or 1=1"])('refuses the code %j', async (code) => {
    const loginName = `odd ${sha256(code).slice(0, 8)}`;
    await aCarefulUser(loginName);
    expect(await turnedAway(await challengeOf(loginName), code.padEnd(6, 'x'))).toMatchObject({
      status: 422,
      key: 'secondFactor.wrong',
    });
  });
});

describe('platform settings before sign-in', () => {
  const told = (platformKey: unknown) =>
    server.request('GET', '/platformConfig/getPlatformConfigByKey', { platformKey }, { token: '' });

  test.each([
    ['platform_name', 'Tradehouse 商仓'],
    ['register_flag', '0'],
  ])('the public setting %s is readable', async (platformKey, platformValue) => {
    expect(await server.call(publicPlatformValue, { platformKey }, { token: '' })).toEqual({
      platformKey,
      platformValue,
    });
  });

  test.each([
    ['reset_password', 404],
    ['nothing_of_that_name', 404],
    ['x'.repeat(61), 400],
    ["' or 1=1 --", 400],
    ['', 400],
  ])('the setting %s is not readable', async (key, status) => {
    expect((await told(key)).statusCode).toBe(status);
  });
});
