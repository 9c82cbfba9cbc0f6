import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import type { EgressLimits } from './egress.ts';
import type { Export, Listing } from './table/mountTable.ts';
import type { HeavyWork } from './http/heavyWork.ts';
import type { Lanes } from './tx/lanes.ts';
import type { Sessions } from './http/session.ts';
import type { Vault } from './vault.ts';
import type { Throttle } from './http/throttle.ts';

/** What every route of one server process shares. It holds no state that another process would miss. */
export interface Kernel {
  /** The short lane: for what is no company's own work. */
  readonly db: Kysely<Database>;
  readonly lanes: Lanes;
  readonly sessions: Sessions;
  /** What the server's own calls to other sites may cost, and where they may go. */
  readonly egress: EgressLimits;
  /** The same of what companies name themselves, like their carriers' APIs. */
  readonly carriers: EgressLimits;
  /** The budget of calls for which other sites are asked. */
  readonly outgoing: HeavyWork;
  /** Seals what the database must not be able to read. */
  readonly vault: Vault;
  /** The budget of exports, imports and other long work; what is brought to be looked at has one of its own. */
  readonly heavy: HeavyWork;
  readonly uploads: HeavyWork;
  /** Files that are on their way here, held in memory until they are dealt with. */
  readonly bringing: HeavyWork;
  /** What each user changed in this minute. */
  readonly writes: Throttle;
  /** What each program called in this minute. */
  readonly calls: Throttle;
  /** Calls of all programs of a company in this minute. */
  readonly companyCalls: Throttle;
  /** How each list is read, by its path, with what picks it there. */
  readonly lists: Map<string, Listing>;
  /** How each list is written to a file, by the path that its export button asks. */
  readonly exports: Map<string, Export>;
  /** The budget of written files that wait for their readers. */
  readonly sending: HeavyWork;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly kernel: Kernel;
  }
}
