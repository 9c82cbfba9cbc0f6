import fs from 'node:fs';
import path from 'node:path';
import {
  openDatabasePool,
  createTenant,
  migrateDatabase,
  seedPlatform,
  startEmbedded,
  withClient,
} from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { benchDatabase } from './company.ts';
import { postSales } from './posting.ts';
import { processorTime } from './processor.ts';
import type { MeasuredCosts } from './reckon.ts';
import { startServer } from './server.ts';

const COMPANIES = 100;
const POSTINGS = 1_000;
/** Folding, relaying and sweeping have ended by then. */
const SETTLED = 3_000;

interface DatabaseSize {
  readonly bytes: number;
  readonly rows: number;
}

const queryNumber = async (admin: Connection, query: string): Promise<number> =>
  withClient(admin, async (client) => {
    const { rows } = await client.query<{ value: string }>(query);
    return Number(rows[0]?.value);
  });

const measureDatabaseSize = async (admin: Connection): Promise<DatabaseSize> => {
  await withClient(admin, (client) => client.query('vacuum analyze'));
  return {
    bytes: await queryNumber(admin, 'select pg_database_size(current_database()) as value'),
    rows: await queryNumber(
      admin,
      `select sum(reltuples) as value from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    ),
  };
};

const averageSizeGrowth = (
  after: DatabaseSize,
  before: DatabaseSize,
  count: number,
): DatabaseSize => ({
  bytes: Math.round((after.bytes - before.bytes) / count),
  rows: Math.round(((after.rows - before.rows) / count) * 10) / 10,
});

/** Measures a document's size from the bench's databases of two sizes in `folder`. */
export async function measureDocument(folder: string): Promise<DatabaseSize> {
  const server = await startEmbedded({ dataDir: path.join(folder, 'data'), existing: true });
  try {
    const of = (documents: number): Promise<DatabaseSize> =>
      measureDatabaseSize({ ...server.connection, database: `bench_${documents}` });
    return averageSizeGrowth(await of(1_000_000), await of(100_000), 900_000);
  } finally {
    await server.stop();
  }
}

/** Private memory of a process, in bytes. */
const ownMemory = (pid: number): number =>
  [...fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+)/gm)]
    .map(([, kilobytes]) => Number(kilobytes) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);

/** Mean memory of the server's connections. */
async function connectionMemory(admin: Connection): Promise<number> {
  const pids = await withClient(admin, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'tradehouse'`,
    );
    return rows.map(({ pid }) => pid);
  });
  return Math.round(pids.reduce((sum, pid) => sum + ownMemory(pid), 0) / pids.length);
}

/** Measures the size of a company, a posting and a process, in a new database in `folder`. */
export async function measurePosting(
  folder: string,
): Promise<Pick<MeasuredCosts, 'company' | 'kept' | 'changes'> & { readonly memory: object }> {
  const server = await startEmbedded({ dataDir: path.join(folder, 'model') });
  try {
    const admin = { ...server.connection, database: 'model' };
    await withClient({ ...admin, database: 'postgres' }, (client) =>
      client.query('drop database if exists model with (force)'),
    );
    const company = await measureCompany(admin);
    const database = await benchDatabase(admin, 2_000, { crowd: false, say: () => {} });
    const log = path.join(folder, 'server_model.log');
    const api = await startServer({ ...database, log });
    const sizes = () =>
      Promise.all(
        ['audit_log', 'outbox', 'idempotency'].map((table) =>
          queryNumber(admin, `select pg_total_relation_size('${table}') as value`),
        ),
      );
    const written = () => queryNumber(admin, `select pg_current_wal_lsn() - '0/0' as value`);
    const before = { sizes: await sizes(), written: await written() };
    const { count } = await postSales(api.port, [database.company], {
      scenario: 'model',
      documents: 2_000,
      clients: 4,
      seconds: 120,
      most: POSTINGS,
      warmUp: 0,
      lines: 5,
      clock: processorTime(api.pid, server.folder),
    });
    await new Promise((resolve) => setTimeout(resolve, SETTLED));
    const after = await sizes();
    const changes = Math.round(((await written()) - before.written) / count);
    const memory = { process: ownMemory(api.pid), connection: await connectionMemory(admin) };
    await api.stop();
    const [logBytes = 0, event = 0, repeat = 0] = after.map((size, n) =>
      Math.round((size - (before.sizes[n] ?? 0)) / count),
    );
    return { company, kept: { log: logBytes, event, repeat }, changes, memory };
  } finally {
    await server.stop();
  }
}

async function measureCompany(admin: Connection): Promise<DatabaseSize> {
  const { owner } = await migrateDatabase(admin);
  const db = openDatabasePool(owner, { size: 1 });
  await seedPlatform(db, async () => 'none');
  const before = await measureDatabaseSize(admin);
  for (let n = 1; n <= COMPANIES; n += 1) {
    const code = `company${n}`;
    const login = { loginName: code, name: code, passwordHash: 'none' };
    await createTenant(db, { code, name: code, owner: login });
  }
  await db.destroy();
  return averageSizeGrowth(await measureDatabaseSize(admin), before, COMPANIES);
}
