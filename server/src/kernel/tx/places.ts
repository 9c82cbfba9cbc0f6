import { DomainError } from '@tradehouse/domain';

/** Connections of a pool, shared among companies. */
export interface Places {
  /**
   * Waits for a place of the company and answers how to leave it. Refuses with `server.busy` when it took too long, and
   * with its reason once `gone` says that no one waits for it any more.
   */
  readonly enter: (tenantId: string, gone?: AbortSignal) => Promise<() => void>;
  readonly counts: () => PlaceCounts;
}

/** How full it is now, and how many were put off since the start because they waited too long. */
export interface PlaceCounts {
  readonly all: number;
  readonly taken: number;
  readonly waiting: number;
  readonly putOff: number;
}

interface Waiting {
  readonly take: () => void;
}

const LONGEST_WAIT = 10_000;

/**
 * A company may take place after place while a quarter is left for companies that have none, so the waiting of one
 * company, for rows or for slow reports, never becomes the others'. The next place goes to the company that holds the
 * fewest, and within it to what came first.
 */
export function createPlaces(all: number, longestWait = LONGEST_WAIT): Places {
  const kept = Math.floor(all / 4);
  const held = new Map<string, number>();
  const queues = new Map<string, Set<Waiting>>();
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

  function forget(tenantId: string, waiting: Waiting): void {
    const queue = queues.get(tenantId);
    queue?.delete(waiting);
    if (queue?.size === 0) queues.delete(tenantId);
  }

  /** Gives what is free to anyone who may have it. */
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
      const waiting: Waiting = {
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
