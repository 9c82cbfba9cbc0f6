import { currentSettings, currentUser, login, logout, menu, preferences, savePreference, updatePassword } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

test('signing in answers a token and who it is', async () => {
  const { token, user } = await server.call(login, { loginName: 'demo', password: sha256(passwordOf('demo')) }, { token: '' });
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(user).toMatchObject({ loginName: 'demo', tenantId: server.company.tenantId, owner: true, operator: false });
  expect(await server.call(currentUser, {}, token)).toEqual(user);
});
