import type { QueryKey } from '@tanstack/react-query';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { seesNow } from './seen.ts';

// Changes show in the same frame: a ticked box must not flicker back.
notifyManager.setScheduler(queueMicrotask);

/**
 * Query results stay fresh for seconds, so that switching tabs sends no requests; a save invalidates by
 * key.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, gcTime: 600_000, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

/**
 * Invalidates results and reads visible ones again. A first read in progress is cancelled before:
 * invalidating alone would join it and show the earlier state.
 */
export async function invalidateQueryKeys(...keys: readonly QueryKey[]): Promise<void> {
  seesNow();
  await Promise.all(
    keys.map(async (queryKey) => {
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
}
