// Migration drill: adds a column to a company's documents while its people work (expand, fill, contract).
// No call may fail. Every row must be filled although the filler is killed midway, and the books must
// verify. `--documents 100000` of the company, `--clients 16` at work, `--seconds 20` before and around
// each step. `--at URL` names the server; on a cluster's coordinator, the company lies on the nodes.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  connectionOf,
  planDistribution,
  leftBehind,
  lyingOf,
  migrateDatabase,
  startEmbedded,
  verifyDatabase,
  withClient,
} from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { benchDatabase } from '../src/company.ts';
import type { BenchDatabase } from '../src/company.ts';
import { workDay } from '../src/mixed.ts';
import { processorTime } from '../src/processor.ts';
import { startServer } from '../src/server.ts';
import type { Server } from '../src/server.ts';
import { figureLine, headLine } from '../src/show.ts';
import { madeUp, upTo } from './steps.ts';

const { values: asked } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '20' },
    at: { type: 'string' },
  },
});
const [documents, clients] = [Number(asked.documents), Number(asked.clients)];
const AROUND = Number(asked.seconds) * 1000;
const OUTPUT = path.resolve(import.meta.dirname, '../output');
/**
 * Calls left out: seconds of processor time hide a step's cost. One long reader runs beside the first step.
 */
const LONG = ['report', 'dashboard'] as const;
/** Milliseconds that a transaction reads documents when the first step begins. */
const LONG_LOOK = 5_000;

const printMigrationLine = (line: string): void => console.log(line);
const broken: string[] = [];
const formatSecondsSince = (since: number): string =>
  ((performance.now() - since) / 1000).toFixed(1);

interface MigrationBench {
  readonly database: BenchDatabase;
  readonly server: Server;
  /** Folder of a PostgreSQL started by this run. */
  readonly folder: string | null;
}

/** Runs `work` while people work; they begin some time before and stop some time after. */
async function measureUnderLoad(
  { database, server, folder }: MigrationBench,
  scenario: string,
  work: () => Promise<void>,
): Promise<void> {
  const time = new AbortController();
  const begun = Promise.withResolvers<void>();
  const run = {
    scenario,
    documents,
    clients,
    seconds: Infinity,
    signal: time.signal,
    begun: begun.resolve,
    clock: processorTime(server.pid, folder),
  };
  const working = workDay(server.port, database.company, run, LONG);
  await Promise.race([begun.promise, working]);
  await wait(AROUND / 2);
  await work().finally(async () => {
    await wait(AROUND / 2);
    time.abort();
  });
  const { all, kinds } = await working;
  printMigrationLine(`${figureLine(all)}   slowest ${all.slowest.toFixed(0)} ms`);
  for (const { kind, failed, failure } of kinds)
    if (failed > 0) broken.push(`${scenario}: ${failed} of "${kind}" failed: ${failure}`);
}

/** Takes the steps up to a number, and says how long each took. */
async function applyMadeUpMigrations({ admin }: BenchDatabase, number: string): Promise<void> {
  const since = performance.now();
  const migrations = upTo(await madeUp(), number);
  const { applied } = await migrateDatabase(admin, {
    migrations,
    say: (line) => printMigrationLine(`  ${line}`),
  });
  printMigrationLine(`  ${applied.join(', ')}: ${formatSecondsSince(since)} s`);
}

/** Reads documents in a long transaction: a step that waited for the table would block every later reader. */
const holdDocumentRead = (admin: Connection): Promise<void> =>
  withClient(admin, async (client) => {
    await client.query('begin; select from document limit 1');
    await wait(LONG_LOOK);
    await client.query('commit');
  });

function startFilling({ owner }: BenchDatabase): ChildProcess {
  const program = path.resolve(import.meta.dirname, 'filler.ts');
  return fork(program, [], { env: { ...process.env, SERVE: JSON.stringify(owner) } });
}

