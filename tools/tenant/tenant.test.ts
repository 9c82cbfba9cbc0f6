// The export and import commands, run like by an operator, on a test database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabasePool, createTenant, seedPlatform, verifyDatabase } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { testDatabase, type TestDatabase } from '@tradehouse/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
let database: TestDatabase;
let folder: string;
let file: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-tenant-'));
  file = path.join(folder, 'mill.gz');
  const db = openDatabasePool(database.connections.owner, { size: 1 });
  await seedPlatform(db, () => Promise.resolve('operator'));
  const owner = { loginName: 'miller', name: 'Miller', passwordHash: 'old' };
  await createTenant(db, { code: 'mill', name: 'Mill', owner });
  await db.destroy();
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const urlOf = ({ host, port, database: name, user, password = '' }: Connection): string =>
  `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${name}`;

/** Runs a command to its end: what it said, and whether it succeeded. */
async function run(...args: readonly string[]): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, ['tools/enter.mjs', ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: urlOf(database.connections.admin),
    },
  });
  let said = '';
  child.stdout.on('data', (part) => (said += String(part)));
  child.stderr.on('data', (part) => (said += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { said, code };
}

const tenants = async (): Promise<string[]> => {
  const rows = await database.admin.selectFrom('tenant').select('code').orderBy('code').execute();
  return rows.map(({ code }) => code);
};

test('a company is written into a single file and restored beside its source, whole', async () => {
  const written = await run('tenant:export', 'mill', file);
  expect(written).toMatchObject({ code: 0 });
  expect(fs.readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  const restored = await run('tenant:import', file, '--as', 'mill-two');
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.said).toMatch(/Sign in as mill-two-miller with \S{16} /);
  expect(await tenants()).toEqual(['mill', 'mill-two', 'platform']);
  const { violations } = await verifyDatabase(database.connections.admin);
  expect(violations).toEqual([]);
});

test.each([
  ['no company', ['tenant:export', 'outsider', 'FREE'], /no company with the code outsider/],
  ['a file that is there already', ['tenant:export', 'mill', 'FILE'], /is there already/],
  ['no file', ['tenant:import', 'FREE'], /can't be read/],
  ['a code that is taken', ['tenant:import', 'FILE'], /There is a company with this code already/],
  ['nothing said', ['tenant:import'], /npm run tenant:import -- FILE/],
])(
  'a tenant command with %s is refused with a single sentence',
  async (_, words, sentence) => {
    const given = words.map((word) =>
      word === 'FILE' ? file : word === 'FREE' ? path.join(folder, 'free.gz') : word,
    );
    const before = await tenants();
    const { said, code } = await run(...given);
    expect(code).toBe(1);
    expect(said.trim().split('\n').at(-1)).toMatch(sentence);
    expect(said).not.toContain('    at ');
    expect(await tenants()).toEqual(before);
    expect(fs.existsSync(path.join(folder, 'free.gz'))).toBe(false);
  },
  60_000,
);
