import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabasePool } from '../connect.ts';
import { withClient, type Connection } from '../connection.ts';
import { migrateDatabase } from '../migrate.ts';
import { canEnter, databaseAccount } from './account.ts';
import { processesOf } from './processes.ts';
import { runningDatabase, startEmbedded, type EmbeddedOptions } from './startEmbedded.ts';

const isRoot = process.getuid?.() === 0;
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function aFolder(parent = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, 'tradehouse-embedded-'));
  undo.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Data of an earlier start, for whatever the first start has nothing to do with: making a database takes a second. */
let earlier: string;
beforeAll(async () => {
  earlier = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-embedded-'));
  const { stop } = await startEmbedded({ dataDir: earlier });
  await stop();
});
afterAll(() => fs.rmSync(earlier, { recursive: true, force: true }));

function aFolderWithData(): string {
  const folder = aFolder();
  const { status } = spawnSync('cp', ['-a', `${earlier}/.`, folder]);
  expect(status).toBe(0);
  return folder;
}

async function started(options: EmbeddedOptions) {
  const server = await startEmbedded(options);
  let running = true;
  const stop = async (): Promise<void> => {
    if (running) await server.stop();
    running = false;
  };
  undo.push(stop);
  return { ...server, stop };
}

/** Starts the database in another process and waits for the line it prints. */
async function startedElsewhere(dataDir: string, options: SpawnOptions = {}) {
  const script = path.join(import.meta.dirname, 'holdFolder.ts');
  const holder = spawn(process.execPath, [script, dataDir], { ...options, stdio: 'pipe' });
  undo.push(() => killed(holder));
  let line = '';
  holder.stdout?.setEncoding('utf8');
  while (!line.endsWith('\n')) line += String(await once(holder.stdout!, 'data'));
  return { holder, line: line.trim() };
}

async function killed(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const end = once(process, 'exit');
  process.kill('SIGKILL');
  await end;
}

const postmasterOf = (dataDir: string): number =>
  Number(fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

const ask = (connection: Connection, sql: string): Promise<unknown[]> =>
  withClient({ ...connection, database: 'postgres' }, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.flat();
  });

test('the first start makes a database with Chinese sorting and search, and page checksums', async () => {
  const { connection } = await started({ dataDir: aFolder() });
  const facts = await ask(
    connection,
    `select current_setting('server_encoding'), current_setting('data_checksums'), datcollate,
       current_setting('listen_addresses'), current_setting('fsync') from pg_database
     where datname = 'postgres'`,
  );
  expect(facts).toEqual(['UTF8', 'on', 'C.UTF-8', '', 'on']);
  expect(fs.statSync(connection.host).mode & 0o777).toBe(0o700);
});

test('an embedded database runs all migrations, including extensions of the search', async () => {
  const { connection } = await started({ dataDir: aFolderWithData(), profile: 'test' });
  const { app } = await migrateDatabase(connection);
  const db = openDatabasePool(app, { size: 1, name: 'a test' });
  undo.push(() => db.destroy());
  expect(await db.selectFrom('document').select('id').execute()).toEqual([]);
});

test('committed rows survive a stop and a start', async () => {
  const dataDir = aFolderWithData();
  const first = await started({ dataDir });
  await ask(first.connection, 'create table kept as select 7 as n');
  await first.stop();
  expect(processesOf(path.join(dataDir, 'postgres'))).toEqual([]);
  const second = await started({ dataDir });
  expect(await ask(second.connection, 'select n from kept')).toEqual([7]);
});

test('a killed database is started again, with all committed data', async () => {
  const dataDir = aFolderWithData();
  const said: string[] = [];
  const { connection } = await started({ dataDir, say: (line) => said.push(line) });
  await ask(connection, 'create table kept as select 7 as n');
  const before = postmasterOf(dataDir);
  process.kill(before, 'SIGKILL');
  await expect.poll(() => postmasterOf(dataDir)).not.toBe(before);
  await expect
    .poll(() => ask(connection, 'select n from kept').catch(() => 'not yet'))
    .toEqual([7]);
  expect(said).toContain('PostgreSQL ended unexpectedly; starting it again …');
});

test('a database killed again in its recovery is started once more', async () => {
  const dataDir = aFolderWithData();
  const said: string[] = [];
  const losses: Error[] = [];
  const { connection } = await started({
    dataDir,
    say: (line) => said.push(line),
    onLost: (reason) => losses.push(reason),
  });
  const first = postmasterOf(dataDir);
  process.kill(first, 'SIGKILL');
  await expect
    .poll(() => postmasterOf(dataDir), { interval: 1 })
    .not.toBeOneOf([first, process.pid]);
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await expect.poll(() => ask(connection, 'select 7').catch(() => 'not yet')).toEqual([7]);
  expect(losses).toEqual([]);
});

