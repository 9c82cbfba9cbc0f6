import path from 'node:path';
import { withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { client } from './client.ts';
import type { BenchDatabase } from './company.ts';
import { onCopy } from './copy.ts';
import { load } from './load.ts';
import type { Figure } from './load.ts';
import { aSale } from './posting.ts';
import { processorTime } from './processor.ts';
import { serve } from './server.ts';

const PROGRAM = path.resolve(import.meta.dirname, 'bareRoute.ts');

/** What the bare route is told. */
export interface BareOrder {
  readonly admin: Connection;
  readonly tenantId: string;
  readonly userId: string;
}

export interface BareRun {
  readonly scenario: string;
  readonly log: string;
  /** The folder of the database; null: it is elsewhere. */
  readonly folder: string | null;
  readonly clients: readonly number[];
  readonly seconds: number;
}

/** The same sales, written by a bare route into a copy of the database that is thrown away: its rows need not be right. */
export const measureBare = (
  { admin, company, documents }: BenchDatabase,
  { scenario, log, folder, clients, seconds }: BareRun,
): Promise<Figure[]> =>
  onCopy(admin, 'bare', async (copy) => {
    const { tenantId } = company;
    const order: BareOrder = { admin: copy, tenantId, userId: await anyUser(copy, tenantId) };
    const api = await serve(PROGRAM, { log, order });
    const clock = processorTime(api.pid, folder);
    const figures: Figure[] = [];
    try {
      for (const count of clients) {
        const seats = Array.from({ length: count }, () => client(api.port, ''));
        const run = { scenario, documents, clients: count, seconds, clock };
        figures.push(await load(run, async (at) => seats[at]?.post('/sale', aSale(company))));
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
