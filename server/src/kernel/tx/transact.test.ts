import { Closed, defineEndpoint } from '@tradehouse/contract';
import { openDatabasePool } from '@tradehouse/database';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aWiredServer } from '../../testing.ts';
import type { WiredServer } from '../../testing.ts';
import { refuseWith } from '../access/index.ts';
import { mountEndpoint } from '../http/index.ts';
import { logChange, emitEvent, runInTransaction, runTogether } from './index.ts';
import type { Context } from '../access/index.ts';
import { fewestTrips } from '../testing.ts';

const Name = Closed({ name: Type.String() });
const call = (path: string) =>
  defineEndpoint({
    call: `POST ${path}`,
    summary: 'Write',
    access: 'signedIn',
    input: Name,
    reply: Closed({ id: Type.String(), tries: Type.Integer() }),
  });
const add = call('/probe/add');
const addRefused = call('/probe/addRefused');
const addBroken = call('/probe/addBroken');
const addWhole = call('/probe/addWhole');
const swap = call('/probe/swap');
const looking = (path: string) =>
  defineEndpoint({
    call: `GET ${path}`,
    summary: 'Look',
    access: 'signedIn',
    input: Closed({}),
    reply: Closed({}),
  });
const look = looking('/probe/look');
const lookAround = looking('/probe/lookAround');
const lookWhole = looking('/probe/lookWhole');

let server: WiredServer;
/** What the next write does after its work and before its commit. */
let onTheWay: (context: Context, attempt: number) => Promise<void> = async () => {};
let onRead: (context: Context) => Promise<void> = async () => {};
let tries = 0;

async function addPerson(context: Context, name: string): Promise<{ id: string; tries: number }> {
  tries += 1;
  const { rows } = await sql<{ id: string }>`
    insert into person (tenant_id, type, name) values (${context.tenantId}, 'keeper', ${name}) returning id`.execute(
    context.tx,
  );
  const id = rows[0]?.id ?? '';
  logChange(context, {
    action: 'add',
    subject: 'person',
    subjectId: id,
    number: name,
    after: { name },
  });
  emitEvent(context, 'person.add', { id });
  await onTheWay(context, tries);
  return { id, tries };
}

/** Two statements that answer whatever columns there are. */
async function wholeUnits({ tx, tenantId }: Context): Promise<void> {
  await sql`select * from unit where tenant_id = ${tenantId}`.execute(tx);
  await sql`select *, 1 as one from unit where tenant_id = ${tenantId}`.execute(tx);
}

