import { connect } from '@tradehouse/database';
import type { Connection, Database } from '@tradehouse/database';
import type { DatabaseConnection, Kysely } from 'kysely';
import { createPlaces } from './places.ts';
import type { Places } from './places.ts';
import { followReplicas } from './replicas.ts';
import type { Replicas } from './replicas.ts';
import type { Waiting } from './waiting.ts';

/** Connections for one sort of work, the places of companies on them, and how a transaction begins there. */
export interface Lane {
  readonly db: Kysely<Database>;
  readonly places: Places;
  readonly begin: string;
  /** What its readers need not look at while there is none. */
  readonly waiting: Waiting | null;
  /** What a connection is asked before each transaction. */
  readonly ahead?: (connection: DatabaseConnection) => Promise<void>;
}

/** The ways to the database of one process. */
export interface Lanes {
  /** Lists, totals, reports, exports. */
  readonly reading: Lane;
  /** Whatever changes the books. */
  readonly writing: Lane;
  /** What is short, and asked before it is known whose it is: sessions, sign-ins, the platform, jobs. */
  readonly short: Kysely<Database>;
  /** Where lists and reports are read while it is near enough; each has as many connections as `reading`. */
  readonly replicas: Replicas;
}

/** Connections at most, by lane. */
export type LaneSizes = Readonly<Record<'reading' | 'writing' | 'short', number>>;

export const usualSizes: LaneSizes = { reading: 8, writing: 10, short: 6 };

/** Milliseconds that one statement of reading may take: a minute is what the call has in all. */
export const READ_LIMIT = 30_000;

/**
 * What is read is planned for its values, since a list's best way hangs on its filters: a plan made for no values in
 * particular takes three months for a few rows, and a customer's ten documents are then looked for among all.
 * What is added up by ten thousand products stays in memory.
 * The limit is said here and not as the connection opens, since a pooler lends one connection to both lanes.
 */
const beginReading = (limit: number): string =>
  'begin isolation level repeatable read read only; set local plan_cache_mode = force_custom_plan; ' +
  "set local work_mem = '16MB'; " +
  `set local statement_timeout = ${Math.max(1, Math.round(limit))}; ` +
  // Whom to cancel when no one waits any more (whileWanted.ts).
  'select pg_backend_pid() as pid';
/** What is written goes by keys, and is planned as the role is set (`createRoles`). */
export const BEGIN_WRITING = 'begin';

/** Milliseconds that a new connection to a replica is waited for: the primary is there meanwhile. */
const REPLICA_WAIT = 2_000;

export interface LaneOptions {
  readonly sizes: LaneSizes;
  readonly readLimit: number;
  readonly waiting: Waiting;
  /** How to reach the replicas, as the server's own role. */
  readonly replicas: readonly Connection[];
  /** Says that a replica came or went. */
  readonly say: (sentence: string) => void;
}

/** Opens the ways to the database; `closeLanes` ends them, once nothing is under way. */
export function createLanes(
  connection: Connection,
  { sizes, readLimit, waiting, replicas, say }: LaneOptions,
): Lanes {
  const short = connect(connection, { size: sizes.short });
  const reading = (at: Connection, wait?: number): Lane => ({
    db: connect(at, { size: sizes.reading, ...(wait === undefined ? {} : { wait }) }),
    places: createPlaces(sizes.reading),
    begin: beginReading(readLimit),
    waiting,
  });
  return {
    reading: reading(connection),
    // What is written may wait for others in between, and sees what they added.
    writing: {
      db: connect(connection, { size: sizes.writing }),
      places: createPlaces(sizes.writing),
      begin: BEGIN_WRITING,
      waiting: null,
    },
    short,
    replicas: followReplicas(replicas, short, (at) => reading(at, REPLICA_WAIT), say),
  };
}

/**
 * Does work on a connection of a lane while the company holds a place there; `server.busy` when none was found. It does not
 * wait for one any longer once `gone` says that no one waits for the work.
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
