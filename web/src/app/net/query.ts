import type { QueryKey } from '@tanstack/react-query';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { seesNow } from './seen.ts';

// What is set shows in the same frame: a ticked box must not flicker back for a moment.
notifyManager.setScheduler(queueMicrotask);

/** What was read stays fresh for a few seconds, so that switching tabs asks nothing; a save invalidates by key. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, gcTime: 600_000, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

/**
 * Whatever was read under these keys is no longer true: what is on screen is read again. A first reading still under way is
 * given up before, since invalidating alone would join it and show what stood before the change.
 */
export async function outdate(...keys: readonly QueryKey[]): Promise<void> {
  seesNow();
  await Promise.all(
    keys.map(async (queryKey) => {
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
}
