import {
  allWarehouses,
  defaultWarehouse,
  myWarehouses,
  updateSettings,
  warehouses,
} from '@tradehouse/contract';
import type { Page, RowOf } from '@tradehouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

type Row = RowOf<typeof warehouses.table>;

async function list(search: object = {}, token?: string): Promise<Page<Row>> {
  const reply = await server.request('GET', warehouses.table.path, { search }, token);
  return reply.json<{ data: Page<Row> }>().data;
}
const names = ({ rows }: Page<Row>) => rows.map(({ name }) => name);

describe('a warehouse', () => {
  test('is added, read, changed and deleted', async () => {
    const { id, version } = await server.call(warehouses.add, {
      name: 'North',
      type: 'thirdParty',
      address: 'Pier 3',
      storageFee: '1.5',
      transportFee: '20',
      sort: 7,
      remark: 'cold',
    });
    expect(await server.call(warehouses.infoCall, { id })).toEqual({
      id,
      version: 1,
      name: 'North',
      type: 'thirdParty',
      address: 'Pier 3',
      phone: '',
      postcode: '',
      city: '',
      region: '',
      country: '',
      negativeStock: 'company',
      storageFee: '1.5',
      transportFee: '20',
      principalId: null,
      principalName: '',
      sort: 7,
      remark: 'cold',
      enabled: true,
      isDefault: false,
    });
    const changed = await server.call(warehouses.update, {
      id,
      version,
      name: 'North pier',
      principalId: server.company.ownerId,
    });
    expect(changed).toEqual({ id, version: 2 });
    const info = await server.call(warehouses.infoCall, { id });
    expect(info).toMatchObject({
      name: 'North pier',
      principalName: 'demo',
      address: 'Pier 3',
      storageFee: '1.5',
    });
    expect(await server.call(warehouses.remove, { id })).toEqual({ changed: 1 });
    expect(await server.refusal(warehouses.infoCall, { id })).toMatchObject({
      status: 404,
      key: 'record.missing',
    });
  });

  test('has a unique name of 2 to 30 characters', async () => {
    await server.call(warehouses.add, { name: 'South' });
    expect(await server.refusal(warehouses.add, { name: 'South' })).toMatchObject({
      key: 'name.taken',
      data: { field: 'name' },
    });
    expect(await server.call(warehouses.nameExists, { name: 'South' })).toEqual({ status: true });
    expect(await server.call(warehouses.nameExists, { name: 'Nowhere' })).toEqual({
      status: false,
    });
    expect(await server.refusal(warehouses.add, { name: 'S' })).toMatchObject({
      status: 400,
      data: { field: 'name' },
    });
  });

  test('changed by someone else is not overwritten', async () => {
    const { id, version } = await server.call(warehouses.add, { name: 'East' });
    await server.call(warehouses.update, { id, version, name: 'East 2' });
    expect(await server.refusal(warehouses.update, { id, version, name: 'East 3' })).toMatchObject({
      status: 409,
      key: 'record.stale',
    });
  });

  test('becomes the default in place of the previous default', async () => {
    const { id } = await server.call(warehouses.add, { name: 'Centre' });
    await server.call(defaultWarehouse, { id });
    const defaults = (await list()).rows.filter(({ isDefault }) => isDefault);
    expect(defaults.map((row) => row.id)).toEqual([id]);
    expect(await server.call(defaultWarehouse, { id })).toEqual({ changed: 0 });
  });

  test('is not offered for selection once disabled', async () => {
    const { id } = await server.call(warehouses.add, { name: 'Closed' });
    await server.call(warehouses.setStatus, { ids: id, status: false });
    expect((await server.call(myWarehouses, {})).map(({ name }) => name)).not.toContain('Closed');
    expect((await server.call(allWarehouses, {})).map(({ name }) => name)).toContain('Closed');
  });

  test('a warehouse of another company is reported missing', async () => {
    const other = await server.signIn('other');
    const { id } = await server.call(warehouses.add, { name: 'Theirs' }, other);
    expect(await server.refusal(warehouses.infoCall, { id })).toMatchObject({
      key: 'record.missing',
    });
    expect(await server.refusal(warehouses.update, { id, version: 1, name: 'Ours' })).toMatchObject(
      { key: 'record.missing' },
    );
    expect(await server.refusal(warehouses.remove, { id })).toMatchObject({
      key: 'record.missing',
    });
    expect(await server.refusal(defaultWarehouse, { id })).toMatchObject({ key: 'record.missing' });
    expect(
      await server.refusal(warehouses.add, {
        name: 'Foreign',
        principalId: server.stranger.ownerId,
      }),
    ).toMatchObject({
      key: 'record.missing',
      data: { field: 'principalId' },
    });
    expect(names(await list())).not.toContain('Theirs');
  });

  test('is written only by users with the page and its edit button', async () => {
    await server.addUser({ loginName: 'keeper', role: 'keeper' });
    const keeper = await server.signIn('keeper');
    expect((await list({}, keeper)).total).toBeGreaterThan(0);
    expect(await server.refusal(warehouses.add, { name: 'Mine' }, keeper)).toMatchObject({
      status: 403,
    });
  });
});

test('the list filters, sorts and counts', async () => {
  await server.call(warehouses.add, { name: 'Shed 1', sort: 2 });
  await server.call(warehouses.add, { name: 'Shed 2', sort: 1 });
  const reply = await server.request('GET', warehouses.table.path, {
    search: { name: 'shed' },
    column: 'sort',
    order: 'asc',
  });
  const { data } = reply.json<{ data: Page<Row> }>();
  expect([names(data), data.total]).toEqual([['Shed 2', 'Shed 1'], 2]);
});

test('with grants on, a user sees granted warehouses and warehouses of their own making', async () => {
  const roleId = server.company.roleIds.manager;
  await server.addUser({ loginName: 'clerk', roleId });
  const clerk = await server.signIn('clerk');
  await server.call(updateSettings, { version: 1, warehouseGrants: true });
  expect((await list({}, clerk)).total).toBe(0);
  expect(await server.call(myWarehouses, {}, clerk)).toEqual([]);
  await server.call(warehouses.add, { name: 'Made by clerk' }, clerk);
  expect(names(await list({}, clerk))).toEqual(['Made by clerk']);
});
