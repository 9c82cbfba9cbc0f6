// Measures the product in one run: posts, lists and reports over HTTP at several sizes, with durable
// commits. A figure counts only if its books verify clean at the end. See bench/README.md.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connectionOf, startEmbedded, verifyDatabase, withClient } from '@tradehouse/database';
import type { Connection, Embedded } from '@tradehouse/database';
import { USUAL_YEARS, benchDatabase } from './src/company.ts';
import type { BenchDatabase } from './src/company.ts';
import {
  measureBareRoute,
  measureRollUp,
  measureGrowth,
  measureMixedLoad,
  measurePgbench,
  measurePostingScenarios,
  measureReading,
} from './src/groups.ts';
import type { BenchContext } from './src/groups.ts';
import { growthTable } from './src/growth.ts';
import type { Walked } from './src/growth.ts';
import type { LoadFigure } from './src/load.ts';
import type { Mixed } from './src/mixed.ts';
import { withoutPage } from './src/opened.ts';
import { processorTime } from './src/processor.ts';
import { startServer } from './src/server.ts';
import {
  BARE,
  STATEMENTS,
  figureLine,
  compareFigureGrowth,
  growthLine,
  headLine,
  kindLines,
  oneCompanyLines,
  sharesOf,
} from './src/show.ts';
import { tailLine } from './src/tail.ts';
import type { Tail } from './src/tail.ts';

const printBenchLine = (text: string): void => console.log(text);

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
/** Years of documents per size: `--years` for the largest size, `USUAL_YEARS` for the rest. */
const yearsOf = (documents: number): number =>
  documents === Math.max(...sizes) ? Number(asked.years) : USUAL_YEARS;
const seconds = Number(asked.seconds);
const only = asked.only.split(',').filter((part) => part !== '');
/**
 * Groups: posting, mixed, pgbench, bare, reading, growth, dimensions. Any further word picks scenarios by a
 * part of their name.
 */
const isScenarioWanted = (group: string, scenario: string): boolean =>
  only.length === 0 || only.some((part) => part === group || scenario.includes(part));

const figures: LoadFigure[] = [];
const tails: (Tail & { readonly scenario: string; readonly documents: number })[] = [];
const mixes: Mixed[] = [];
const walked: Walked[] = [];
function recordBenchFigure(figure: LoadFigure): void {
  figures.push(figure);
  printBenchLine(figureLine(figure));
}

/** Database server: started for this run, or named by `--at` and possibly a cluster. */
type Where = Pick<Embedded, 'connection' | 'stop'> & { readonly folder: string | null };

const openBenchDatabaseServer = async (): Promise<Where> =>
  asked.at === undefined
    ? startEmbedded({ dataDir: path.join(OUTPUT, 'data'), movable: true, say: printBenchLine })
    : { connection: connectionOf(asked.at), folder: null, stop: async () => {} };

const benchOf = (database: BenchDatabase, { folder }: Where): BenchContext => ({
  database,
  folder,
  output: OUTPUT,
  seconds,
  wants: isScenarioWanted,
  say: printBenchLine,
  keep: recordBenchFigure,
  keepTail(scenario, tail) {
    tails.push({ scenario, documents: database.documents, ...tail });
    printBenchLine(tailLine(tail));
  },
  keepMixed(mixed) {
    mixes.push(mixed);
    recordBenchFigure(mixed.all);
    for (const line of kindLines(mixed.kinds)) printBenchLine(line);
  },
});

/** Drops earlier runs' databases on request or after a schema change. */
async function dropOld(admin: Connection, name: string): Promise<void> {
  await withClient({ ...admin, database: 'postgres' }, async (db) => {
    await db.query(`drop database if exists ${name} with (force)`);
  });
}

async function prepareBenchDatabase(server: Where, documents: number): Promise<BenchDatabase> {
  const years = yearsOf(documents);
  const products = asked.products === undefined ? undefined : Number(asked.products);
  const old = years === USUAL_YEARS ? '' : `_${years}_years`;
  const name = `bench_${documents}${old}${products === undefined ? '' : `_${products}_products`}`;
  const admin = { ...server.connection, database: name };
  const options = { crowd: documents === Math.min(...sizes), years, products, say: printBenchLine };
  if (asked.fresh) await dropOld(admin, name);
  try {
    return await benchDatabase(admin, documents, options);
  } catch (error) {
    // The next run must not use a half-made company.
    await dropOld(admin, name);
    if (!(error instanceof Error) || !error.message.includes('has changed since')) throw error;
    printBenchLine('The schema has changed: making the company again');
    return benchDatabase(admin, documents, options);
  }
}

async function measureBenchDatabase(bench: BenchContext, server: Where): Promise<number> {
  const { database } = bench;
  const { documents } = database;
  const api = await startServer({
    ...database,
    log: path.join(OUTPUT, `server_${documents}.log`),
    profile: asked.profile ? path.join(OUTPUT, 'profile') : undefined,
  });
  try {
    printBenchLine(headLine());
    const measured = { port: api.port, clock: processorTime(api.pid, server.folder) };
    await measureReading(bench, measured);
    await measurePostingScenarios(bench, measured);
    await measureMixedLoad(bench, measured);
  } finally {
    await api.stop();
  }
  await measureRollUp(bench);
  await measureBareRoute(bench);
  await measurePgbench(bench);
  if (asked.verify !== 'yes') return 0;
  const { total, violations, checks } = await verifyDatabase(database.admin);
  printBenchLine(
    total === 0
      ? `verify: clean (${checks} checks)`
      : `verify: ${total} violations, figures don't count`,
  );
  for (const violation of violations.slice(0, 5)) printBenchLine(`  ${JSON.stringify(violation)}`);
  return total;
}

async function runBench(): Promise<void> {
  fs.mkdirSync(OUTPUT, { recursive: true });
  const server = await openBenchDatabaseServer();
  let broken = 0;
  try {
    const benches: BenchContext[] = [];
    for (const documents of sizes) {
      const bench = benchOf(await prepareBenchDatabase(server, documents), server);
      benches.push(bench);
      broken += await measureBenchDatabase(bench, server);
    }
    walked.push(...(await measureGrowth(benches)));
  } finally {
    await server.stop();
  }
  printBenchSummary();
  const result = { at: new Date().toISOString(), seconds, clean: broken === 0 };
  const all = { ...result, figures, tails, mixes, walked, growths: compareFigureGrowth(figures) };
  fs.writeFileSync(path.join(OUTPUT, 'result.json'), JSON.stringify(all, null, 2));
  process.exitCode = broken === 0 ? 0 : 1;
}

/** Prints results across all figures. */
function printBenchSummary(): void {
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
    ['time, by the median, from size to size', compareFigureGrowth(figures).map(growthLine)],
    ['every list and report as it opens', walked.length === 0 ? [] : growthTable(walked, sizes)],
  ];
  for (const [title, lines] of sections.filter(([, lines]) => lines.length > 0)) {
    printBenchLine(`\n${title}`);
    for (const line of lines) printBenchLine(line);
  }
  if (walked.length > 0) printBenchLine(`no page of the menu leads to: ${withoutPage.join(', ')}`);
}

await runBench();
