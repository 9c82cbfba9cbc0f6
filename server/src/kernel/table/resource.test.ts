import { Closed, Id, defineResource, defineTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aWiredServer } from '../../testing.ts';
import type { WiredServer } from '../../testing.ts';
import { refuseWith } from '../access/index.ts';
import { mountResource, bindTable } from './index.ts';
import type { Writer } from './index.ts';
import { fewestTrips } from '../testing.ts';

const page = '/system/person';
const Fields = Closed({
  name: Type.String({ minLength: 1, maxLength: 20 }),
  type: Type.Union([Type.Literal('keeper'), Type.Literal('finance')]),
  sort: Type.Optional(Type.Integer()),
});
const probes = defineResource({
  path: '/probe',
  page,
  table: defineTable({
    id: 'probes',
    path: '/probe/list',
    access: { page },
    columns: { id: { type: 'id' }, name: { type: 'text' }, enabled: { type: 'flag' } },
    filters: {},
    order: { column: 'id', direction: 'asc' },
  }),
  fields: Fields,
  info: Closed({
    id: Id,
    version: Type.Integer(),
    name: Type.String(),
    type: Type.String(),
    sort: Type.Integer(),
    enabled: Type.Boolean(),
  }),
  unique: { field: 'name', within: ['type'] },
  status: true,
});
const writer: Writer<typeof probes> = {
  table: 'person',
  list: bindTable(probes.table, ({ tx, tenantId }) =>
    tx.selectFrom('person').where('tenant_id', '=', tenantId).select(['id', 'name', 'enabled']),
  ),
  toRow: ({ name, type, sort }) => ({ name, type, sort }),
  before: (_, row) => {
    if (row['name'] === 'forbidden') refuseWith('request.field', { field: 'name' });
  },
  mayDelete: (_, { name }) => {
    if (name === 'permanent') refuseWith('access.denied');
  },
};

let server: WiredServer;
beforeAll(async () => {
  server = await aWiredServer({
    extra: [(app) => mountResource(app, probes, writer)],
  });
});
afterAll(() => server.stop());

const add = async (name: string, more: object = {}) =>
  server.call(probes.add, { name, type: 'keeper', ...more });
const names = async (): Promise<unknown[]> =>
  (await server.request('GET', '/probe/list', { pageSize: 500 }))
    .json()
    .data.rows.map(({ name }: { name: string }) => name);

