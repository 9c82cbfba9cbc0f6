import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The channel on which processes tell each other how far long work is. */
export const PROGRESS = 'tradehouse_progress';

/** How far a user's work is. */
export interface Progress {
  readonly tenantId: string;
  readonly userId: string;
  /** What the window calls the work that it asked for. */
  readonly key: string;
  readonly rows: number;
}

/** Milliseconds between two words of one work: notices make transactions wait for each other. */
const SELDOM = 1_000;

/** Says how far work is, and at most once a second. It is a hint: what is lost is followed by more. */
export function telling(
  db: Kysely<Database>,
  { tenantId, userId, key }: Omit<Progress, 'rows'>,
): (rows: number) => void {
  let last = performance.now();
  return (rows) => {
    if (performance.now() - last < SELDOM) return;
    last = performance.now();
    const payload = [tenantId, userId, key, rows].join(':');
    void sql`select pg_notify(${PROGRESS}, ${payload})`.execute(db).catch(() => undefined);
  };
}

/** What a notice says; null when it is none of ours. */
export function progressOf(payload: string): Progress | null {
  const [, tenantId, userId, key, rows] =
    /^(\d{1,18}):(\d{1,18}):([0-9a-f]{32}):(\d{1,9})$/.exec(payload) ?? [];
  return tenantId === undefined || userId === undefined || key === undefined
    ? null
    : { tenantId, userId, key, rows: Number(rows) };
}
