import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import type { EgressLimits } from './http/egress.ts';
import type { Export, Listing } from './table/mountTable.ts';
import type { HeavyWork } from './http/heavyWork.ts';
import type { Lanes } from './tx/lanes.ts';
import type { Sessions } from './http/session.ts';
import type { Vault } from './access/vault.ts';
import type { Throttle } from './http/throttle.ts';

/** State shared by every route of one server process; no other process misses any of it. */
export interface Kernel {
  /** Short lane, for work that belongs to no company. */
  readonly db: Kysely<Database>;
  readonly lanes: Lanes;
  readonly sessions: Sessions;
  /** Cost limits and targets of the server's own calls to other sites. */
  readonly egress: EgressLimits;
  /** Cost limits and targets of sites named by companies, like carriers' APIs. */
  readonly carriers: EgressLimits;
  /** Budget of calls that query other sites. */
  readonly outgoing: HeavyWork;
  /** Seals values that the database must not be able to read. */
  readonly vault: Vault;
  /** Budget of exports, imports and other long work; inspecting uploads has its own budget. */
  readonly heavy: HeavyWork;
  readonly uploads: HeavyWork;
  /** Budget of uploads being received, held in memory until processed. */
  readonly bringing: HeavyWork;
  /** Changes of each user in the current minute. */
  readonly writes: Throttle;
  /** Calls of each program in the current minute. */
  readonly calls: Throttle;
  /** Calls of all programs of a company in this minute. */
  readonly companyCalls: Throttle;
  /** List readers by path, with the choice among tables that share it. */
  readonly lists: Map<string, Listing>;
  /** File writers of lists by the export button's path. */
  readonly exports: Map<string, Export>;
  /** Budget of written files that wait for readers. */
  readonly sending: HeavyWork;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly kernel: Kernel;
  }
}