describe('a record', () => {
  test('is added, read, changed and deleted', async () => {
    const { id, version } = await add('Ann', { sort: 3 });
    expect(await server.call(probes.infoCall, { id })).toEqual({
      id,
      version: 1,
      name: 'Ann',
      type: 'keeper',
      sort: 3,
      enabled: true,
    });
    expect(
      await server.call(probes.update, { id, version, name: 'Anna', type: 'finance' }),
    ).toEqual({ id, version: 2 });
    expect(await server.call(probes.infoCall, { id })).toMatchObject({
      name: 'Anna',
      type: 'finance',
      sort: 3,
      version: 2,
    });
    expect(await server.call(probes.remove, { id })).toEqual({ changed: 1 });
    expect(await server.refusal(probes.infoCall, { id })).toMatchObject({
      status: 404,
      key: 'record.missing',
    });
  });

  test('written back unchanged changes only its version', async () => {
    const { id } = await add('Roundtrip', { sort: 7 });
    const { enabled: _, version, ...before } = await server.call(probes.infoCall, { id });
    await server.call(probes.update, { ...before, version } as never);
    expect(await server.call(probes.infoCall, { id })).toMatchObject({
      ...before,
      version: version + 1,
    });
  });

  test('logs before and after and publishes an event for each change', async () => {
    const { id, version } = await add('Traced');
    await server.call(probes.update, { id, version, name: 'Traced again', type: 'keeper' });
    await server.call(probes.remove, { id });
    const { rows } = await sql`
      select action, number, before ->> 'name' as before, after ->> 'name' as after from audit_log
      where tenant_id = ${server.company.tenantId} and subject = 'person' and subject_id = ${id} order by id`.execute(
      server.database.admin,
    );
    expect(rows).toEqual([
      { action: 'add', number: 'Traced', before: null, after: 'Traced' },
      { action: 'update', number: 'Traced again', before: 'Traced', after: 'Traced again' },
      { action: 'delete', number: 'Traced again', before: 'Traced again', after: null },
    ]);
    const events = await sql<{ topic: string }>`
      select topic from outbox where tenant_id = ${server.company.tenantId} and payload ->> 'id' = ${id} order by id`.execute(
      server.database.admin,
    );
    expect(events.rows.map(({ topic }) => topic)).toEqual([
      'person.add',
      'person.update',
      'person.delete',
    ]);
  });

  test('written by another user meanwhile is stale, and the refusal names the writer and the time', async () => {
    const { id, version } = await add('Contested');
    await server.call(probes.update, { id, version, name: 'Contested 2', type: 'keeper' });
    expect(
      await server.refusal(probes.update, { id, version, name: 'Contested 3', type: 'keeper' }),
    ).toMatchObject({
      status: 409,
      code: 409001,
      key: 'record.stale',
      data: {
        version: 2,
        who: expect.stringMatching(/./),
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });

  test('accepts only the first of concurrent changes', async () => {
    const { id, version } = await add('Raced');
    const replies = await Promise.all(
      [1, 2, 3, 4].map((sort) =>
        server.request('PUT', '/probe/update', {
          id,
          version,
          name: 'Raced',
          type: 'keeper',
          sort,
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('a record with a taken name is refused, also in concurrent calls', async () => {
    await add('Taken');
    expect(await server.refusal(probes.add, { name: 'Taken', type: 'keeper' })).toMatchObject({
      status: 422,
      code: 602,
      data: { name: 'Taken', field: 'name' },
    });
    expect(await add('Taken', { type: 'finance' })).toMatchObject({ version: 1 });
  });

  test('breaking its own rule is refused before the write', async () => {
    expect(await server.refusal(probes.add, { name: 'forbidden', type: 'keeper' })).toMatchObject({
      status: 400,
    });
    expect(await names()).not.toContain('forbidden');
  });

  test('costs two statements to change, beside the statements of every write', async () => {
    const { id, version } = await add('Priced');
    let current = version;
    const change = async (): Promise<void> => {
      const saved = await server.call(probes.update, {
        id,
        version: current,
        name: 'Priced',
        type: 'keeper',
      });
      current = saved.version;
    };
    expect(await fewestTrips(server.wire, change)).toBe(2 + 3);
  });
});

test('the name check reports names already taken by records of the type', async () => {
  const { id } = await add('Checked');
  const ask = async (asked: object) =>
    (await server.call(probes.nameExists, asked as never)).status;
  expect(await ask({ name: 'Checked' })).toBe(true);
  expect(await ask({ name: 'Checked', id })).toBe(false);
  expect(await ask({ name: 'Checked', type: 'finance' })).toBe(false);
  expect(await ask({ name: 'Unheard of' })).toBe(false);
});

describe('a batch', () => {
  test('switches all records off and on', async () => {
    const ids = [await add('b1'), await add('b2')].map(({ id }) => id).join(',');
    expect(await server.call(probes.setStatus, { ids: `${ids},`, status: false })).toEqual({
      changed: 2,
    });
    expect(await server.call(probes.setStatus, { ids, status: '1' })).toEqual({ changed: 2 });
    expect(await server.call(probes.removeBatch, { ids })).toEqual({ changed: 2 });
  });

  test.each([
    ['one that is missing', async () => '999999', 'record.missing'],
    ['one that may not go', async () => (await add('permanent')).id, 'access.denied'],
    ['one that is used', async () => usedPerson('handler'), 'record.inUse'],
    ['one that is used among others', async () => usedPerson('salesperson'), 'record.inUse'],
  ])('a batch with %s deletes none', async (_, other, key) => {
    const { id } = await add('innocent');
    expect(
      await server.refusal(probes.removeBatch, { ids: `${id},${await other()}` }),
    ).toMatchObject({ key });
    expect(await server.call(probes.infoCall, { id })).toMatchObject({ id });
    await server.call(probes.remove, { id });
  });

  test('a refused deletion names the record and its use', async () => {
    const id = await usedPerson('named');
    expect(await server.refusal(probes.remove, { id })).toMatchObject({
      status: 422,
      code: 601,
      message: 'Cannot delete used named: it is used by Delivery No. named',
      data: { name: 'used named', usedBy: 'No. named', place: 'saleOut' },
    });
  });

  test('a batch of nothing is malformed', async () => {
    expect(await server.refusal(probes.removeBatch, { ids: '' })).toMatchObject({ status: 400 });
    expect(await server.refusal(probes.removeBatch, { ids: '1;2' })).toMatchObject({
      data: { field: 'ids' },
    });
  });
});

/** A person whom a document names. */
async function usedPerson(how: string): Promise<string> {
  const { id } = await add(`used ${how}`);
  const { tenantId, ownerId } = server.company;
  await sql`
    insert into document (tenant_id, kind, number, business_time, business_date, creator_id, currency, handler_id, salesperson_ids)
    values (${tenantId}, 'saleOut', ${`No. ${how}`}, now(), '2025-01-01', ${ownerId}, 'USD',
      ${how === 'salesperson' ? null : id}, ${how === 'salesperson' ? [id] : []})`.execute(
    server.database.admin,
  );
  return id;
}

describe('a record of another company', () => {
  test('is missing in every call', async () => {
    const token = await server.signIn('other');
    const { id } = await server.call(probes.add, { name: 'Theirs', type: 'keeper' }, token);
    const missing = '999999999';
    const calls = [
      [probes.infoCall, (one: string) => ({ id: one })],
      [probes.update, (one: string) => ({ id: one, version: 1, name: 'Mine', type: 'keeper' })],
      [probes.remove, (one: string) => ({ id: one })],
      [probes.removeBatch, (one: string) => ({ ids: one })],
      [probes.setStatus, (one: string) => ({ ids: one, status: false })],
    ] as const;
    for (const [endpoint, input] of calls) {
      expect(await server.refusal(endpoint, input(id))).toEqual(
        await server.refusal(endpoint, input(missing)),
      );
    }
    expect(await names()).not.toContain('Theirs');
    expect((await server.call(probes.nameExists, { name: 'Theirs' })).status).toBe(false);
    expect(await server.call(probes.infoCall, { id }, token)).toMatchObject({
      name: 'Theirs',
      version: 1,
      enabled: true,
    });
  });
});