beforeAll(async () => {
  server = await aWiredServer({
    extra: [
      (app) => {
        mountEndpoint(app, add, ({ name }, { transact }) =>
          transact((context) => addPerson(context, name)),
        );
        mountEndpoint(app, addRefused, ({ name }, { transact }) =>
          transact(async (context) => {
            await addPerson(context, name);
            return refuseWith('record.inUse', { name: '', place: '', usedBy: 'a test' });
          }),
        );
        mountEndpoint(app, addBroken, ({ name }, { transact }) =>
          transact(async (context) => {
            await addPerson(context, name);
            throw new Error('broken');
          }),
        );
        mountEndpoint(app, swap, ({ name }, { transact }) =>
          transact((context) => lockTwo(context, name)),
        );
        mountEndpoint(app, look, async (_, { read }) => {
          await read(async (context) => {
            await sql`select 1`.execute(context.tx);
            await onRead(context);
          });
          return {};
        });
        mountEndpoint(app, lookWhole, async (_, { read }) => {
          await read(wholeUnits);
          return {};
        });
        mountEndpoint(app, addWhole, ({ name }, { transact }) =>
          transact(async (context) => {
            await wholeUnits(context);
            return addPerson(context, name);
          }),
        );
        mountEndpoint(app, lookAround, async (_, { read }) => {
          await read(({ tx }) =>
            runTogether([1, 2, 3].map((n) => sql`select ${n}::int`.execute(tx))),
          );
          return {};
        });
      },
    ],
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  onTheWay = async () => {};
  onRead = async () => {};
  tries = 0;
});

const left = async (name: string): Promise<{ people: number; logged: number; events: number }> => {
  const { tenantId } = server.company;
  const { rows } = await sql<{ people: number; logged: number; events: number }>`
    select (select count(*)::int from person where tenant_id = ${tenantId} and name = ${name}) as people,
      (select count(*)::int from audit_log where tenant_id = ${tenantId} and number = ${name}) as logged,
      (select count(*)::int from outbox o where tenant_id = ${tenantId} and topic = 'person.add' and (payload ->> 'id')::bigint in
        (select id from person where tenant_id = ${tenantId} and name = ${name})) as events`.execute(
    server.database.admin,
  );
  return rows[0] ?? { people: 0, logged: 0, events: 0 };
};
const once = { people: 1, logged: 1, events: 1 };
const never = { people: 0, logged: 0, events: 0 };

/**
 * Locks two people in the order of the letters of `order`, the first two waiting for each other between, so that they
 * cross.
 */
async function lockTwo(
  { tx, tenantId }: Context,
  order: string,
): Promise<{ id: string; tries: number }> {
  tries += 1;
  const mine = tries;
  for (const [place, name] of [...order].entries()) {
    await sql`update person set sort = sort + 1 where tenant_id = ${tenantId} and name = ${name}`.execute(
      tx,
    );
    if (place === 0 && mine <= 2) await meeting();
  }
  return { id: order, tries };
}

/** Resolves when both have come. */
let waiting: (() => void) | undefined;
async function meeting(): Promise<void> {
  if (waiting !== undefined) {
    waiting();
    waiting = undefined;
    return;
  }
  await new Promise<void>((resolve) => {
    waiting = resolve;
  });
}

describe('a write', () => {
  test('commits with its log row and event, or not at all', async () => {
    await server.call(add, { name: 'kept' });
    expect(await left('kept')).toEqual(once);
    expect(await server.refusal(addRefused, { name: 'refused' })).toMatchObject({
      status: 422,
      code: 601,
    });
    expect(await left('refused')).toEqual(never);
    expect(await server.refusal(addBroken, { name: 'broken' })).toMatchObject({ status: 500 });
    expect(await left('broken')).toEqual(never);
  });

  test('logs its user and address', async () => {
    const { id } = await server.call(add, { name: 'whose' });
    const { rows } =
      await sql`select user_id, action, subject, after, address from audit_log where subject_id = ${id}
      and tenant_id = ${server.company.tenantId}`.execute(server.database.admin);
    expect(rows).toEqual([
      {
        user_id: server.company.ownerId,
        action: 'add',
        subject: 'person',
        after: { name: 'whose' },
        address: '127.0.0.1',
      },
    ]);
  });

  test('costs its own statements and three round trips: begin, log and event rows, commit', async () => {
    let count = 0;
    const more = (): string => `counted ${(count += 1)}`;
    expect(await fewestTrips(server.wire, () => server.call(add, { name: more() }))).toBe(1 + 3);
    expect(
      await fewestTrips(server.wire, () => server.call(add, { name: more() }, { key: more() })),
    ).toBe(1 + 4);
    for (const path of ['/probe/look', '/probe/lookAround'])
      expect(await fewestTrips(server.wire, () => server.request('GET', path))).toBe(1 + 2);
  });
});

describe('the idempotency key', () => {
  test('the idempotency key with an equal body gets the first answer and no second effect', async () => {
    const first = await server.call(add, { name: 'repeated' }, { key: 'k1' });
    expect(await server.call(add, { name: 'repeated' }, { key: 'k1' })).toEqual(first);
    expect(await left('repeated')).toEqual(once);
  });

  test.each([
    ['another body', add, { name: 'other body' }],
    ['another call', addRefused, { name: 'repeated' }],
  ])('reused with %s is refused', async (_, endpoint, input) => {
    await server.call(add, { name: 'repeated' }, { key: 'k1' });
    expect(await server.refusal(endpoint, input, { key: 'k1' })).toMatchObject({
      status: 409,
      key: 'request.keyReused',
    });
    expect(await left('other body')).toEqual(never);
  });

  test('the idempotency key of another user or company is another key', async () => {
    const { id } = await server.call(add, { name: 'shared key' }, { key: 'k2' });
    const other = await server.call(
      add,
      { name: 'shared key' },
      { key: 'k2', token: await server.signIn('other') },
    );
    expect(other.id).not.toBe(id);
  });

  test('is free again after a refusal: no failed call is remembered', async () => {
    await server.refusal(addRefused, { name: 'second chance' }, { key: 'k3' });
    expect(await server.refusal(addRefused, { name: 'another body' }, { key: 'k3' })).toMatchObject(
      { key: 'record.inUse' },
    );
  });

  test('sent many times at once posts once, and every caller gets the first answer', async () => {
    onTheWay = async ({ tx }) => void (await sql`select pg_sleep(0.05)`.execute(tx));
    const twins = Array.from({ length: 6 }, () =>
      server.call(add, { name: 'twins' }, { key: 'k4' }),
    );
    const answers = await Promise.all(twins);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await left('twins')).toEqual(once);
  });

  /** Ends the server's connections and waits until it has opened new ones. */
  async function endConnections(): Promise<void> {
    const { admin, connections } = server.database;
    const { user, database } = connections.app;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${user} and datname = ${database}`.execute(
      admin,
    );
    const status = async () => (await server.request('GET', '/user/getUserSession')).statusCode;
    await expect.poll(status, { interval: 100 }).toBe(200);
    await expect.poll(status, { interval: 100 }).toBe(200);
  }

  test('makes a concurrent duplicate wait beyond the lock timeout of the database', async () => {
    const { admin, connections } = server.database;
    const { user, database } = connections.app;
    await sql`alter role ${sql.id(user)} in database ${sql.id(database)} set lock_timeout = '50ms'`.execute(
      admin,
    );
    await endConnections();
    onTheWay = async ({ tx }) => void (await sql`select pg_sleep(0.15)`.execute(tx));
    const twins = [1, 2].map(() => server.call(add, { name: 'slow twins' }, { key: 'k6' }));
    const [first, second] = await Promise.all(twins);
    expect(first).toEqual(second);
    expect(await left('slow twins')).toEqual(once);
    await sql`alter role ${sql.id(user)} in database ${sql.id(database)} reset lock_timeout`.execute(
      admin,
    );
    await endConnections();
  });

  test('longer than a hundred characters is refused', async () => {
    expect(await server.refusal(add, { name: 'long key' }, { key: 'k'.repeat(101) })).toMatchObject(
      { status: 400 },
    );
  });
});

describe('a transaction failure', () => {
  test('by a deadlock of two writes is retried and hidden from both callers', async () => {
    await server.call(add, { name: 'x' });
    await server.call(add, { name: 'y' });
    tries = 0;
    await Promise.all([server.call(swap, { name: 'xy' }), server.call(swap, { name: 'yx' })]);
    expect(tries).toBe(3);
    const { rows } =
      await sql`select sort from person where name in ('x', 'y') and tenant_id = ${server.company.tenantId}`.execute(
        server.database.admin,
      );
    expect(rows).toEqual([{ sort: 2 }, { sort: 2 }]);
  });

  test.each([
    ['XX000', 'could not find valid entry for shard 102008'],
    ['40001', 'shard for the given value does not exist'],
  ])('by separated shards is resolved by a retry: %s', async (state, message) => {
    const refused = sql.raw(
      `do $$ begin raise exception using errcode = '${state}', message = '${message}'; end $$`,
    );
    onTheWay = async ({ tx }, attempt) => {
      if (attempt === 1) await sql`${refused}`.execute(tx);
    };
    const name = `parted ${state}`;
    expect(await server.call(add, { name })).toMatchObject({ tries: 2 });
    expect(await left(name)).toEqual(once);
    let reads = 0;
    onRead = async ({ tx }) => void ((reads += 1) === 1 && (await sql`${refused}`.execute(tx)));
    expect((await server.request('GET', '/probe/look')).statusCode).toBe(200);
    expect(reads).toBe(2);
  });

  test('a write of a concurrently taken name is retried to report the conflict', async () => {
    const name = 'Taken meanwhile';
    onTheWay = async (context, attempt) => {
      if (attempt > 1) refuseWith('record.inUse', { name, place: '', usedBy: 'another' });
      await addPerson(context, name);
    };
    expect(await server.refusal(add, { name })).toMatchObject({
      key: 'record.inUse',
      data: { usedBy: 'another' },
    });
    tries = 0;
    onTheWay = async (context, attempt) => {
      if (attempt % 2 === 1) await addPerson(context, name);
    };
    expect(await server.refusal(add, { name })).toMatchObject({ key: 'name.taken' });
    expect(tries).toBe(4);
  });

  test('by a connection broken before the commit is resolved by a retry', async () => {
    onTheWay = async ({ tx }, attempt) => {
      if (attempt === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    };
    expect(await server.call(add, { name: 'mended' })).toMatchObject({ tries: 2 });
    expect(await left('mended')).toEqual(once);
  });

  test('by a lost commit answer is resolved by the idempotency key', async () => {
    onTheWay = async () => server.wire.loseNextCommit();
    expect(await server.call(add, { name: 'settled' }, { key: 'k5' })).toMatchObject({ tries: 1 });
    expect(await left('settled')).toEqual(once);
  });

  test('by a lost commit answer without an idempotency key is reported, not retried', async () => {
    onTheWay = async () => server.wire.loseNextCommit();
    expect(await server.refusal(add, { name: 'unsettled' })).toMatchObject({
      status: 503,
      key: 'server.busy',
    });
    // The refusal comes when the wire breaks; the server may still be committing.
    await expect.poll(() => left('unsettled')).toEqual(once);
    // A second try would have come by now.
    expect(await left('unsettled')).toEqual(once);
  });

  test('at every attempt is reported after five attempts', async () => {
    onTheWay = async ({ tx }) =>
      void (await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    expect(await server.refusal(add, { name: 'hopeless' })).toMatchObject({
      status: 503,
      key: 'server.busy',
    });
    expect(tries).toBe(5);
    expect(await left('hopeless')).toEqual(never);
  });
});

test('a column added to a running server disturbs no call', async () => {
  const several = (): Promise<unknown> =>
    Promise.all(
      [1, 2, 3, 4].flatMap((n) => [
        server.call(lookWhole, {}),
        server.call(addWhole, { name: `whole ${n} ${Math.random()}` }),
      ]),
    );
  // Named on its second use, and kept from then on.
  for (let n = 0; n < 3; n += 1) await several();
  await sql`alter table unit add column made_up text`.execute(server.database.admin);
  await expect(several()).resolves.toHaveLength(8);
  await expect(several()).resolves.toHaveLength(8);
});

test('a failed begin leaves its connection fit for the next transaction', async () => {
  const single = openDatabasePool(server.database.connections.app, { size: 1 });
  try {
    const idle = async (): Promise<void> => {};
    await expect(runInTransaction(single, idle, 'begin; select 1 / 0')).rejects.toThrow(/zero/);
    await expect(sql`select 1`.execute(single)).resolves.toBeDefined();
  } finally {
    await single.destroy();
  }
});

test('a statement after the end of its transaction is refused', async () => {
  const single = openDatabasePool(server.database.connections.app, { size: 1 });
  try {
    const late = await runInTransaction(single, (tx) =>
      Promise.resolve({ run: () => sql`select 1`.execute(tx) }),
    );
    await expect(late.run()).rejects.toThrow(/ended/);
  } finally {
    await single.destroy();
  }
});