/** Fills, is killed with four tenths done, and goes on. */
async function fillAndKill(database: BenchDatabase): Promise<void> {
  const since = performance.now();
  let [rows, killed] = [0, false];
  const run = (): Promise<number | null> => {
    const child = startFilling(database);
    child.on('message', (count) => {
      rows += Number(count);
      if (killed || rows < 0.4 * documents) return;
      killed = true;
      child.kill('SIGKILL');
      printMigrationLine(`  killed with ${rows} rows filled after ${formatSecondsSince(since)} s`);
    });
    return new Promise((resolve) => child.once('exit', resolve));
  };
  await run();
  const code = await run();
  printMigrationLine(`  ${rows} rows filled after ${formatSecondsSince(since)} s`);
  if (!killed || code !== 0) broken.push(`what fills ended with ${code}, killed: ${killed}`);
}

async function drillMigration(bench: MigrationBench): Promise<void> {
  const { database } = bench;
  printMigrationLine(headLine());
  await measureUnderLoad(bench, 'before', async () => {});
  await measureUnderLoad(bench, 'expand', async () => {
    const long = holdDocumentRead(database.admin);
    await wait(500);
    await applyMadeUpMigrations(database, '9002');
    await long;
  });
  await measureUnderLoad(bench, 'fill', () => fillAndKill(database));
  await measureUnderLoad(bench, 'contract', async () => {
    for (const number of ['9003', '9004', '9005', '9006'])
      await applyMadeUpMigrations(database, number);
  });
}

/** Checks the result: no row without the column; column not null and indexed. */
async function checkMadeUpColumn(admin: Connection): Promise<void> {
  await withClient(admin, async (client) => {
    const { rows } = await client.query<{ unfilled: string; closed: boolean; indexed: boolean }>(`
      select (select count(*) from document where entered_on is null) as unfilled,
        (select attnotnull from pg_attribute where attrelid = 'document'::regclass and attname = 'entered_on') as closed,
        (select indisvalid from pg_index where indexrelid = 'document__entered'::regclass) as indexed`);
    printMigrationLine(JSON.stringify(rows[0]));
    const [{ unfilled, closed, indexed } = { unfilled: '?', closed: false, indexed: false }] = rows;
    if (unfilled !== '0' || !closed || !indexed) broken.push('the column is not what it should be');
  });
  const { total, checks } = await verifyDatabase(admin);
  printMigrationLine(`verify: ${total} violations (${checks} checks)`);
  if (total > 0) broken.push(`verify finds ${total} violations`);
}

/** Reverts the made-up steps, so that the next run finds an unchanged company. */
const revertMadeUpMigrations = (admin: Connection): Promise<void> =>
  withClient(admin, async (client) => {
    await client.query('alter table document drop column if exists entered_on');
    for (const table of ['migration', 'backfill'])
      await client.query(`delete from ${table} where name like '9%'`);
  });

/** Distributes the company to the nodes if on a coordinator. */
const distributeBenchTables = (admin: Connection): Promise<void> =>
  withClient(admin, async (client) => {
    if ((await lyingOf(client)) === 'alone') return;
    for (const read of [planDistribution, leftBehind])
      for (const step of await read(client)) await client.query(step);
  });

async function runMigrationBench(connection: Connection, folder: string | null): Promise<void> {
  const admin = { ...connection, database: `bench_migrated_${documents}` };
  // An earlier run may have been interrupted, or never existed.
  await revertMadeUpMigrations(admin).catch(() => {});
  const database = await benchDatabase(admin, documents, { crowd: false, say: printMigrationLine });
  await distributeBenchTables(admin);
  const log = path.join(OUTPUT, 'server_migration.log');
  const server = await startServer({ ...database, log });
  try {
    await drillMigration({ database, server, folder });
    await checkMadeUpColumn(admin);
  } finally {
    await server.stop();
    await revertMadeUpMigrations(admin);
  }
}

fs.mkdirSync(OUTPUT, { recursive: true });
if (asked.at === undefined) {
  const dataDir = path.join(OUTPUT, 'data');
  const embedded = await startEmbedded({ dataDir, movable: true, say: printMigrationLine });
  await runMigrationBench(embedded.connection, embedded.folder).finally(() => embedded.stop());
} else await runMigrationBench(connectionOf(asked.at), null);
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length === 0 ? 0 : 1;
