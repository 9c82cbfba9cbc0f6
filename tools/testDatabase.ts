import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connectionOf, startEmbedded } from '@tradehouse/database';
import { prepareTemplate, TEST_SERVER } from '@tradehouse/database/testing';

/**
 * What vitest runs once around all test files: a PostgreSQL of their own with a migrated template.
 * TEST_DATABASE_URL names another server to test on, such as an older PostgreSQL.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined) {
    process.env[TEST_SERVER] = JSON.stringify(await prepareTemplate(connectionOf(url)));
    return async () => {};
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-test-'));
  const server = await startEmbedded({ dataDir, profile: 'test' });
  process.env[TEST_SERVER] = JSON.stringify(await prepareTemplate(server.connection));
  return async () => {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}
