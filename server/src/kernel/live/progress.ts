import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Channel for the progress of long work, between processes. */
export const PROGRESS = 'tradehouse_progress';

/** Progress of a user's long work. */
export interface WorkProgress {
  readonly tenantId: string;
  readonly userId: string;
  /** Key by which the window knows the requested work. */
  readonly key: string;
  readonly rows: number;
}

/** Milliseconds between two notices of one work: notices make transactions wait for each other. */
const SELDOM = 1_000;

/** Publishes progress, at most once a second. Progress is a hint: a lost notice is followed by more. */
export function createProgressNotifier(
  db: Kysely<Database>,
  { tenantId, userId, key }: Omit<WorkProgress, 'rows'>,
): (rows: number) => void {
  let last = performance.now();
  return (rows) => {
    if (performance.now() - last < SELDOM) return;
    last = performance.now();
    const payload = [tenantId, userId, key, rows].join(':');
    void sql`select pg_notify(${PROGRESS}, ${payload})`.execute(db).catch(() => undefined);
  };
}

/** Parses a notice; null for an unknown payload. */
export function progressFromPayload(payload: string): WorkProgress | null {
  const [, tenantId, userId, key, rows] =
    /^(\d{1,18}):(\d{1,18}):([0-9a-f]{32}):(\d{1,9})$/.exec(payload) ?? [];
  return tenantId === undefined || userId === undefined || key === undefined
    ? null
    : { tenantId, userId, key, rows: Number(rows) };
}
