import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '@tradehouse/database';
import type { Connection, Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Lane } from './lanes.ts';
import { positionOf } from './position.ts';
import type { Position } from './position.ts';
import { withinTime } from '../withinTime.ts';

/** A way to read on a replica, for as long as it answers. */
export interface ReplicaLane extends Lane {
  /** Another way to the same server, for what cancels a statement there. */
  readonly beside: Kysely<Database>;
  /** Aborted once the replica answers no longer: what reads there is read elsewhere. */
  readonly gone: AbortSignal;
}

/** A copy of the database that follows its log of changes. */
export interface Replica {
  readonly name: string;
  /** Null while it is away. */
  readonly lane: () => ReplicaLane | null;
  /** How far it is, as it was last heard of. */
  readonly position: () => Position;
  /** Waits until it is that far, for so many milliseconds at most; whether it is. */
  readonly until: (position: Position, longest: number) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

export interface Watching {
  /** Opens a lane to it. */
  readonly open: (connection: Connection) => Lane;
  /** Names the server whose log it is to follow. */
  readonly system: () => Promise<string>;
  /** Says that it came or went, and why. */
  readonly say: (sentence: string) => void;
}

/** Milliseconds between two looks at a replica that answers, at one that does not, and while somebody waits for it. */
const [ROUND, AGAIN, CLOSELY] = [250, 1_000, 5];
/** Milliseconds without an answer after which it counts as gone. */
const PATIENCE = 2_000;

interface Link {
  readonly db: Kysely<Database>;
  readonly lane: ReplicaLane;
  readonly gone: AbortController;
}

interface Told {
  readonly standby: boolean;
  readonly position: string | null;
  readonly system: string;
}

/** The name of a server and of all that follow it, for life. */
export const systemOf = sql<string>`(select system_identifier::text from pg_control_system())`;

/** Follows a replica until stopped. One that is no copy of this database, or leads one itself by now, is as good as away. */
export function watchReplica(connection: Connection, { open, system, say }: Watching): Replica {
  const name = `${connection.host}:${connection.port}`;
  let link: Link | null = null;
  let known = false;
  let position: Position = 0n;
  let looking: Promise<void> | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  function laid(): Link {
    const db = connect(connection, { size: 1, wait: PATIENCE, name: 'tradehouse replica' });
    const gone = new AbortController();
    return { db, gone, lane: { ...open(connection), beside: db, gone: gone.signal } };
  }

  /** Nothing waits for what is under way there: it may never end. */
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
      const told = await withinTime(ask(db), PATIENCE);
      const at = positionOf(told.position);
      if (!told.standby || at === null) return leave('it follows no other');
      if (!known && told.system !== (await system())) return leave('it follows another database');
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

async function ask(db: Kysely<Database>): Promise<Told> {
  const { rows } = await sql<Told>`
    select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position,
      ${systemOf} as system`.execute(db);
  const [told] = rows;
  if (told === undefined) throw new Error('it says nothing');
  return told;
}
