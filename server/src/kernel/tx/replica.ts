import { setTimeout as wait } from 'node:timers/promises';
import { openDatabasePool } from '@tradehouse/database';
import type { Connection, Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Lane } from './lanes.ts';
import { positionOf } from './position.ts';
import type { Position } from './position.ts';
import { withinTime } from '../http/withinTime.ts';

/** Lane for reads on a replica, for as long as the replica answers. */
export interface ReplicaLane extends Lane {
  /** Another connection to the same server, to cancel a statement there. */
  readonly beside: Kysely<Database>;
  /** Aborted once the replica stops answering: reads move elsewhere. */
  readonly gone: AbortSignal;
}

export interface Replica {
  readonly name: string;
  /** Lane to the replica; null while away. */
  readonly lane: () => ReplicaLane | null;
  /** Last known position. */
  readonly position: () => Position;
  /** Waits until the position is reached, at most the given milliseconds; returns the success. */
  readonly until: (position: Position, longest: number) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

export interface Watching {
  readonly open: (connection: Connection) => Lane;
  /** Returns the name of the server whose log the replica must follow. */
  readonly system: () => Promise<string>;
  /** Reports that the replica joined or left, and why. */
  readonly say: (sentence: string) => void;
}

/** Milliseconds between two looks at a replica: while answering, while away, and while somebody waits. */
const [ROUND, AGAIN, CLOSELY] = [250, 1_000, 5];
/** Milliseconds without an answer until the replica counts as gone. */
const PATIENCE = 2_000;

interface ReplicaLink {
  readonly db: Kysely<Database>;
  readonly lane: ReplicaLane;
  readonly gone: AbortController;
}

interface ReplicaStatus {
  readonly standby: boolean;
  readonly position: string | null;
  readonly system: string;
}

/** Permanent name of a server and all its replicas. */
export const systemOf = sql<string>`(select system_identifier::text from pg_control_system())`;

/**
 * Follows a replica until stopped. A server that is no copy of this database, or leads one itself, counts
 * as away.
 */
export function watchReplica(connection: Connection, { open, system, say }: Watching): Replica {
  const name = `${connection.host}:${connection.port}`;
  let link: ReplicaLink | null = null;
  let known = false;
  let position: Position = 0n;
  let looking: Promise<void> | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  function laid(): ReplicaLink {
    const db = openDatabasePool(connection, {
      size: 1,
      wait: PATIENCE,
      name: 'tradehouse replica',
    });
    const gone = new AbortController();
    return { db, gone, lane: { ...open(connection), beside: db, gone: gone.signal } };
  }

  /** Nothing waits for work in progress there, which may never end. */
  function leave(reason: string): void {
    if (known) say(`The replica ${name} is left out: ${reason}`);
    known = false;
    position = 0n;
    link?.gone.abort();
    void link?.lane.db.destroy().catch(() => {});
    void link?.db.destroy().catch(() => {});
    link = null;
  }

  async function look(): Promise<void> {
    try {
      const { db } = (link ??= laid());
      const status = await withinTime(readReplicaStatus(db), PATIENCE);
      const at = positionOf(status.position);
      if (!status.standby || at === null) return leave('it follows no other');
      if (!known && status.system !== (await system())) return leave('it follows another database');
      if (stopped) return;
      position = at;
      if (!known) say(`The replica ${name} is read`);
      known = true;
    } catch (error) {
      leave(String(error));
    }
  }

  const lookNow = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = null;
    }));

  function round(): void {
    void lookNow().then(() => {
      if (!stopped) timer = setTimeout(round, known ? ROUND : AGAIN).unref();
    });
  }

  round();
  return {
    name,
    lane: () => (known ? (link?.lane ?? null) : null),
    position: () => position,
    async until(wanted, longest) {
      const end = performance.now() + longest;
      const there = (): boolean => position >= wanted;
      const hopeless = (): boolean => !known || performance.now() > end;
      while (!there() && !hopeless()) {
        await lookNow();
        if (!there()) await wait(CLOSELY);
      }
      return there();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      known = false;
      leave('');
    },
  };
}

async function readReplicaStatus(db: Kysely<Database>): Promise<ReplicaStatus> {
  const { rows } = await sql<ReplicaStatus>`
    select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position,
      ${systemOf} as system`.execute(db);
  const [status] = rows;
  if (status === undefined) throw new Error('it says nothing');
  return status;
}
