import {
  currentUser,
  loginSecondStep,
  publicPlatformValue,
  validateCasTicket,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedThrottle } from '../../kernel/http/index.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { signInWithCasTicket, userIn } from './cas.ts';
import { aCasServer, casAnswer, casSuccess } from './testCas.ts';
import type { TestCas } from './testCas.ts';

const SERVICE = 'https://trade.example/user/login';

let server: TestServer;
let cas: TestCas;
beforeAll(async () => {
  server = await aServer({ internalNetworks: ['127.0.0.1'] });
  cas = await aCasServer();
  await configure({ cas_url: cas.url, cas_service: SERVICE });
  for (const loginName of ['sally', '王五', 'careful', 'off']) await server.addUser({ loginName });
  await change(sql`update app_user set enabled = false where login_name = 'off'`);
});
afterAll(async () => {
  await cas.stop();
  await server.stop();
});

const change = (query: ReturnType<typeof sql>) => query.execute(server.database.admin);
async function configure(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await change(sql`update platform_config set value = ${value} where key = ${key}`);
}
const ticketFor = (user: string, service = SERVICE) => cas.ticketFor(user, service);
const validate = (ticket: string, service = SERVICE) =>
  server.call(validateCasTicket, { ticket, service }, { token: '' });
const turnedAway = (ticket: unknown, service: unknown = SERVICE) =>
  server.refusal(validateCasTicket, { ticket, service }, { token: '' });

describe('a ticket of the CAS server', () => {
  test.each(['sally', '王五'])('signs in %s, and cannot be used again', async (loginName) => {
    const ticket = ticketFor(loginName);
    const reply = await server.request(
      'GET',
      '/cas/client/validateLogin',
      { ticket, service: SERVICE },
      '',
    );
    expect(reply.json()).toMatchObject({
      success: true,
      result: { token: expect.stringMatching(/^[0-9a-f]{64}$/), userInfo: { loginName } },
    });
    const { token } = reply.json<{ result: { token: string } }>().result;
    expect(await server.call(currentUser, {}, token)).toMatchObject({ loginName });
    expect(await turnedAway(ticket)).toMatchObject({ status: 422, key: 'cas.failed' });
  });

  test.each([
    ['no one has that name', () => ticketFor('stranger')],
    ['its user is switched off', () => ticketFor('off')],
    ['it was never given', () => 'ST-invented'],
    ['it was given for another site', () => ticketFor('sally', 'https://evil.example/')],
  ])('is refused when %s, with an identical answer for all failures', async (_, ticket) => {
    expect(await turnedAway(ticket())).toMatchObject({
      status: 422,
      key: 'cas.failed',
      data: { key: 'cas.failed' },
    });
  });

  test('given for another site is refused without a request to the CAS server', async () => {
    const before = cas.asked();
    const ticket = ticketFor('sally', 'https://evil.example/');
    expect(await turnedAway(ticket, 'https://evil.example/')).toMatchObject({ key: 'cas.failed' });
    expect(cas.asked()).toBe(before);
  });

  test('replaces the password, not the second factor', async () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    await change(sql`update login set totp_secret = ${secret} where login_name = 'careful'`);
    const { key, data } = await turnedAway(ticketFor('careful'));
    expect(key).toBe('secondFactor.needed');
    const challenge = String(data['challenge']);
    const code = generateSync({ secret });
    expect(await server.call(loginSecondStep, { challenge, code }, { token: '' })).toMatchObject({
      user: { loginName: 'careful' },
    });
  });

  test.each([
    ['', SERVICE],
    ['a b', SERVICE],
    ['é', SERVICE],
    ['x'.repeat(513), SERVICE],
    ['\u0000', SERVICE],
    ['ST-1', ''],
    ['ST-1', 'x'.repeat(501)],
  ])('malformed is refused with status 400: %j', async (ticket, service) => {
    expect(await turnedAway(ticket, service)).toMatchObject({ status: 400 });
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', '//x', `${SERVICE}/../x`, '\ud800'])(
    'a ticket of the CAS server for the invalid service %j is refused',
    async (service) => {
      expect(await turnedAway(ticketFor('sally', service), service)).toMatchObject({
        key: 'cas.failed',
      });
    },
  );
});

