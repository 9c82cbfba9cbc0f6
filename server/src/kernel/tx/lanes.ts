import { openDatabasePool } from '@tradehouse/database';
import type { Connection, Database } from '@tradehouse/database';
import type { DatabaseConnection, Kysely } from 'kysely';
import { createPlaces } from './places.ts';
import type { ConnectionSlots } from './places.ts';
import { followReplicas } from './replicas.ts';
import type { Replicas } from './replicas.ts';
import type { PendingRowViews } from './waiting.ts';

/** Connections for one kind of work, with companies' places and the begin statement. */
export interface Lane {
  readonly db: Kysely<Database>;
  readonly places: ConnectionSlots;
  readonly begin: string;
  /** Waiting rows, skipped by readers while none wait. */
  readonly waiting: PendingRowViews | null;
  /** Query to the connection before each transaction. */
  readonly ahead?: (connection: DatabaseConnection) => Promise<void>;
}

export interface Lanes {
  /** Lists, totals, reports, exports. */
  readonly reading: Lane;
  /** Whatever changes the books. */
  readonly writing: Lane;
  /** Short queries before the company is known: sessions, sign-ins, the platform, jobs. */
  readonly short: Kysely<Database>;
  /** Replicas for lists and reports, while near enough; each has as many connections as `reading`. */
  readonly replicas: Replicas;
}

/** Connections at most, by lane. */
export type LaneSizes = Readonly<Record<'reading' | 'writing' | 'short', number>>;

export const usualSizes: LaneSizes = { reading: 8, writing: 10, short: 6 };

/** Milliseconds allowed for one read statement: the whole call has a minute. */
export const READ_LIMIT = 30_000;

/**
 * Begins a reading transaction. Reads are planned by value, because a list's best plan depends on its
 * filters: a generic plan takes three months for a few rows, and searches all documents for a customer's
 * ten. Sums by ten thousand products stay in memory. The limit is set here, not at connection, because a
 * pooler lends one connection to both lanes.
 */
const beginReading = (limit: number): string =>
  'begin isolation level repeatable read read only; set local plan_cache_mode = force_custom_plan; ' +
  "set local work_mem = '16MB'; " +
  `set local statement_timeout = ${Math.max(1, Math.round(limit))}; ` +
  // Process id to cancel when no one waits any more (whileWanted.ts).
  'select pg_backend_pid() as pid';
/** Begins a writing transaction. Writes go by key, and are planned as the role is set (`createRoles`). */
export const BEGIN_WRITING = 'begin';

/** Milliseconds to wait for a new connection to a replica: the primary serves meanwhile. */
const REPLICA_WAIT = 2_000;

export interface LaneOptions {
  readonly sizes: LaneSizes;
  readonly readLimit: number;
  /** Milliseconds that a call waits for a place and a connection; default 10,000. */
  readonly wait?: number | undefined;
  readonly waiting: PendingRowViews;
  /** Connections to the replicas, in the server's own role. */
  readonly replicas: readonly Connection[];
  /** Reports that a replica joined or left. */
  readonly say: (sentence: string) => void;
}

/** Opens the database connections; `closeLanes` ends them, once nothing is in progress. */
export function createLanes(
  connection: Connection,
  { sizes, readLimit, wait, waiting, replicas, say }: LaneOptions,
): Lanes {
  const waits = wait === undefined ? {} : { wait };
  const short = openDatabasePool(connection, { size: sizes.short, ...waits });
  const reading = (at: Connection, own: { readonly wait?: number } = waits): Lane => ({
    db: openDatabasePool(at, { size: sizes.reading, ...own }),
    places: createPlaces(sizes.reading, wait),
    begin: beginReading(readLimit),
    waiting,
  });
  return {
    reading: reading(connection),
    // Writes may wait for others between statements, and see their rows.
    writing: {
      db: openDatabasePool(connection, { size: sizes.writing, ...waits }),
      places: createPlaces(sizes.writing, wait),
      begin: BEGIN_WRITING,
      waiting: null,
    },
    short,
    replicas: followReplicas(replicas, short, (at) => reading(at, { wait: REPLICA_WAIT }), say),
  };
}

/**
 * Runs work on a lane's connection while the company holds a place; `server.busy` if none was free. Stops
 * waiting once `gone` reports that no one waits.
 */
export async function inTurn<T>(
  lane: Lane,
  tenantId: string,
  work: (lane: Lane) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  const leave = await lane.places.enter(tenantId, gone);
  return work(lane).finally(leave);
}

export async function closeLanes({ reading, writing, short, replicas }: Lanes): Promise<void> {
  await replicas.stop();
  await Promise.all([reading.db, writing.db, short].map((db) => db.destroy()));
}
