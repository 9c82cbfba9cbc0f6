import { connect } from '@tradehouse/database';
import type { Connection, Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { createPlaces } from './places.ts';
import type { Places } from './places.ts';
import type { Waiting } from './waiting.ts';

/** Connections for one sort of work, the places of companies on them, and how a transaction begins there. */
export interface Lane {
  readonly db: Kysely<Database>;
  readonly places: Places;
  readonly begin: string;
  /** What its readers need not look at while there is none. */
  readonly waiting: Waiting | null;
}

/** The ways to the database of one process. */
export interface Lanes {
  /** Lists, totals, reports, exports. */
  readonly reading: Lane;
  /** Whatever changes the books. */
  readonly writing: Lane;
  /** What is short, and asked before it is known whose it is: sessions, sign-ins, the platform, jobs. */
  readonly short: Kysely<Database>;
}

/** Connections at most, by lane. */
export type LaneSizes = Readonly<Record<keyof Lanes, number>>;

export const usualSizes: LaneSizes = { reading: 8, writing: 10, short: 6 };

/** Milliseconds that one statement of reading may take: a minute is what the call has in all. */
export const READ_LIMIT = 30_000;

/**
 * What is read is planned for its values, since a list's best way hangs on its filters: a plan made for no values in
 * particular takes three months for a few rows, and a customer's ten documents are then looked for among all.
 * The limit is said here and not as the connection opens, since a pooler lends one connection to both lanes.
 */
const beginReading = (limit: number): string =>
  'begin isolation level repeatable read read only; set local plan_cache_mode = force_custom_plan; ' +
  `set local statement_timeout = ${Math.max(1, Math.round(limit))}`;
/** What is written goes by keys, and is planned as the role is set (`createRoles`). */
export const BEGIN_WRITING = 'begin';

/** Opens the ways to the database; `closeLanes` ends them, once nothing is under way. */
export function createLanes(
  connection: Connection,
  sizes: LaneSizes,
  readLimit: number,
  waiting: Waiting,
): Lanes {
  const lane = (size: number, begin: string): Omit<Lane, 'waiting'> => ({
    db: connect(connection, { size }),
    places: createPlaces(size),
    begin,
  });
  return {
    reading: { ...lane(sizes.reading, beginReading(readLimit)), waiting },
    // What is written may wait for others in between, and sees what they added.
    writing: { ...lane(sizes.writing, BEGIN_WRITING), waiting: null },
    short: connect(connection, { size: sizes.short }),
  };
}

/** Does work on a connection of a lane while the company holds a place there; `server.busy` when none was found. */
export async function inTurn<T>(
  lane: Lane,
  tenantId: string,
  work: (lane: Lane) => Promise<T>,
): Promise<T> {
  const leave = await lane.places.enter(tenantId);
  return work(lane).finally(leave);
}

export async function closeLanes({ reading, writing, short }: Lanes): Promise<void> {
  await Promise.all([reading.db, writing.db, short].map((db) => db.destroy()));
}
