import { connect } from '@tradehouse/database';
import type { Connection, Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { createPlaces } from './places.ts';
import type { Places } from './places.ts';

/** Connections for one sort of work, and the places of companies on them. */
export interface Lane {
  readonly db: Kysely<Database>;
  readonly places: Places;
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

/** Opens the ways to the database; `closeLanes` ends them, once nothing is under way. */
export function createLanes(connection: Connection, sizes: LaneSizes): Lanes {
  const lane = (size: number): Lane => ({
    db: connect(connection, { size }),
    places: createPlaces(size),
  });
  return {
    reading: lane(sizes.reading),
    writing: lane(sizes.writing),
    short: connect(connection, { size: sizes.short }),
  };
}

/** Does work on a connection of a lane while the company holds a place there; `server.busy` when none was found. */
export async function inTurn<T>(
  { db, places }: Lane,
  tenantId: string,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const leave = await places.enter(tenantId);
  return work(db).finally(leave);
}

export async function closeLanes({ reading, writing, short }: Lanes): Promise<void> {
  await Promise.all([reading.db, writing.db, short].map((db) => db.destroy()));
}
