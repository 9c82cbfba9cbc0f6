import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testDatabase, type TestDatabase } from '@tradehouse/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { secretKeys } from './secretKeys.ts';
import { readOperatorSettings } from './settings.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  await sql`
    with company as (insert into tenant (code, name) values ('keyed', 'keyed') returning id)
    insert into login (login_name, tenant_id, user_id, password_hash) select 'keyed', id, 1, '' from company`.execute(
    database.admin,
  );
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-keys-'));
  return () => fs.rmSync(folder, { recursive: true, force: true });
});

const keys = (environment = {}) =>
  secretKeys(database.connections.owner, readOperatorSettings(environment), folder);
const file = (): string => path.join(folder, 'secret.key');
const keep = (secret: string | null) =>
  sql`update login set totp_secret = ${secret}`.execute(database.admin);
const kept = async (): Promise<string> => {
  const { rows } = await sql<{ totp_secret: string }>`select totp_secret from login`.execute(
    database.admin,
  );
  return rows[0]?.totp_secret ?? '';
};

test('the first start makes a key readable only by its user, and later starts reuse the key', async () => {
  await keep(null);
  const [key, ...more] = await keys();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(more).toEqual([]);
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  expect(await keys()).toEqual([key]);
});

test('a start seals secrets stored in clear by an earlier version', async () => {
  await keep('JBSWY3DPEHPK3PXP');
  await keys();
  expect(await kept()).toMatch(/^v1\./);
});

test('a start without the key names the place of the key, and changes nothing', async () => {
  await keep('JBSWY3DPEHPK3PXP');
  await keys();
  const sealed = await kept();
  const key = fs.readFileSync(file(), 'utf8');
  for (const left of [null, '', 'x'.repeat(64)]) {
    fs.rmSync(file(), { force: true });
    if (left !== null) fs.writeFileSync(file(), left);
    await expect(keys()).rejects.toThrow(`put ${file()} back as it was`);
    expect(await kept()).toBe(sealed);
  }
  fs.writeFileSync(file(), key);
  expect(await keys()).toEqual([key.trim()]);
});

test('a new key placed before the old key re-encrypts stored secrets', async () => {
  await keep('JBSWY3DPEHPK3PXP');
  const [old = ''] = await keys();
  const sealed = await kept();
  const next = 'n'.repeat(32);
  expect(await keys({ SECRET_KEYS: `${next},${old}` })).toEqual([next, old]);
  expect(await kept()).not.toBe(sealed);
  expect(await keys({ SECRET_KEYS: next })).toEqual([next]);
  await expect(keys({ SECRET_KEYS: old })).rejects.toThrow('SECRET_KEYS');
});
