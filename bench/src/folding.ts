import { withClient } from '@tradehouse/database';
import type { BenchDatabase } from './company.ts';
import type { Figure } from './load.ts';
import { postSales } from './posting.ts';
import { processorTime } from './processor.ts';
import { startServer } from './server.ts';
import type { ServerOptions } from './server.ts';
import { FOLD, UNFOLDED } from './show.ts';
import { tailOf, untilQuiet } from './tail.ts';

/** Postings with no process that folds them, and what it costs to fold them afterwards. */
export interface FoldingCost {
  readonly posting: Figure;
  readonly fold: Figure;
}

export interface FoldingRun {
  readonly log: string;
  /** The folder of the database. */
  readonly folder: string;
  readonly clients: number;
  readonly seconds: number;
}

/** Posts with the worker off, then lets a server with one do nothing but fold what waits. */
export async function foldingCost(database: BenchDatabase, run: FoldingRun): Promise<FoldingCost> {
  const posting = await postUnfolded(database, run);
  const fold = await foldAlone(database, run);
  return { posting, fold };
}

async function served<Result>(
  options: ServerOptions,
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
): Promise<Figure> =>
  served({ app, worker: null, log }, folder, (port, clock) => {
    const run = { scenario: UNFOLDED, documents, clients, seconds, clock };
    return postSales(port, [company], run);
  });

/**
 * Folding passes by what somebody has locked, so the tail is held until the server has started and has done all else that
 * the postings left to do; what it uses from then on until all is quiet is the folding's, and what follows from that.
 */
function foldAlone(
  { admin, app, worker, documents }: BenchDatabase,
  { log, folder }: FoldingRun,
): Promise<Figure> {
  return withClient(admin, (looker) =>
    withClient(admin, async (holder) => {
      const tail = await tailOf(looker);
      await holder.query('begin');
      await holder.query('select from unfolded_posting for update');
      return served({ app, worker, log }, folder, async (_, clock) => {
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
