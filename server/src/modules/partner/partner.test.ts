import {
  allPeople,
  customerChoices,
  partnerTables,
  partners,
  people,
  peopleByNumber,
  peopleByType,
  supplierChoices,
  updateSettings,
} from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

interface Listed {
  readonly total: number;
  readonly rows: readonly Record<string, unknown>[];
  readonly totals: Record<string, string | null>;
}

async function list(type: PartnerType, token?: string): Promise<Listed> {
  const reply = await server.request('GET', partnerTables[type].path, { search: { type } }, token);
  return reply.json<{ data: Listed }>().data;
}
const names = ({ rows }: Listed) => rows.map(({ name }) => name).toSorted();

describe('a partner', () => {
  test('is added, read, changed and deleted', async () => {
    const { id, version } = await server.call(partners.add, {
      type: 'customer',
      name: '晨光文具',
      contacts: 'Lin',
      telephone: '13800000000',
      taxRate: '13',
      customerSource: 'referral',
      mainMarket: 'North',
    });
    const info = await server.call(partners.infoCall, { id });
    expect(info).toMatchObject({
      type: 'customer',
      name: '晨光文具',
      contacts: 'Lin',
      taxRate: '13',
      openingReceivable: '0',
      closingReceivable: '0',
      customerSource: 'referral',
      mainMarket: 'North',
    });
    await server.call(partners.update, { id, version, type: 'customer', name: '晨光' });
    expect(await server.call(partners.infoCall, { id })).toMatchObject({
      name: '晨光',
      contacts: 'Lin',
      version: 2,
    });
    for (const key of ['cg', 'chenguang', 'GUANG', '晨光'])
      expect(await server.call(customerChoices, { key }), key).toMatchObject([
        { id, name: '晨光', taxRate: '13' },
      ]);
    await server.call(partners.remove, { id });
    expect(await server.refusal(partners.infoCall, { id })).toMatchObject({
      key: 'record.missing',
    });
  });

  test('has a name unique within its type', async () => {
    await server.call(partners.add, { type: 'customer', name: 'Both sides' });
    await server.call(partners.add, { type: 'supplier', name: 'Both sides' });
    expect(
      await server.refusal(partners.add, { type: 'supplier', name: 'Both sides' }),
    ).toMatchObject({
      key: 'name.taken',
      data: { field: 'name', name: 'Both sides' },
    });
    expect(
      await server.call(partners.nameAndTypeExists, { name: 'Both sides', type: 'supplier' }),
    ).toEqual({ status: true });
    expect(
      await server.call(partners.nameAndTypeExists, { name: 'Both sides', type: 'member' }),
    ).toEqual({ status: false });
  });

  test('has an opening receivable or an opening payable, not both', async () => {
    expect(
      await server.refusal(partners.add, {
        type: 'supplier',
        name: 'Two openings',
        openingReceivable: '1',
        openingPayable: '2',
      }),
    ).toMatchObject({ key: 'partner.bothOpenings', data: { field: 'openingPayable' } });
  });

  test.each([
    [
      { openingReceivable: '-5' },
      'Opening receivable: a number from 0 to below 10^15 is needed, with at most 6 decimals',
    ],
    [{ taxRate: '500' }, 'Tax rate (%): a number from 0 to 100 is needed'],
    [{ telephone: '12ab' }, 'Mobile: only digits, spaces and + - ( ) stand in a telephone number'],
    [{ email: 'not-an-email' }, 'Email: an e-mail address such as name@example.com is needed'],
    [{ name: 'x' }, 'Name: at least 2 characters'],
    [{ name: '' }, 'Name is needed'],
    [{ name: undefined }, 'Name is needed'],
    [{ sort: 2_000_000 }, 'Sort order: a whole number from -1000000 to 1000000 is needed'],
  ])('%j is refused with an error naming the wrong field', async (wrong, sentence) => {
    const [field = ''] = Object.keys(wrong);
    const asked = { type: 'supplier', name: 'Wrong somewhere', ...wrong };
    const refusal = await server.refusal(partners.add, asked as never);
    expect(refusal).toMatchObject({ key: 'request.field', message: sentence, data: { field } });
  });

  test('keeps its type', async () => {
    const { id, version } = await server.call(partners.add, {
      type: 'supplier',
      name: 'Once a supplier',
    });
    expect(
      await server.refusal(partners.update, {
        id,
        version,
        type: 'member',
        name: 'Once a supplier',
      }),
    ).toMatchObject({
      key: 'partner.type',
      data: { field: 'type' },
    });
  });

  test('a partner of another company is reported missing', async () => {
    const other = await server.signIn('other');
    const { id } = await server.call(
      partners.add,
      { type: 'customer', name: 'Their customer' },
      other,
    );
    expect(await server.refusal(partners.infoCall, { id })).toMatchObject({
      key: 'record.missing',
    });
    expect(
      await server.refusal(partners.update, { id, version: 1, type: 'customer', name: 'Ours' }),
    ).toMatchObject({ key: 'record.missing' });
    expect(await server.refusal(partners.removeBatch, { ids: id })).toMatchObject({
      key: 'record.missing',
    });
    expect(names(await list('customer'))).not.toContain('Their customer');
    expect(
      (await server.call(customerChoices, { organId: id })).map((row) => row.id),
    ).not.toContain(id);
  });
});

