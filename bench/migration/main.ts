// A column comes to a company's documents while its people work: expanded, filled beside them, contracted. No call may fail, every
// row must be filled, though what fills them is killed midway, and the books must verify.
// `--documents 100000` of the company, `--clients 16` at work, `--seconds 20` before it and around each step; `--at URL` names the
// server it is tried on: where that is a cluster's coordinator, the company lies on the nodes.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  connectionOf,
  distribution,
  leftBehind,
  lyingOf,
  migrate,
  startEmbedded,
  verify,
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
/** What takes a processor for seconds hides what a step costs; one long reader is there beside the first. */
const LONG = ['report', 'dashboard'] as const;
/** Milliseconds that somebody looks at documents as the first step begins. */
const LONG_LOOK = 5_000;

const say = (line: string): void => console.log(line);
const broken: string[] = [];
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

interface Bench {
  readonly database: BenchDatabase;
  readonly server: Server;
  /** Of a PostgreSQL that is started here. */
  readonly folder: string | null;
}

/** Does something while people work, who began some time before it and go on for some time after it. */
async function beside(
  { database, server, folder }: Bench,
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
  say(`${figureLine(all)}   slowest ${all.slowest.toFixed(0)} ms`);
  for (const { kind, failed, failure } of kinds)
    if (failed > 0) broken.push(`${scenario}: ${failed} of "${kind}" failed: ${failure}`);
}

/** Takes the steps up to a number, and says how long each took. */
async function take({ admin }: BenchDatabase, number: string): Promise<void> {
  const since = performance.now();
  const migrations = upTo(await madeUp(), number);
  const { applied } = await migrate(admin, { migrations, say: (line) => say(`  ${line}`) });
  say(`  ${applied.join(', ')}: ${seconds(since)} s`);
}

/** Somebody who reads documents for long: a step that asked for the table and waited would hold up all who come after. */
const looking = (admin: Connection): Promise<void> =>
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
      say(`  killed with ${rows} rows filled after ${seconds(since)} s`);
    });
    return new Promise((resolve) => child.once('exit', resolve));
  };
  await run();
  const code = await run();
  say(`  ${rows} rows filled after ${seconds(since)} s`);
  if (!killed || code !== 0) broken.push(`what fills ended with ${code}, killed: ${killed}`);
}

async function drill(bench: Bench): Promise<void> {
  const { database } = bench;
  say(headLine());
  await beside(bench, 'before', async () => {});
  await beside(bench, 'expand', async () => {
    const long = looking(database.admin);
    await wait(500);
    await take(database, '9002');
    await long;
  });
  await beside(bench, 'fill', () => fillAndKill(database));
  await beside(bench, 'contract', async () => {
    for (const number of ['9003', '9004', '9005', '9006']) await take(database, number);
  });
}

/** What is left of it: no row without the column, which is not null now and has its index. */
async function look(admin: Connection): Promise<void> {
  await withClient(admin, async (client) => {
    const { rows } = await client.query<{ unfilled: string; closed: boolean; indexed: boolean }>(`
      select (select count(*) from document where entered_on is null) as unfilled,
        (select attnotnull from pg_attribute where attrelid = 'document'::regclass and attname = 'entered_on') as closed,
        (select indisvalid from pg_index where indexrelid = 'document__entered'::regclass) as indexed`);
    say(JSON.stringify(rows[0]));
    const [{ unfilled, closed, indexed } = { unfilled: '?', closed: false, indexed: false }] = rows;
    if (unfilled !== '0' || !closed || !indexed) broken.push('the column is not what it should be');
  });
  const { total, checks } = await verify(admin);
  say(`verify: ${total} violations (${checks} checks)`);
  if (total > 0) broken.push(`verify finds ${total} violations`);
}

/** Takes the made-up steps back, so that the next run finds the company as it was. */
const forget = (admin: Connection): Promise<void> =>
  withClient(admin, async (client) => {
    await client.query('alter table document drop column if exists entered_on');
    for (const table of ['migration', 'backfill'])
      await client.query(`delete from ${table} where name like '9%'`);
  });

/** Where it lies on a coordinator, it goes to the nodes. */
const spread = (admin: Connection): Promise<void> =>
  withClient(admin, async (client) => {
    if ((await lyingOf(client)) === 'alone') return;
    for (const read of [distribution, leftBehind])
      for (const step of await read(client)) await client.query(step);
  });

async function run(connection: Connection, folder: string | null): Promise<void> {
  const admin = { ...connection, database: `bench_migrated_${documents}` };
  // An earlier run may have been broken off; or there was none.
  await forget(admin).catch(() => {});
  const database = await benchDatabase(admin, documents, { crowd: false, say });
  await spread(admin);
  const log = path.join(OUTPUT, 'server_migration.log');
  const server = await startServer({ ...database, log });
  try {
    await drill({ database, server, folder });
    await look(admin);
  } finally {
    await server.stop();
    await forget(admin);
  }
}

fs.mkdirSync(OUTPUT, { recursive: true });
if (asked.at === undefined) {
  const dataDir = path.join(OUTPUT, 'data');
  const embedded = await startEmbedded({ dataDir, movable: true, say });
  await run(embedded.connection, embedded.folder).finally(() => embedded.stop());
} else await run(connectionOf(asked.at), null);
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length === 0 ? 0 : 1;
