// Measures the product: posts, lists and reports over HTTP at several sizes, with durable commits, in one run; a figure
// counts only when the books of its database verify clean at the end. bench/README.md says what the figures mean.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded, verify, withClient } from '@tradehouse/database';
import type { Connection, Embedded } from '@tradehouse/database';
import { client, signIn } from './src/client.ts';
import { PASSWORD, benchDatabase } from './src/company.ts';
import type { BenchDatabase } from './src/company.ts';
import { load } from './src/load.ts';
import type { Figure } from './src/load.ts';
import { postSales } from './src/posting.ts';
import { processorTime } from './src/processor.ts';
import type { Spent } from './src/processor.ts';
import { questions } from './src/reading.ts';
import { captureScripts, findPgbench, replay } from './src/replay.ts';
import { startServer } from './src/server.ts';
import {
  POSTING,
  STATEMENTS,
  figureLine,
  growth,
  growthLine,
  headLine,
  sharesOfStatements,
} from './src/show.ts';

const say = (text: string): void => console.log(text);

const { values: asked } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    fresh: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output') },
    verify: { type: 'string', default: 'yes' },
  },
});
const OUTPUT = path.resolve(asked.output);
const sizes = asked.sizes.split(',').map(Number);
const seconds = Number(asked.seconds);
const only = asked.only.split(',').filter((part) => part !== '');
/** Groups are 'posting', 'pgbench' and 'reading'; any other word picks scenarios whose name holds it. */
const wants = (group: string, scenario: string): boolean =>
  only.length === 0 || only.some((part) => part === group || scenario.includes(part));

const figures: Figure[] = [];
function keep(figure: Figure): void {
  figures.push(figure);
  say(figureLine(figure));
}

interface Measured {
  readonly port: number;
  readonly clock: () => Spent;
}

async function posting(database: BenchDatabase, { port, clock }: Measured): Promise<void> {
  const { company, crowd, documents } = database;
  for (const clients of [1, 8]) {
    const scenario = POSTING;
    if (!wants('posting', scenario)) continue;
    keep(await postSales(port, [company], { scenario, documents, clients, seconds, clock }));
  }
  const long = 'post a sale of 200 lines';
  if (wants('posting', long)) {
    const run = { documents, clients: 1, seconds, clock, lines: 200 };
    keep(await postSales(port, [company], { scenario: long, ...run }));
  }
  const scenario = `post, ${crowd.length} companies`;
  if (crowd.length === 0 || !wants('posting', scenario)) return;
  keep(
    await postSales(port, crowd, { scenario, documents, clients: 8, seconds, warmUp: 64, clock }),
  );
}

async function pgbench(database: BenchDatabase, server: Embedded): Promise<void> {
  if (!wants('pgbench', STATEMENTS)) return;
  const program = findPgbench();
  if (program === null) return say('pgbench is not installed: no figure for the statements alone');
  const api = await startServer({ ...database, log: path.join(OUTPUT, 'server_capture.log') });
  const log = path.join(server.folder, 'postgres.log');
  const scripts = await captureScripts(database, api.port, log).finally(() => api.stop());
  const clock = processorTime(process.pid, server.folder);
  for (const clients of [1, 8]) {
    const folder = path.join(OUTPUT, 'replay');
    keep(await replay(program, database, { scripts, folder, clients, seconds, clock }));
  }
}

async function reading(
  { company, documents }: BenchDatabase,
  { port, clock }: Measured,
): Promise<void> {
  const http = client(port, await signIn(port, company.code, PASSWORD));
  for (const { scenario, ask } of questions) {
    if (!wants('reading', scenario)) continue;
    const call = (): Promise<unknown> => {
      const { path, query } = ask(company);
      return http.get(path, query);
    };
    const run = {
      scenario,
      documents,
      clients: 1,
      seconds: Math.min(seconds, 5),
      most: 300,
      warmUp: 8,
      clock,
    };
    keep(await load(run, call));
  }
  http.close();
}

/** Drops what earlier runs made, when asked to, or when it was made from another schema. */
async function dropOld(admin: Connection, name: string): Promise<void> {
  await withClient({ ...admin, database: 'postgres' }, async (db) => {
    await db.query(`drop database if exists ${name} with (force)`);
  });
}

async function prepared(server: Embedded, documents: number): Promise<BenchDatabase> {
  const name = `bench_${documents}`;
  const admin = { ...server.connection, database: name };
  const options = { crowd: documents === Math.min(...sizes), say };
  if (asked.fresh) await dropOld(admin, name);
  try {
    return await benchDatabase(admin, documents, options);
  } catch (error) {
    // A half-made company must not be taken for a whole one by the next run.
    await dropOld(admin, name);
    if (!(error instanceof Error) || !error.message.includes('has changed since')) throw error;
    say('The schema has changed: making the company again');
    return benchDatabase(admin, documents, options);
  }
}

async function measure(server: Embedded, documents: number): Promise<number> {
  const database = await prepared(server, documents);
  const api = await startServer({
    ...database,
    log: path.join(OUTPUT, `server_${documents}.log`),
    profile: asked.profile ? path.join(OUTPUT, 'profile') : undefined,
  });
  try {
    say(headLine());
    const measured = { port: api.port, clock: processorTime(api.pid, server.folder) };
    await reading(database, measured);
    await posting(database, measured);
  } finally {
    await api.stop();
  }
  await pgbench(database, server);
  if (asked.verify !== 'yes') return 0;
  const { total, violations, checks } = await verify(database.admin);
  say(
    total === 0
      ? `verify: clean (${checks} checks)`
      : `verify: ${total} violations, figures don't count`,
  );
  for (const violation of violations.slice(0, 5)) say(`  ${JSON.stringify(violation)}`);
  return total;
}

async function run(): Promise<void> {
  fs.mkdirSync(OUTPUT, { recursive: true });
  const server = await startEmbedded({ dataDir: path.join(OUTPUT, 'data'), movable: true, say });
  let broken = 0;
  try {
    for (const documents of sizes) broken += await measure(server, documents);
  } finally {
    await server.stop();
  }
  const shares = sharesOfStatements(figures);
  if (shares.length > 0) say('\nour rate as a share of the statements alone');
  for (const share of shares) say(share);
  const growths = growth(figures);
  if (growths.length > 0) say('\ntime, by the median, from size to size');
  for (const one of growths) say(growthLine(one));
  const result = { at: new Date().toISOString(), seconds, clean: broken === 0, figures, growths };
  fs.writeFileSync(path.join(OUTPUT, 'result.json'), JSON.stringify(result, null, 2));
  process.exitCode = broken === 0 ? 0 : 1;
}

await run();