test.each(['the process', 'the database', 'both'])(
  'the database starts again after %s was killed',
  async (what) => {
    const dataDir = aFolderWithData();
    const { holder, line } = await startedElsewhere(dataDir);
    const connection = JSON.parse(line) as Connection;
    await ask(connection, 'create table kept as select 7 as n');
    const postmaster = postmasterOf(dataDir);
    if (what !== 'the database') await killed(holder);
    if (what !== 'the process') process.kill(postmaster, 'SIGKILL');
    await killed(holder);
    const again = await started({ dataDir });
    expect(await ask(again.connection, 'select n from kept')).toEqual([7]);
    expect(postmasterOf(dataDir)).not.toBe(postmaster);
  },
);

test('a data folder in use refuses a second start and names its owner and address', async () => {
  const dataDir = aFolderWithData();
  expect(await runningDatabase({ dataDir })).toBeNull();
  const { connection } = await started({ dataDir });
  const { line } = await startedElsewhere(dataDir);
  expect(line).toContain(`already running on ${dataDir} (process ${process.pid})`);
  expect(await runningDatabase({ dataDir })).toEqual(connection);
});

test('the number of a foreign program in a stale pid file does not keep the database from starting', async () => {
  const dataDir = aFolderWithData();
  const stale = [process.ppid, path.join(dataDir, 'postgres'), 0, 5432, '', '', '', 'ready'];
  fs.writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), stale.join('\n'));
  const { connection } = await started({ dataDir });
  expect(await ask(connection, 'select 1')).toEqual([1]);
});

test('an incomplete data folder of a killed first start is removed', async () => {
  const dataDir = aFolder();
  const half = path.join(dataDir, 'postgres.new-1');
  fs.mkdirSync(half);
  fs.writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
  await started({ dataDir });
  expect(fs.existsSync(half)).toBe(false);
});

test('a command that requires existing data creates no database', async () => {
  const dataDir = path.join(aFolder(), 'data');
  await expect(startEmbedded({ dataDir, existing: true })).rejects.toThrow('no database in');
  expect(fs.existsSync(dataDir)).toBe(false);
});

test('a data folder written by another PostgreSQL version is refused', async () => {
  const dataDir = aFolder();
  fs.mkdirSync(path.join(dataDir, 'postgres'));
  fs.writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '14\n');
  await expect(startEmbedded({ dataDir })).rejects.toThrow('written by PostgreSQL 14');
});

test('a path too long for a socket gets a socket in a shorter folder', async () => {
  const parent = aFolder();
  fs.chmodSync(parent, 0o755);
  const dataDir = path.join(parent, 'a-very-long-name-of-a-folder'.repeat(5));
  const { connection, stop } = await started({ dataDir });
  expect(connection.host).not.toContain(dataDir);
  expect(Buffer.byteLength(`${connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
  expect(await ask(connection, 'select 1')).toEqual([1]);
  await stop();
  expect(fs.existsSync(connection.host)).toBe(false);
});

test.runIf(isRoot)('root hands the database to an ordinary user', async () => {
  const dataDir = aFolder();
  await started({ dataDir });
  const { uid } = fs.statSync(`/proc/${postmasterOf(dataDir)}`);
  expect(uid).not.toBe(0);
  expect(uid).toBe(databaseAccount(path.join(dataDir, 'postgres'))?.uid);
});

test.runIf(isRoot)(
  'data out of the user’s reach moves to a reachable folder, or is refused',
  async () => {
    const closed = aFolder();
    const reachable = aFolder();
    fs.chmodSync(closed, 0o700);
    fs.chmodSync(reachable, 0o755);
    const dataDir = path.join(closed, 'data');
    await expect(startEmbedded({ dataDir, reachable })).rejects.toThrow(/cannot reach .* DATA_DIR/);
    const { folder, connection } = await started({ dataDir, reachable, movable: true });
    expect(folder.startsWith(reachable)).toBe(true);
    expect(await ask(connection, 'select 1')).toEqual([1]);
  },
);

const ordinary = isRoot ? databaseAccount('/nowhere') : null;
test.runIf(ordinary && canEnter(import.meta.dirname, ordinary))(
  'an ordinary user runs the embedded database too',
  async () => {
    const dataDir = aFolder();
    fs.chownSync(dataDir, ordinary!.uid, ordinary!.gid);
    const { line } = await startedElsewhere(dataDir, { uid: ordinary!.uid, gid: ordinary!.gid });
    const connection = JSON.parse(line) as Connection;
    expect(await ask(connection, 'select 1')).toEqual([1]);
  },
);

test.runIf(ordinary && canEnter(import.meta.dirname, ordinary))(
  'a read-only folder is refused in a sentence',
  async () => {
    const dataDir = aFolder();
    fs.chmodSync(dataDir, 0o555);
    const { line } = await startedElsewhere(dataDir, { uid: ordinary!.uid, gid: ordinary!.gid });
    expect(line).toMatch(/^The data folder .* can't be written to \(EACCES\): .* DATA_DIR .*\.$/);
  },
);