describe('a CAS server that', () => {
  test.each([
    ['fails', (reply) => void reply.writeHead(500).end(casSuccess('sally'))],
    [
      'leads elsewhere',
      (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['hangs up', (reply) => void reply.destroy()],
    ['never stops', (reply) => void reply.writeHead(200).end('x'.repeat(2 * 1024 * 1024))],
  ] satisfies [string, Parameters<TestCas['answerNext']>[0]][])(
    '%s signs in no user and is reported unreachable',
    async (_, answer) => {
      cas.answerNext(answer);
      expect(await turnedAway(ticketFor('sally'))).toMatchObject({
        status: 422,
        key: 'cas.unreachable',
      });
    },
  );

  test('does not answer locks no user out, whatever the number of attempts', async () => {
    const { db } = server.app.kernel;
    const source = createSharedThrottle(db, 'outage', 3, 60_000);
    const knock = { language: 'en', address: '203.0.113.8', client: '' } as const;
    const come = (ticket: string) =>
      signInWithCasTicket(db, source, { ticket, service: SERVICE }, knock, {
        timeout: 20_000,
        internal: ['127.0.0.1'],
      });
    for (let at = 0; at < 5; at += 1) {
      cas.answerNext((reply) => void reply.socket?.destroy());
      await expect(come(ticketFor('sally'))).rejects.toMatchObject({ key: 'cas.unreachable' });
    }
    expect(await come(ticketFor('sally'))).toMatchObject({ userInfo: { loginName: 'sally' } });
    // A full source lets in those who signed in from there before, and no one else.
    for (let at = 0; at < 3; at += 1)
      await expect(come('ST-invented')).rejects.toMatchObject({ key: 'cas.failed' });
    await expect(come('ST-invented')).rejects.toMatchObject({ key: 'login.throttled' });
    await expect(come(ticketFor('王五'))).rejects.toMatchObject({ key: 'login.throttled' });
    expect(await come(ticketFor('sally'))).toMatchObject({ userInfo: { loginName: 'sally' } });
  });

  test('does not answer in time is reported unreachable', async () => {
    cas.answerNext(() => {});
    const { db } = server.app.kernel;
    const knock = { language: 'en', address: '', client: '' } as const;
    const input = { ticket: ticketFor('sally'), service: SERVICE };
    await expect(
      signInWithCasTicket(db, createSharedThrottle(db, 'test', 9, 1000), input, knock, {
        timeout: 50,
      }),
    ).rejects.toMatchObject({ key: 'cas.unreachable' });
  });

  test.each([
    ['nothing', ''],
    ['no XML', 'sally'],
    ['a web page', '<html><body>sally</body></html>'],
    [
      'a failure',
      casAnswer('<cas:authenticationFailure code="X">sally</cas:authenticationFailure>'),
    ],
    [
      'both',
      casAnswer(
        '<cas:authenticationFailure/><cas:authenticationSuccess><cas:user>sally</cas:user></cas:authenticationSuccess>',
      ),
    ],
    [
      'two users',
      casAnswer(
        '<cas:authenticationSuccess><cas:user>off</cas:user><cas:user>sally</cas:user></cas:authenticationSuccess>',
      ),
    ],
    [
      'two successes',
      casAnswer(
        '<cas:authenticationSuccess><cas:user>a</cas:user></cas:authenticationSuccess><cas:authenticationSuccess><cas:user>sally</cas:user></cas:authenticationSuccess>',
      ),
    ],
    ['a user in parts', casSuccess('<b>sally</b>')],
    [
      'an unclosed answer',
      '<cas:serviceResponse xmlns:cas="x"><cas:authenticationSuccess><cas:user>sally',
    ],
    ['an entity', `<!DOCTYPE a [<!ENTITY who "sally">]>${casSuccess('&who;')}`],
    ['a file', `<!DOCTYPE a [<!ENTITY who SYSTEM "file:///etc/hostname">]>${casSuccess('&who;')}`],
    [
      'a billion laughs',
      `<!DOCTYPE a [<!ENTITY a "sally"><!ENTITY b "${'&a;'.repeat(10)}">]>${casSuccess('&b;')}`,
    ],
    ['an empty user', casSuccess(' ')],
    [
      'names of objects',
      '<__proto__><authenticationSuccess><user>sally</user></authenticationSuccess></__proto__>',
    ],
    ['a deep answer', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ])('answers with %s identifies no user', async (_, xml) => {
    expect(userIn(xml)).toBeNull();
    cas.answerNext((reply) => void reply.writeHead(200).end(xml));
    expect(await turnedAway(ticketFor('sally'))).toMatchObject({ status: 422, key: 'cas.failed' });
  });

  test.each([
    [casSuccess('sally'), 'sally'],
    [`<?xml version="1.0"?>${casSuccess(' 王五 ')}`, '王五'],
    [casSuccess('0012'), '0012'],
    [casSuccess('sally').replaceAll('cas:', ''), 'sally'],
    [casSuccess('a&amp;b'), 'a&amp;b'],
  ])('answers with %s identifies %s', (xml, user) => {
    expect(userIn(xml)).toBe(user);
  });
});

describe('single sign-on', () => {
  test('is announced to the sign-in page with the CAS address', async () => {
    expect(await server.call(publicPlatformValue, { platformKey: 'cas_url' }, '')).toEqual({
      platformKey: 'cas_url',
      platformValue: cas.url,
    });
  });

  test.each([
    ['no server is set', { cas_url: '' }],
    ['the own address is not set', { cas_service: '' }],
    ['the address is none', { cas_url: 'cas.example' }],
    ['the address is a file', { cas_url: 'file:///tmp' }],
    ['the address holds a password', { cas_url: 'http://a:b@cas.example/' }],
  ])('is off while %s', async (_, values) => {
    await configure({ cas_url: cas.url, cas_service: SERVICE, ...values });
    const before = cas.asked();
    expect(await turnedAway(ticketFor('sally'))).toMatchObject({ status: 422, key: 'cas.off' });
    expect(cas.asked()).toBe(before);
    await configure({ cas_url: cas.url, cas_service: SERVICE });
    expect(await validate(ticketFor('sally'))).toHaveProperty('token');
  });

  test('is refused to a source with too many failures', async () => {
    const from = (remoteAddress: string, ticket: string) =>
      server.app.inject({
        url: '/api/cas/client/validateLogin',
        remoteAddress,
        query: { ticket, service: SERVICE },
      });
    for (let tries = 0; tries < 50; tries += 1) await from('10.0.0.9', 'ST-guess');
    expect((await from('10.0.0.9', ticketFor('sally'))).statusCode).toBe(429);
    expect((await from('10.0.0.8', ticketFor('sally'))).statusCode).toBe(200);
  });
});
