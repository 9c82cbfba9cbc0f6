import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connectionOf, startEmbedded } from '@tradehouse/database';
import { startPooler } from './testPooler.ts';
import {
  dropTestDatabases,
  nodesOf,
  prepareTemplate,
  TEST_SERVER,
} from '@tradehouse/database/testing';

/**
 * What vitest runs once around all test files: a PostgreSQL of their own with a migrated template, and a folder where the
 * processes that tests start keep what they have compiled, so that the next one starts in half the time. TEST_DATABASE_URL
 * names another server to test on, such as an older PostgreSQL, and TEST_CLUSTER_URL a database of a Citus coordinator that
 * knows its workers (docs/scaling.md): what is tested lies on them then. With TEST_POOLER the server's transactions go through
 * a pgbouncer.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-test-'));
  process.env['NODE_COMPILE_CACHE'] = path.join(scratch, 'compiled');
  const cluster = process.env['TEST_CLUSTER_URL'];
  const url = cluster ?? process.env['TEST_DATABASE_URL'];
  const server =
    url === undefined
      ? await startEmbedded({ dataDir: scratch, profile: 'test' })
      : { connection: connectionOf(url), stop: async () => {} };
  const nodes = cluster === undefined ? undefined : await nodesOf(server.connection);
  const prepared = await prepareTemplate(server.connection, nodes);
  const pooler =
    process.env['TEST_POOLER'] === undefined ? null : await startPooler(scratch, server.connection);
  if (pooler?.prepares === false) process.env['TRADEHOUSE_PREPARE'] = '0';
  const tests = pooler === null ? prepared : { ...prepared, pooled: pooler.reached(prepared.app) };
  process.env[TEST_SERVER] = JSON.stringify(tests);
  return async () => {
    await pooler?.stop();
    await dropTestDatabases(tests);
    await server.stop();
    fs.rmSync(scratch, { recursive: true, force: true });
  };
}
