import {
  addSettings,
  currentSettings,
  fileSizeLimit,
  updateSettings,
  userChoices,
} from '@tradehouse/contract';
import { noScanRules } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await server.addUser({ loginName: 'agent', role: 'keeper' });
  await server.addUser({ loginName: 'manager', role: 'manager' });
});
afterAll(() => server.stop());

test('a change of settings needs edit right and current version, and keeps unsent fields', async () => {
  const saved = await server.call(updateSettings, { version: 1, companyName: 'Test & Co' });
  expect(saved).toEqual({ version: 2 });
  expect(await server.refusal(updateSettings, { version: 1, companyName: 'Late' })).toMatchObject({
    key: 'record.stale',
  });
  expect(
    await server.refusal(updateSettings, { version: 2, timeZone: 'Nowhere/City' }),
  ).toMatchObject({ data: { field: 'timeZone' } });
  const keeper = await server.signIn('agent');
  expect(
    await server.refusal(updateSettings, { version: 2, companyName: 'Mine' }, keeper),
  ).toMatchObject({ status: 403 });
  const manager = await server.signIn('manager');
  expect(await server.call(updateSettings, { version: 2, companyName: 'Theirs' }, manager)).toEqual(
    { version: 3 },
  );
});

test('a change of a single setting leaves all further settings unchanged', async () => {
  const before = await server.call(currentSettings, {});
  await server.call(updateSettings, { version: before.version, negativeStock: true });
  const after = await server.call(currentSettings, {});
  expect(after).toEqual({ ...before, negativeStock: true, version: before.version + 1 });
});

test('scan rules are stored as a whole, with at most one rule for each prefix', async () => {
  const before = await server.call(currentSettings, {});
  expect(before.scanRules).toEqual(noScanRules);
  const rule = {
    prefix: '21',
    measure: 'weight',
    itemDigits: 5,
    weightDecimals: 3,
    priceDecimals: 2,
  } as const;
  const scanRules = { weightCodes: [rule], scannerPrefix: '~', scannerSuffix: '' };
  const { version } = await server.call(updateSettings, { version: before.version, scanRules });
  expect((await server.call(currentSettings, {})).scanRules).toEqual(scanRules);
  const twice = { ...scanRules, weightCodes: [rule, { ...rule, measure: 'price' as const }] };
  expect(await server.refusal(updateSettings, { version, scanRules: twice })).toMatchObject({
    key: 'settings.weightCodeTwice',
    data: { field: 'scanRules' },
  });
  const none = { ...noScanRules, weightCodes: [] };
  await server.call(updateSettings, { version, scanRules: none });
});

test('settings can be saved without a version by every user with the edit right', async () => {
  const { version } = await server.call(currentSettings, {});
  expect(await server.call(addSettings, { companyFax: '010-66668888' })).toEqual({
    version: version + 1,
  });
  expect(await server.call(currentSettings, {})).toMatchObject({ companyFax: '010-66668888' });
  const keeper = await server.signIn('agent');
  expect(await server.refusal(addSettings, { companyFax: '' }, keeper)).toMatchObject({
    status: 403,
  });
});

test('a stored currency code outside ISO 4217 may be saved again unchanged', async () => {
  const setStored = (currency: string) =>
    server.arrange(server.company, (tx) =>
      sql`
        update tenant_setting set currency = ${currency}
        where tenant_id = ${server.company.tenantId}`.execute(tx),
    );
  const { currency: usual } = await server.call(currentSettings, {});
  await setStored('RMB');
  const { version, currency, currencySymbol, currencyDigits } = await server.call(
    currentSettings,
    {},
  );
  expect(currency).toBe('RMB');
  const whole = { version, currency, currencySymbol, currencyDigits };
  await server.call(updateSettings, { ...whole, companyName: 'Kept' });
  await server.call(addSettings, { currency });
  for (const wrong of ['CNH', 'usd', ''])
    expect(await server.refusal(addSettings, { currency: wrong })).toMatchObject({
      key: 'request.field',
      data: { field: 'currency', rule: 'currency' },
    });
  await server.call(addSettings, { currency: 'CNY' });
  expect(await server.refusal(addSettings, { currency: 'RMB' })).toMatchObject({
    data: { field: 'currency' },
  });
  await setStored(usual);
});

test('a select offers the users of the company', async () => {
  const users = await server.call(userChoices, {}, await server.signIn('agent'));
  expect(users.map(({ userName }) => userName)).toEqual(['demo', 'agent', 'manager']);
});

test('the upload size limit is reported in bytes', async () => {
  expect(await server.call(fileSizeLimit, {})).toBe(10 * 1024 * 1024);
});
