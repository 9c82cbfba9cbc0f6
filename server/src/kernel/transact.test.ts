import { Closed, endpoint } from '@tradehouse/contract';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aServer } from '../testing.ts';
import type { TestServer } from '../testing.ts';
import { testDatabase } from '@tradehouse/database/testing';
import { audit, emit, mount, refuse } from './index.ts';
import type { Context } from './index.ts';
import { aWire } from './testing.ts';
import type { Wire } from './testing.ts';

const Name = Closed({ name: Type.String() });
const call = (path: string) =>
  endpoint({ method: 'POST', path, summary: 'Write', access: 'signedIn', input: Name, reply: Closed({ id: Type.String(), tries: Type.Integer() }) });
const add = call('/probe/add');
const addRefused = call('/probe/addRefused');
const addBroken = call('/probe/addBroken');
const swap = call('/probe/swap');
const look = endpoint({ method: 'GET', path: '/probe/look', summary: 'Look', access: 'signedIn', input: Closed({}), reply: Closed({}) });

let server: TestServer;
let wire: Wire;
/** What the next write does after its work and before its commit. */
let onTheWay: (context: Context, attempt: number) => Promise<void> = async () => {};
let tries = 0;

async function addPerson(context: Context, name: string): Promise<{ id: string; tries: number }> {
  tries += 1;
  const { rows } = await sql<{ id: string }>`
    insert into person (tenant_id, type, name) values (${context.tenantId}, 'keeper', ${name}) returning id`.execute(context.tx);
  const id = rows[0]?.id ?? '';
  audit(context, { action: 'add', subject: 'person', subjectId: id, number: name, after: { name } });
  emit(context, 'person.add', { id });
  await onTheWay(context, tries);
  return { id, tries };
}

beforeAll(async () => {
  server = await aServer({
    extra: [
      (app) => {
        mount(app, add, ({ name }, { transact }) => transact((context) => addPerson(context, name)));
        mount(app, addRefused, ({ name }, { transact }) =>
          transact(async (context) => {
            await addPerson(context, name);
            return refuse('record.inUse');
          }),
        );
        mount(app, addBroken, ({ name }, { transact }) =>
          transact(async (context) => {
            await addPerson(context, name);
            throw new Error('broken');
          }),
        );
        mount(app, swap, ({ name }, { transact }) => transact((context) => lockTwo(context, name)));
        mount(app, look, async (_, { read }) => {
          await read(({ tx }) => sql`select 1`.execute(tx));
          return {};
        });
      },
    ],
    ...(await wired()),
  });
});
afterAll(async () => {
  await server.stop();
  await wire.stop();
});
beforeEach(() => {
  onTheWay = async () => {};
  tries = 0;
});

/** The server's way to its database goes over a wire that the tests can cut. */
async function wired(): Promise<object> {
  return {
    reach: async (connection: Parameters<typeof aWire>[0]) => {
      wire = await aWire(connection);
      return wire.connection;
    },
  };
}

const left = async (name: string): Promise<{ people: number; audits: number; events: number }> => {
  const { tenantId } = server.company;
  const { rows } = await sql<{ people: number; audits: number; events: number }>`
    select (select count(*)::int from person where tenant_id = ${tenantId} and name = ${name}) as people,
      (select count(*)::int from audit_log where tenant_id = ${tenantId} and number = ${name}) as audits,
      (select count(*)::int from outbox o where tenant_id = ${tenantId} and topic = 'person.add' and (payload ->> 'id')::bigint in
        (select id from person where tenant_id = ${tenantId} and name = ${name})) as events`.execute(server.database.admin);
  return rows[0] ?? { people: 0, audits: 0, events: 0 };
};
const once = { people: 1, audits: 1, events: 1 };
const never = { people: 0, audits: 0, events: 0 };
