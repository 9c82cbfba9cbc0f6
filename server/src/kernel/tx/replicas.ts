import type { Connection, Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Scope } from '../access/context.ts';
import type { Lane } from './lanes.ts';
import { createMarks } from './marks.ts';
import type { LogPositionMarks } from './marks.ts';
import { endOfLog, laterPosition } from './position.ts';
import type { Position } from './position.ts';
import { systemOf, watchReplica } from './replica.ts';
import type { Replica, ReplicaLane } from './replica.ts';

type ReplicaReader = Pick<Scope, 'tenantId' | 'userId'>;

/** Database server for a read. */
export interface ReadTarget {
  /** Position that the read must include; null: everything. */
  readonly wanted: Position | null;
  /** Replica with the position, now or a moment ago; null: the primary. */
  readonly lane: ReplicaLane | null;
}

export interface Replicas {
  /**
   * Chooses the server to read: a replica that has the user's writes in time.
   *
   * @param seen position seen by the user's window; null: unknown, so the current state is read
   */
  readonly place: (whose: ReplicaReader, seen: Position | null) => Promise<ReadTarget>;
  /** Records a user's write. Returns its position; null without replicas, or if unknown. */
  readonly wrote: (whose: ReplicaReader) => Promise<Position | null>;
  /** Maximum age in milliseconds of the state at `position`. */
  readonly age: (position: Position) => number;
  /** Age of each replica, in milliseconds; infinite while away. */
  readonly ages: () => readonly { readonly name: string; readonly age: number }[];
  readonly stop: () => Promise<void>;
}

/** Milliseconds: between two marks; maximum lag of a replica; maximum wait of readers for own writes. */
const [ROUND, MOST_BEHIND, LONGEST_WAIT] = [250, 10_000, 200];
/** Lag in milliseconds from which a replica will not catch up in time. */
const HOPELESS = 1_000;

const written: ReadTarget = { wanted: null, lane: null };

const noReplicas: Replicas = {
  place: async () => written,
  wrote: async () => null,
  age: () => Number.POSITIVE_INFINITY,
  ages: () => [],
  stop: async () => {},
};

/** Follows the replicas of `primary`. Without any, nothing is queried and every read uses the primary. */
export function followReplicas(
  connections: readonly Connection[],
  primary: Kysely<Database>,
  open: (connection: Connection) => Lane,
  say: (sentence: string) => void,
): Replicas {
  if (connections.length === 0) return noReplicas;
  const marks = createMarks(() => endOfLog(primary), MOST_BEHIND);
  const writes = createWrites();
  const marking = setMarks(marks);
  const system = async (): Promise<string> => {
    const { rows } = await sql<{ system: string }>`select ${systemOf} as system`.execute(primary);
    return rows[0]?.system ?? '';
  };
  const all = connections.map((connection) => watchReplica(connection, { open, system, say }));
  const ageOf = (replica: Replica): number =>
    replica.lane() === null ? Number.POSITIVE_INFINITY : marks.age(replica.position());

  return {
    async place(whose, seen) {
      const first = marks.first();
      const alive = replicaOrderForUser(whose, all).filter((one) => ageOf(one) <= MOST_BEHIND);
      const known = first === null ? null : await plausiblePosition(primary, marks, seen);
      if (first === null || known === null) return written;
      const wanted = [first, writes.last(whose)].reduce(laterPosition, known);
      const ready = alive.find((one) => one.position() >= wanted);
      const chosen = ready ?? alive.find((one) => ageOf(one) <= HOPELESS);
      const there = (await chosen?.until(wanted, LONGEST_WAIT)) === true;
      return { wanted, lane: there ? (chosen?.lane() ?? null) : null };
    },
    async wrote(whose) {
      const position = await endOfLog(primary).catch(() => null);
      if (position !== null) writes.note(whose, position);
      return position;
    },
    age: marks.age,
    ages: () => all.map((one) => ({ name: one.name, age: ageOf(one) })),
    async stop() {
      marking.stop();
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

/**
 * Returns the position seen by the reader: the end of the log if unknown or beyond that end, as after a
 * restore or if invented. Null: the primary does not report its end.
 */
async function plausiblePosition(
  primary: Kysely<Database>,
  marks: LogPositionMarks,
  seen: Position | null,
): Promise<Position | null> {
  if (seen !== null && seen <= (marks.last() ?? 0n)) return seen;
  const end = await endOfLog(primary).catch(() => null);
  return seen !== null && end !== null && seen < end ? seen : end;
}

/** Orders the replicas so that a user stays with one while it is readable, and rows do not come and go. */
function replicaOrderForUser({ userId }: ReplicaReader, all: readonly Replica[]): Replica[] {
  const from = Number(BigInt(userId) % BigInt(all.length));
  return [...all.slice(from), ...all.slice(0, from)];
}

function setMarks(marks: LogPositionMarks): { readonly stop: () => void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = (): void => {
    // Without the primary no marks are set: replicas age, and drop out in the end.
    void marks
      .set()
      .catch(() => {})
      .then(() => {
        if (!stopped) timer = setTimeout(round, ROUND).unref();
      });
  };
  round();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Records recent writers and positions. Older writes than the maximum lag are in every usable replica. */
function createWrites() {
  const lately = new Map<string, { readonly at: number; readonly position: Position }>();
  const nameOf = ({ tenantId, userId }: ReplicaReader): string => `${tenantId}/${userId}`;
  return {
    note(whose: ReplicaReader, position: Position): void {
      const at = performance.now();
      for (const [name, write] of lately) {
        if (at - write.at <= MOST_BEHIND) break;
        lately.delete(name);
      }
      const before = lately.get(nameOf(whose))?.position ?? position;
      // Deleted first, because the map keeps insertion order.
      lately.delete(nameOf(whose));
      lately.set(nameOf(whose), { at, position: laterPosition(before, position) });
    },
    last: (whose: ReplicaReader): Position => lately.get(nameOf(whose))?.position ?? 0n,
  };
}
