import { withClient } from '@tradehouse/database';
import type { BenchDatabase } from './company.ts';
import type { LoadFigure } from './load.ts';
import { postSales } from './posting.ts';
import { processorTime } from './processor.ts';
import { startServer } from './server.ts';
import type { BenchServerOptions } from './server.ts';
import { FOLD, UNFOLDED } from './show.ts';
import { tailOf, untilQuiet } from './tail.ts';

/** Cost of postings without rolling up, and of rolling up afterwards. */
export interface FoldingCost {
  readonly posting: LoadFigure;
  readonly fold: LoadFigure;
}

export interface FoldingRun {
  readonly log: string;
  /** The folder of the database. */
  readonly folder: string;
  readonly clients: number;
  readonly seconds: number;
}

/** Posts with the worker off, then starts a server whose worker only folds. */
export async function foldingCost(database: BenchDatabase, run: FoldingRun): Promise<FoldingCost> {
  const posting = await postUnfolded(database, run);
  const fold = await foldAlone(database, run);
  return { posting, fold };
}

async function withBenchServer<Result>(
  options: BenchServerOptions,
  folder: string,
  work: (port: number, clock: ReturnType<typeof processorTime>) => Promise<Result>,
): Promise<Result> {
  const api = await startServer(options);
  try {
    return await work(api.port, processorTime(api.pid, folder));
  } finally {
    await api.stop();
  }
}

const postUnfolded = (
  { app, documents, company }: BenchDatabase,
  { log, folder, clients, seconds }: FoldingRun,
): Promise<LoadFigure> =>
  withBenchServer({ app, worker: null, log }, folder, (port, clock) => {
    const run = { scenario: UNFOLDED, documents, clients, seconds, clock };
    return postSales(port, [company], run);
  });

/**
 * Folding skips locked rows, so the tail stays locked until the server has started and done the postings'
 * remaining work. Everything from then until quiet is folding and its consequences.
 */
function foldAlone(
  { admin, app, worker, documents }: BenchDatabase,
  { log, folder }: FoldingRun,
): Promise<LoadFigure> {
  return withClient(admin, (looker) =>
    withClient(admin, async (holder) => {
      const tail = await tailOf(looker);
      await holder.query('begin');
      await holder.query('select from unfolded_posting for update');
      return withBenchServer({ app, worker, log }, folder, async (_, clock) => {
        await untilQuiet(looker, tail);
        const before = clock();
        const began = performance.now();
        await holder.query('rollback');
        await untilQuiet(looker);
        const seconds = (performance.now() - began) / 1000;
        const after = clock();
        return {
          scenario: FOLD,
          documents,
          clients: 1,
          count: tail,
          failed: 0,
          rate: tail / seconds,
          p50: Number.NaN,
          p95: Number.NaN,
          slowest: Number.NaN,
          serverTime: (after.server - before.server) / tail,
          databaseTime: (after.database - before.database) / tail,
        };
      });
    }),
  );
}
