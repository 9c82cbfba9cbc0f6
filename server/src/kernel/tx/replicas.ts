import type { Connection, Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Scope } from '../context.ts';
import type { Lane } from './lanes.ts';
import { createMarks } from './marks.ts';
import type { Marks } from './marks.ts';
import { endOfLog, later } from './position.ts';
import type { Position } from './position.ts';
import { systemOf, watchReplica } from './replica.ts';
import type { Replica, ReplicaLane } from './replica.ts';

type Whose = Pick<Scope, 'tenantId' | 'userId'>;

/** Where to read. */
export interface Place {
  /** What stands before it has to be seen; null: everything. */
  readonly wanted: Position | null;
  /** On a replica that has as much, or had it a moment ago; null: where it is written. */
  readonly lane: ReplicaLane | null;
}

/** The replicas that lists and reports are read on, and what each user has written lately. */
export interface Replicas {
  /**
   * Finds where to read: on a replica that has in time what the user wrote.
   *
   * @param seen how far the user's window has seen; null: unknown, so it is to see whatever stands now
   */
  readonly place: (whose: Whose, seen: Position | null) => Promise<Place>;
  /** Remembers that the user has written. Answers up to where; null without replicas, or where no one can say. */
  readonly wrote: (whose: Whose) => Promise<Position | null>;
  /** Milliseconds by which what stands before `position` may be behind. */
  readonly age: (position: Position) => number;
  /** How old each of them is, in milliseconds; endless while it is away. */
  readonly ages: () => readonly { readonly name: string; readonly age: number }[];
  readonly stop: () => Promise<void>;
}

/** Milliseconds: between two marks; by which a replica may be behind at most; that its readers wait for what they wrote. */
const [ROUND, MOST_BEHIND, LONGEST_WAIT] = [250, 10_000, 200];
/** One that is further behind than this does not come in time. */
const HOPELESS = 1_000;

const written: Place = { wanted: null, lane: null };

const noReplicas: Replicas = {
  place: async () => written,
  wrote: async () => null,
  age: () => Number.POSITIVE_INFINITY,
  ages: () => [],
  stop: async () => {},
};

/** Follows replicas of `primary`. Without any, nothing is asked and everything is read where it is written. */
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
      const alive = inTurnOf(whose, all).filter((one) => ageOf(one) <= MOST_BEHIND);
      const known = first === null ? null : await believed(primary, marks, seen);
      if (first === null || known === null) return written;
      const wanted = [first, writes.last(whose)].reduce(later, known);
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
 * How far the reader has seen: the end of the log where that is unknown, or where it is beyond that end, as after a restore,
 * or made up. Null: the primary does not say where its log ends.
 */
async function believed(
  primary: Kysely<Database>,
  marks: Marks,
  seen: Position | null,
): Promise<Position | null> {
  if (seen !== null && seen <= (marks.last() ?? 0n)) return seen;
  const end = await endOfLog(primary).catch(() => null);
  return seen !== null && end !== null && seen < end ? seen : end;
}

/** A user stays with one replica while it can be read, so that what they saw does not come and go. */
function inTurnOf({ userId }: Whose, all: readonly Replica[]): Replica[] {
  const from = Number(BigInt(userId) % BigInt(all.length));
  return [...all.slice(from), ...all.slice(0, from)];
}

function setMarks(marks: Marks): { readonly stop: () => void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = (): void => {
    // Without the primary there are no more of them: replicas grow old, and are left out in the end.
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

/** Who wrote lately, and up to where. What is older than replicas may be, every replica that is read has. */
function createWrites() {
  const lately = new Map<string, { readonly at: number; readonly position: Position }>();
  const nameOf = ({ tenantId, userId }: Whose): string => `${tenantId}/${userId}`;
  return {
    note(whose: Whose, position: Position): void {
      const at = performance.now();
      for (const [name, write] of lately) {
        if (at - write.at <= MOST_BEHIND) break;
        lately.delete(name);
      }
      const before = lately.get(nameOf(whose))?.position ?? position;
      // Taken out first: the map keeps them in the order they were noted in.
      lately.delete(nameOf(whose));
      lately.set(nameOf(whose), { at, position: later(before, position) });
    },
    last: (whose: Whose): Position => lately.get(nameOf(whose))?.position ?? 0n,
  };
}