test('each list and each write of partners needs the page of the type', async () => {
  await server.addUser({ loginName: 'seller', role: 'salesperson' });
  const seller = await server.signIn('seller');
  expect(
    (await server.request('GET', '/supplier/list', { search: { type: 'customer' } }, seller))
      .statusCode,
  ).toBe(200);
  expect(
    (await server.request('GET', '/supplier/list', { search: { type: 'supplier' } }, seller))
      .statusCode,
  ).toBe(403);
  expect((await server.request('GET', '/supplier/list', {}, seller)).statusCode).toBe(400);
  await server.call(partners.add, { type: 'customer', name: 'Seller made' }, seller);
  expect(
    await server.refusal(partners.add, { type: 'supplier', name: 'Seller tried' }, seller),
  ).toMatchObject({ status: 403 });
  const supplier = await server.call(partners.add, { type: 'supplier', name: 'Guarded' });
  for (const [endpoint, input] of [
    [partners.infoCall, { id: supplier.id }],
    [partners.update, { ...supplier, type: 'supplier', name: 'Changed' }],
    // One of an older version tells no more: not who changed it since, nor when.
    [partners.update, { ...supplier, version: 9, type: 'customer', name: 'Changed' }],
    [partners.setStatus, { ids: supplier.id, status: false }],
    [partners.remove, { id: supplier.id }],
  ] as const) {
    const { key, data } = await server.refusal(endpoint, input, seller);
    expect([key, data]).toEqual(['record.missing', { key }]);
  }
});

test('a select offers enabled partners of its type with the searched key', async () => {
  await server.call(partners.add, { type: 'supplier', name: '远东五金', telephone: '13911112222' });
  const off = await server.call(partners.add, {
    type: 'supplier',
    name: '远东停用',
    enabled: false,
  });
  for (const key of ['远东', 'yd', '3911']) {
    expect((await server.call(supplierChoices, { key })).map(({ name }) => name)).toEqual([
      '远东五金',
    ]);
  }
  expect((await server.call(supplierChoices, { key: '%' })).length).toBe(0);
  expect(
    (await server.call(supplierChoices, { key: '远东', organId: off.id })).map(({ name }) => name),
  ).toEqual(['远东停用', '远东五金']);
});

test('lists and selects of partners find the names, with whole names first in selects', async () => {
  const given = { contacts: 'Ms Lin', phone: '057112345678' };
  for (const name of ['悦家超市二店', '小悦家超市', '悦家超市'])
    await server.call(partners.add, { type: 'customer', name, ...given });
  const whole = await server.call(customerChoices, { key: 'yuejiachaoshi' });
  expect(whole.map(({ name }) => name)).toEqual(['悦家超市', '悦家超市二店', '小悦家超市']);
  for (const name of ['yuejia', 'yjcs', '悅家', 'yue jia', 'lin 超市', '57112345']) {
    const { path } = partnerTables.customer;
    const listed = await server.request('GET', path, { search: { type: 'customer', name } });
    expect(listed.json(), name).toMatchObject({ data: { total: 3 } });
    const offered = await server.call(customerChoices, { key: name });
    expect(offered.length, name).toBe(3);
  }
});

test('with grants on, a user meets only granted and own customers', async () => {
  await server.addUser({ loginName: 'agent', roleId: server.company.roleIds.manager });
  const agent = await server.signIn('agent');
  const hidden = await server.call(partners.add, { type: 'customer', name: 'Not for the agent' });
  const settings = await server.call(updateSettings, { version: 1, customerGrants: true });
  const mine = await server.call(
    partners.add,
    { type: 'customer', name: 'Made by the agent' },
    agent,
  );
  expect(names(await list('customer', agent))).toEqual(['Made by the agent']);
  expect((await server.call(customerChoices, {}, agent)).map(({ id }) => id)).toEqual([mine.id]);
  expect(await server.refusal(partners.infoCall, { id: hidden.id }, agent)).toMatchObject({
    key: 'record.missing',
  });
  expect(await server.refusal(partners.remove, { id: hidden.id }, agent)).toMatchObject({
    key: 'record.missing',
  });
  expect((await list('supplier', agent)).total).toBeGreaterThan(0);
  await server.call(updateSettings, { version: settings.version, customerGrants: false });
});

test.each([
  ['ＡＢＣ商贸', 'ABC商贸'],
  ['Two blanks', 'Two  blanks'],
  ['甲（集团）', '甲(集团)'],
])('a partner called %j blocks the look-alike name %j for a new partner', async (name, alike) => {
  const { id, version } = await server.call(partners.add, { type: 'customer', name });
  const refused = { key: 'name.taken', data: { name: alike, field: 'name' } };
  const asked = { type: 'customer', name: alike } as const;
  expect(await server.refusal(partners.add, asked)).toMatchObject(refused);
  expect(await server.call(partners.nameExists, asked)).toEqual({ status: true });
  expect(await server.call(partners.infoCall, { id })).toMatchObject({ name });
  await server.call(partners.update, { ...asked, id, version });
  expect(await server.call(partners.infoCall, { id })).toMatchObject({ name: alike });
  await server.call(partners.add, { type: 'supplier', name });
});

test('handlers have unique names within a type, and are listed by type name or number', async () => {
  const sales = await server.call(people.add, { name: 'Wang', type: 'salesperson' });
  const keeper = await server.call(people.add, { name: 'Wang', type: 'keeper' });
  expect(await server.refusal(people.add, { name: 'Wang', type: 'keeper' })).toMatchObject({
    key: 'name.taken',
  });
  expect(await server.call(peopleByType, { type: 'salesperson' })).toEqual({
    personList: [{ id: sales.id, name: 'Wang', type: 'salesperson' }],
  });
  expect(await server.call(peopleByNumber, { type: '2' })).toEqual([
    { value: keeper.id, text: 'Wang' },
  ]);
  expect(await server.call(allPeople, {})).toHaveLength(2);
  await server.call(people.setStatus, { ids: `${sales.id},${keeper.id},`, status: '0' });
  expect(await server.call(allPeople, {})).toEqual([]);
});
