import {
  duplicateCheck,
  institutions,
  ruleCheck,
  uniqueFields,
  warehouses,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  // Whatever the menu holds: what is asked for here is the field.
  for (const page of new Set(Object.values(uniqueFields)))
    await sql`
      insert into function (number, parent_number, name_zh, name_en, url, component, sort)
      values (${page}, '0', ${page}, ${page}, ${page}, ${page}, '99') on conflict do nothing`.execute(
      server.database.admin,
    );
});
afterAll(() => server.stop());

describe('a value required to be unique', () => {
  test('is refused for another record, and free for the holding record', async () => {
    const { id } = await server.call(warehouses.add, { name: 'Taken' });
    const asked = { tableName: 'depot', fieldName: 'name', fieldVal: 'Taken' };
    expect(await server.refusal(duplicateCheck, asked)).toMatchObject({ status: 422 });
    expect(await server.call(duplicateCheck, { ...asked, dataId: id })).toBe(true);
    expect(await server.call(duplicateCheck, { ...asked, fieldVal: 'Free' })).toBe(true);
    await server.call(institutions.add, { name: 'Branch', number: 'B1' });
    expect(
      await server.refusal(duplicateCheck, {
        tableName: 'organization',
        fieldName: 'number',
        fieldVal: 'B1',
      }),
    ).toMatchObject({ status: 422 });
  });

  test.each(Object.keys(uniqueFields))('can be checked for the column %s', async (place) => {
    const [tableName = '', fieldName = ''] = place.split('.');
    const asked = { tableName, fieldName, fieldVal: 'no one has this' };
    expect(await server.call(duplicateCheck, asked)).toBe(true);
  });

  test.each([
    ['login', 'password_hash'],
    ['app_user', 'login_name'],
    ['depot', 'remark'],
    ['depot; drop table warehouse', 'name'],
    ['__proto__', 'name'],
  ])('a uniqueness check of the column %s.%s is refused', async (tableName, fieldName) => {
    expect(
      await server.refusal(duplicateCheck, { tableName, fieldName, fieldVal: 'x' }),
    ).toMatchObject({ status: 400 });
  });

  test('is free when used by another company, and checked only with access to the page', async () => {
    const other = await server.signIn('other');
    await server.call(warehouses.add, { name: 'Theirs' }, other);
    const asked = { tableName: 'depot', fieldName: 'name', fieldVal: 'Theirs' };
    expect(await server.call(duplicateCheck, asked)).toBe(true);
    await server.addUser({ loginName: 'outsider' });
    expect(
      await server.refusal(duplicateCheck, asked, await server.signIn('outsider')),
    ).toMatchObject({ status: 403 });
  });
});

test.each([
  ['barcode', '6901234567892', true],
  ['barcode', '123', false],
  ['barcode', '12345678901234', false],
  ['name', '总仓', true],
  ['name', '总', false],
  ['email', 'a@b.cn', true],
  ['email', 'a@b', false],
  ['phone', '+86 21 5555-1234', true],
  ['phone', 'call me', false],
  ['amount', '12.5', true],
  ['amount', '-1', false],
  ['amount', '1e3', false],
  ['serial', 'SN-1', true],
  ['serial', 'a,b', false],
] as const)('the validation rule %s accepts the value %s: %s', async (ruleCode, value, kept) => {
  if (kept) expect(await server.call(ruleCheck, { ruleCode, value })).toBe(true);
  else expect(await server.refusal(ruleCheck, { ruleCode, value })).toMatchObject({ status: 422 });
});

test('an unknown rule is refused', async () => {
  expect(await server.refusal(ruleCheck, { ruleCode: 'constructor', value: 'x' })).toMatchObject({
    status: 400,
  });
});
