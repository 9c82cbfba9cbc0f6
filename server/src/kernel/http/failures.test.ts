import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { DomainError } from '@tradehouse/domain';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { answerFailures, refusalFromError } from './failures.ts';
import { refuseWith } from '../refuse.ts';
import { CommitUnknown } from '../tx/transaction.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

/** What a statement's failure is told as; it runs as the server's own role, behind the walls. */
const told = async (statement: ReturnType<typeof sql>): Promise<object> => {
  const failed = server.arrange(server.company, (tx) => statement.execute(tx));
  const { key, at, facts } = refusalFromError(
    await failed.then(
      () => new Error('nothing failed'),
      (error: unknown) => error,
    ),
  );
  return { key, at, facts };
};
const tenant = () => sql`${server.company.tenantId}::bigint`;

describe('a refusal of the database', () => {
  const cases: readonly (readonly [string, () => ReturnType<typeof sql>, object])[] = [
    [
      'a name that is taken',
      () =>
        sql`insert into warehouse (tenant_id, name) select tenant_id, name from warehouse where tenant_id = ${tenant()} returning id`,
      { key: 'name.taken', at: { field: 'name' } },
    ],
    [
      'a login name that is taken',
      () =>
        sql`insert into login (login_name, tenant_id, user_id, password_hash) values ('demo', ${tenant()}, 0, '')`,
      { key: 'login.taken' },
    ],
    [
      'a reference to nothing',
      () =>
        sql`insert into app_user (tenant_id, login_name, name, role_id) values (${tenant()}, 'a', 'a', 999999)`,
      { key: 'record.missing', at: { field: 'roleId' } },
    ],
    [
      'a record that is used',
      () =>
        sql`delete from app_user where tenant_id = ${tenant()} and exists (select from message where user_id = app_user.id)`,
      { key: 'record.inUse', facts: { place: 'message' } },
    ],
    [
      'a rule of its own',
      () =>
        sql`insert into unit (tenant_id, name, base_unit, sub_unit, ratio) values (${tenant()}, 'n', 'a', 'a', 2)`,
      { key: 'unit.same' },
    ],
    [
      'any other rule',
      () => sql`insert into person (tenant_id, name, type) values (${tenant()}, 'n', 'pirate')`,
      { key: 'request.field', at: { field: 'type' } },
    ],
    ['a number too large', () => sql`select 1e30::numeric(24,6)`, { key: 'amount.tooLarge' }],
    ['a text that is no number', () => sql`select ${'x'}::bigint`, { key: 'request.malformed' }],
    ['a NUL in a text', () => sql`select ${'a\0b'}::text`, { key: 'request.malformed' }],
    ['a mistake of ours', () => sql`select * from no_such_table`, { key: 'server.failed' }],
  ];
  beforeAll(() =>
    server.arrange(server.company, (tx) =>
      sql`insert into message (tenant_id, user_id, title) values (${tenant()}, ${server.company.ownerId}, 't')`.execute(
        tx,
      ),
    ),
  );
  test.each(cases)(
    'a database error for %s is reported by the key of a refusal',
    async (_, statement, expected) => {
      expect(await told(statement())).toMatchObject(expected);
    },
  );

  test('names no row of another company', async () => {
    const theirs = await server.arrange(server.stranger, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into role (tenant_id, name) values (${server.stranger.tenantId}, 'secret') returning id`.execute(
        tx,
      );
      return rows[0]!.id;
    });
    const refer = (id: string) =>
      told(
        sql`insert into app_user (tenant_id, login_name, name, role_id) values (${tenant()}, 'b', 'b', ${id})`,
      );
    expect(await refer(theirs)).toEqual(await refer('999999'));
  });
});

test.each([
  ['zh-cn', 'foo', '这里没有“foo”这一项'],
  ['en', 'foo', 'There is no field foo here'],
  ['en', 'partnerName', 'There is no field Partner here'],
] as const)('in %s a field %s unknown to the call is reported', async (language, field, said) => {
  const body = { ids: '1', status: true, [field]: '1' };
  const reply = await server.request('POST', '/unit/batchSetStatus', body, { language });
  expect(reply.json<{ message: string }>().message).toBe(said);
});

test.each([
  [new CommitUnknown('lost'), 'server.busy'],
  [
    Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect', code: 'ECONNREFUSED' }),
    'server.busy',
  ],
  [new Error('timeout exceeded when trying to connect'), 'server.busy'],
  [Object.assign(new Error('no such file'), { syscall: 'open', code: 'ENOENT' }), 'server.failed'],
  [
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    'server.tooLong',
  ],
  [Object.assign(new Error('disk full'), { code: '53100' }), 'server.busy'],
  ['not even an error', 'server.failed'],
  [new DomainError('access.denied'), 'access.denied'],
])('%s is reported with the error %s', (error, key) => {
  expect(refusalFromError(error).key).toBe(key);
});

test('a client closing mid-body is logged as no server failure', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = fastify({ logger: { level: 'info', stream } });
  answerFailures(app);
  app.post('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const begun = once(app.server, 'request');
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
  );
  await begun;
  socket.resetAndDestroy();
  await expect.poll(() => lines.join('')).toContain('hung up');
  await app.close();
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).not.toContain(50);
});

test('the log names failures, not refused callers', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = fastify({ logger: { level: 'error', stream } });
  answerFailures(app);
  app.get('/full', () => refuseWith('server.busy'));
  app.get('/lost', () => {
    throw new CommitUnknown('the connection went');
  });
  for (const url of ['/full', '/lost']) expect((await app.inject(url)).statusCode).toBe(503);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the connection went');
});
