import path from 'node:path';
import { withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { createBenchClient } from './client.ts';
import type { BenchDatabase } from './company.ts';
import { onCopy } from './copy.ts';
import { runLoadScenario } from './load.ts';
import type { LoadFigure } from './load.ts';
import { drawBenchSale } from './posting.ts';
import { processorTime } from './processor.ts';
import { forkServerProgram } from './server.ts';

const PROGRAM = path.resolve(import.meta.dirname, 'bareRoute.ts');

export interface BareOrder {
  readonly admin: Connection;
  readonly tenantId: string;
  readonly userId: string;
}

export interface BareRun {
  readonly scenario: string;
  readonly log: string;
  /** Folder of the database; null: remote. */
  readonly folder: string | null;
  readonly clients: readonly number[];
  readonly seconds: number;
}

/**
 * Writes the same sales by a bare route into a throw-away copy of the database, so rows need not be right.
 */
export const measureBare = (
  { admin, company, documents }: BenchDatabase,
  { scenario, log, folder, clients, seconds }: BareRun,
): Promise<LoadFigure[]> =>
  onCopy(admin, 'bare', async (copy) => {
    const { tenantId } = company;
    const order: BareOrder = { admin: copy, tenantId, userId: await anyUser(copy, tenantId) };
    const api = await forkServerProgram(PROGRAM, { log, order });
    const clock = processorTime(api.pid, folder);
    const figures: LoadFigure[] = [];
    try {
      for (const count of clients) {
        const seats = Array.from({ length: count }, () => createBenchClient(api.port, ''));
        const run = { scenario, documents, clients: count, seconds, clock };
        figures.push(
          await runLoadScenario(run, async (at) =>
            seats[at]?.post('/sale', drawBenchSale(company)),
          ),
        );
        for (const seat of seats) seat.close();
      }
    } finally {
      await api.stop();
    }
    return figures;
  });

const anyUser = (admin: Connection, tenantId: string): Promise<string> =>
  withClient(admin, async (db) => {
    const { rows } = await db.query<{ id: string }>(
      'select min(id)::text as id from app_user where tenant_id = $1',
      [tenantId],
    );
    return rows[0]?.id ?? '';
  });
