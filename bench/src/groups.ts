// Groups of a run, each at one size: measurements of the product, and for comparison.
import path from 'node:path';
import { measureBare } from './bare.ts';
import { createBenchClient, signInBenchUser } from './client.ts';
import type { BenchClient } from './client.ts';
import { PASSWORD } from './company.ts';
import type { BenchDatabase, BenchCompany } from './company.ts';
import { foldingCost } from './folding.ts';
import { measureOpenedScreen } from './growth.ts';
import type { GrowthSeat, Walked } from './growth.ts';
import { runLoadScenario } from './load.ts';
import type { LoadFigure } from './load.ts';
import { workDay } from './mixed.ts';
import type { Mixed } from './mixed.ts';
import { everyDimension, everyOpened } from './opened.ts';
import { postSales } from './posting.ts';
import { processorTime } from './processor.ts';
import type { Spent } from './processor.ts';
import { questions } from './reading.ts';
import { captureScripts, findPgbench, replayScripts } from './replay.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';
import { BARE, MIXED, POSTING, SPREAD, STATEMENTS, UNFOLDED } from './show.ts';
import { watchTail } from './tail.ts';
import type { Tail } from './tail.ts';

export interface BenchContext {
  readonly database: BenchDatabase;
  /** Folder of the database; null: remote. */
  readonly folder: string | null;
  /** Where logs go. */
  readonly output: string;
  readonly seconds: number;
  /** True for a requested group, or a word within the scenario's name. */
  wants(group: string, scenario: string): boolean;
  keep(figure: LoadFigure): void;
  keepTail(scenario: string, tail: Tail): void;
  keepMixed(mixed: Mixed): void;
  say(text: string): void;
}

/** Server under measurement. */
export interface MeasuredServer {
  readonly port: number;
  readonly clock: () => Spent;
}

async function signedIn(
  { code }: BenchCompany,
  { port }: Pick<MeasuredServer, 'port'>,
): Promise<BenchClient> {
  return createBenchClient(port, await signInBenchUser(port, code, PASSWORD));
}

/** Seconds enough for a median of one client's reads. */
const ENOUGH = 5;

export async function measureReading(bench: BenchContext, measured: MeasuredServer): Promise<void> {
  const { company, documents } = bench.database;
  const http = await signedIn(company, measured);
  const { clock } = measured;
  const seconds = Math.min(bench.seconds, ENOUGH);
  for (const { scenario, ask } of questions) {
    if (!bench.wants('reading', scenario)) continue;
    const run = { scenario, documents, clients: 1, seconds, most: 300, warmUp: 8, clock };
    const call = (): Promise<unknown> => {
      const { path, query } = ask(company);
      return http.get(path, query);
    };
    bench.keep(await runLoadScenario(run, call));
  }
  http.close();
}

interface PostingScenario {
  readonly scenario: string;
  readonly companies: readonly BenchCompany[];
  readonly clients: number;
  readonly lines?: number;
  readonly warmUp?: number;
}

const postingScenarios = ({ company, crowd }: BenchDatabase): readonly PostingScenario[] => {
  const one = { companies: [company], clients: 1 };
  const spread = { scenario: SPREAD, companies: crowd, clients: 8, warmUp: 64 };
  return [
    { ...one, scenario: POSTING },
    { ...one, scenario: POSTING, clients: 8 },
    { ...one, scenario: 'post a sale of 200 lines', lines: 200 },
    ...(crowd.length === 0 ? [] : [spread]),
  ];
};

export async function measurePostingScenarios(
  bench: BenchContext,
  { port, clock }: MeasuredServer,
): Promise<void> {
  const { database, seconds } = bench;
  const { admin, documents } = database;
  for (const { companies, ...how } of postingScenarios(database)) {
    if (!bench.wants('posting', how.scenario)) continue;
    const run = { ...how, documents, seconds, clock };
    const { result, tail } = await watchTail(admin, () => postSales(port, companies, run));
    bench.keep(result);
    bench.keepTail(how.scenario, tail);
  }
}

export async function measureMixedLoad(
  bench: BenchContext,
  { port, clock }: MeasuredServer,
): Promise<void> {
  if (!bench.wants('mixed', MIXED)) return;
  const { database, seconds } = bench;
  const { company, documents, admin } = database;
  const run = { scenario: MIXED, documents, clients: 32, seconds, clock };
  const { result, tail } = await watchTail(admin, () => workDay(port, company, run));
  bench.keepMixed(result);
  bench.keepTail(MIXED, tail);
}

/** Measures rolling up on servers of its own. */
export async function measureRollUp(bench: BenchContext): Promise<void> {
  const { database, folder, output, seconds } = bench;
  // A remote server may be a cluster; rows that all companies wait for can't be locked at once on a
  // cluster.
  if (folder === null || !bench.wants('posting', UNFOLDED)) return;
  const log = path.join(output, 'server_folding.log');
  const { posting, fold } = await foldingCost(database, { log, folder, clients: 8, seconds });
  bench.keep(posting);
  bench.keep(fold);
}

export async function measurePgbench(bench: BenchContext): Promise<void> {
  if (!bench.wants('pgbench', STATEMENTS)) return;
  const { database, folder: ofDatabase, output, seconds } = bench;
  const program = findPgbench();
  if (program === null) return bench.say('pgbench is not installed: no figure for the statements');
  if (ofDatabase === null) return bench.say('what this database is sent is not known here');
  const api = await startServer({ ...database, log: path.join(output, 'server_capture.log') });
  const log = path.join(ofDatabase, 'postgres.log');
  const scripts = await captureScripts(database, api.port, log).finally(() => api.stop());
  const clock = processorTime(process.pid, ofDatabase);
  for (const clients of [1, 8]) {
    const folder = path.join(output, 'replay');
    bench.keep(
      await replayScripts(program, database, { scripts, folder, clients, seconds, clock }),
    );
  }
}

export async function measureBareRoute(bench: BenchContext): Promise<void> {
  if (!bench.wants('bare', BARE)) return;
  const { database, folder, output, seconds } = bench;
  const log = path.join(output, 'server_bare.log');
  const run = { scenario: BARE, log, folder, clients: [1, 8], seconds };
  for (const figure of await measureBare(database, run)) bench.keep(figure);
}

/**
 * Opens every list and report, and custom reports by each dimension, at all sizes by turns, with one server
 * per size.
 */
export async function measureGrowth(benches: readonly BenchContext[]): Promise<Walked[]> {
  const [bench] = benches;
  const wanted = [
    ...everyOpened.filter(({ name }) => bench?.wants('growth', name)),
    ...everyDimension.filter(({ name }) => bench?.wants('dimensions', name)),
  ];
  if (bench === undefined || wanted.length === 0) return [];
  const servers: Server[] = [];
  const walked: Walked[] = [];
  try {
    const seats: GrowthSeat[] = [];
    for (const { database, output } of benches) {
      const { company, documents } = database;
      const log = path.join(output, `server_growth_${documents}.log`);
      const api = await startServer({ ...database, log });
      servers.push(api);
      seats.push({ http: await signedIn(company, api), company, documents });
    }
    for (const opened of wanted)
      walked.push(...(await measureOpenedScreen(seats, opened, Math.min(bench.seconds, ENOUGH))));
    for (const { http } of seats) http.close();
  } finally {
    for (const api of servers) await api.stop();
  }
  return walked;
}
