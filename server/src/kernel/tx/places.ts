import { DomainError } from '@tradehouse/domain';

/** Connections of a pool, shared among companies. */
export interface ConnectionSlots {
  /**
   * Waits for a place of the company and returns its release. Refuses with `server.busy` after too long,
   * and with the reason of `gone` once no one waits.
   */
  readonly enter: (tenantId: string, gone?: AbortSignal) => Promise<() => void>;
  readonly counts: () => PlaceCounts;
}

/** Current use, and callers refused since the start after too long a wait. */
export interface PlaceCounts {
  readonly all: number;
  readonly taken: number;
  readonly waiting: number;
  readonly putOff: number;
}

interface WaitingSlotRequest {
  readonly take: () => void;
}

const LONGEST_WAIT = 10_000;

/**
 * Shares places among companies. A company may take places while a quarter is left for companies without
 * any. One company's waiting, for rows or slow reports, therefore never delays the others. The next place
 * goes to the company with the fewest, and there to the oldest request.
 */
export function createPlaces(all: number, longestWait = LONGEST_WAIT): ConnectionSlots {
  const kept = Math.floor(all / 4);
  const held = new Map<string, number>();
  const queues = new Map<string, Set<WaitingSlotRequest>>();
  let free = all;
  let putOff = 0;
  const heldBy = (tenantId: string): number => held.get(tenantId) ?? 0;
  const mayTake = (tenantId: string): boolean => free > (heldBy(tenantId) === 0 ? 0 : kept);

  function change(tenantId: string, by: 1 | -1): void {
    free -= by;
    const count = heldBy(tenantId) + by;
    if (count === 0) held.delete(tenantId);
    else held.set(tenantId, count);
  }

  function forget(tenantId: string, waiting: WaitingSlotRequest): void {
    const queue = queues.get(tenantId);
    queue?.delete(waiting);
    if (queue?.size === 0) queues.delete(tenantId);
  }

  /** Gives free places to companies that may take them. */
  function giveOut(): void {
    const next = [...queues.keys()]
      .filter(mayTake)
      .reduce<string | null>(
        (best, tenantId) => (best === null || heldBy(tenantId) < heldBy(best) ? tenantId : best),
        null,
      );
    const [first] = next === null ? [] : (queues.get(next) ?? []);
    if (next === null || first === undefined) return;
    forget(next, first);
    change(next, 1);
    first.take();
    giveOut();
  }

  function wait(tenantId: string, gone: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
      };
      const waiting: WaitingSlotRequest = {
        take() {
          end();
          resolve();
        },
      };
      const give = (up: unknown): void => {
        end();
        forget(tenantId, waiting);
        reject(up);
      };
      const leave = (): void => give(gone?.reason);
      const timer = setTimeout(() => {
        putOff += 1;
        give(new DomainError('server.busy'));
      }, longestWait);
      gone?.addEventListener('abort', leave, { once: true });
      queues.set(tenantId, (queues.get(tenantId) ?? new Set()).add(waiting));
    });
  }

  return {
    async enter(tenantId, gone) {
      gone?.throwIfAborted();
      if (mayTake(tenantId)) change(tenantId, 1);
      else await wait(tenantId, gone);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        change(tenantId, -1);
        giveOut();
      };
    },
    counts: () => ({
      all,
      taken: all - free,
      waiting: [...queues.values()].reduce((sum, queue) => sum + queue.size, 0),
      putOff,
    }),
  };
}
