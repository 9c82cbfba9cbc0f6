// Measures the product: posts, lists and reports over HTTP at several sizes, with durable commits, in one run; a figure
// counts only when the books of its database verify clean at the end. bench/README.md says what the figures mean.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connectionOf, startEmbedded, verify, withClient } from '@tradehouse/database';
import type { Connection, Embedded } from '@tradehouse/database';
import { USUAL_YEARS, benchDatabase } from './src/company.ts';
import type { BenchDatabase } from './src/company.ts';
import { bare, folding, growing, mixed, pgbench, posting, reading } from './src/groups.ts';
import type { Bench } from './src/groups.ts';
import { growthTable } from './src/growth.ts';
import type { Walked } from './src/growth.ts';
import type { Figure } from './src/load.ts';
import type { Mixed } from './src/mixed.ts';
import { withoutPage } from './src/opened.ts';
import { processorTime } from './src/processor.ts';
import { startServer } from './src/server.ts';
import {
  BARE,
  STATEMENTS,
  figureLine,
  growth,
  growthLine,
  headLine,
  kindLines,
  oneCompanyLines,
  sharesOf,
} from './src/show.ts';
import { tailLine } from './src/tail.ts';
import type { Tail } from './src/tail.ts';

const say = (text: string): void => console.log(text);

const { values: asked } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    products: { type: 'string' },
    years: { type: 'string', default: String(USUAL_YEARS) },
    fresh: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output') },
    verify: { type: 'string', default: 'yes' },
    at: { type: 'string' },
  },
});
const OUTPUT = path.resolve(asked.output);
const sizes = asked.sizes.split(',').map(Number);
/** Of the largest size: over so many years it lies, the others over the usual ones. */
const yearsOf = (documents: number): number =>
  documents === Math.max(...sizes) ? Number(asked.years) : USUAL_YEARS;
const seconds = Number(asked.seconds);
const only = asked.only.split(',').filter((part) => part !== '');
/** Groups are posting, mixed, pgbench, bare, reading, growth and dimensions; any other word picks scenarios whose name holds it. */
const wants = (group: string, scenario: string): boolean =>
  only.length === 0 || only.some((part) => part === group || scenario.includes(part));

const figures: Figure[] = [];
const tails: (Tail & { readonly scenario: string; readonly documents: number })[] = [];
const mixes: Mixed[] = [];
const walked: Walked[] = [];
function keep(figure: Figure): void {
  figures.push(figure);
  say(figureLine(figure));
}

/** Where the databases are made: one that is started for it, or one that is named (`--at`) and may be many. */
type Where = Pick<Embedded, 'connection' | 'stop'> & { readonly folder: string | null };

const place = async (): Promise<Where> =>
  asked.at === undefined
    ? startEmbedded({ dataDir: path.join(OUTPUT, 'data'), movable: true, say })
    : { connection: connectionOf(asked.at), folder: null, stop: async () => {} };

const benchOf = (database: BenchDatabase, { folder }: Where): Bench => ({
  database,
  folder,
  output: OUTPUT,
  seconds,
  wants,
  say,
  keep,
  keepTail(scenario, tail) {
    tails.push({ scenario, documents: database.documents, ...tail });
    say(tailLine(tail));
  },
  keepMixed(mixed) {
    mixes.push(mixed);
    keep(mixed.all);
    for (const line of kindLines(mixed.kinds)) say(line);
  },
});

/** Drops what earlier runs made, when asked to, or when it was made from another schema. */
async function dropOld(admin: Connection, name: string): Promise<void> {
  await withClient({ ...admin, database: 'postgres' }, async (db) => {
    await db.query(`drop database if exists ${name} with (force)`);
  });
}

async function prepared(server: Where, documents: number): Promise<BenchDatabase> {
  const years = yearsOf(documents);
  const products = asked.products === undefined ? undefined : Number(asked.products);
  const old = years === USUAL_YEARS ? '' : `_${years}_years`;
  const name = `bench_${documents}${old}${products === undefined ? '' : `_${products}_products`}`;
  const admin = { ...server.connection, database: name };
  const options = { crowd: documents === Math.min(...sizes), years, products, say };
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

async function measure(bench: Bench, server: Where): Promise<number> {
  const { database } = bench;
  const { documents } = database;
  const api = await startServer({
    ...database,
    log: path.join(OUTPUT, `server_${documents}.log`),
    profile: asked.profile ? path.join(OUTPUT, 'profile') : undefined,
  });
  try {
    say(headLine());
    const measured = { port: api.port, clock: processorTime(api.pid, server.folder) };
    await reading(bench, measured);
    await posting(bench, measured);
    await mixed(bench, measured);
  } finally {
    await api.stop();
  }
  await folding(bench);
  await bare(bench);
  await pgbench(bench);
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
  const server = await place();
  let broken = 0;
  try {
    const benches: Bench[] = [];
    for (const documents of sizes) {
      const bench = benchOf(await prepared(server, documents), server);
      benches.push(bench);
      broken += await measure(bench, server);
    }
    walked.push(...(await growing(benches)));
  } finally {
    await server.stop();
  }
  summarize();
  const result = { at: new Date().toISOString(), seconds, clean: broken === 0 };
  const all = { ...result, figures, tails, mixes, walked, growths: growth(figures) };
  fs.writeFileSync(path.join(OUTPUT, 'result.json'), JSON.stringify(all, null, 2));
  process.exitCode = broken === 0 ? 0 : 1;
}

/** What only all figures together show. */
function summarize(): void {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'a share of the statements alone, per second and for the same processor time',
      sharesOf(figures, STATEMENTS),
    ],
    [
      'a share of a bare route, per second and for the same processor time',
      sharesOf(figures, BARE),
    ],
    [
      'one company as a share of sixteen, per second and for the same processor time',
      oneCompanyLines(figures),
    ],
    ['time, by the median, from size to size', growth(figures).map(growthLine)],
    ['every list and report as it opens', walked.length === 0 ? [] : growthTable(walked, sizes)],
  ];
  for (const [title, lines] of sections.filter(([, lines]) => lines.length > 0)) {
    say(`\n${title}`);
    for (const line of lines) say(line);
  }
  if (walked.length > 0) say(`no page of the menu leads to: ${withoutPage.join(', ')}`);
}

await run();
