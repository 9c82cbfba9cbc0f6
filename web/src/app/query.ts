import { notifyManager, QueryClient } from '@tanstack/react-query';

// What is set shows in the same frame: a ticked box must not flicker back for a moment.
notifyManager.setScheduler(queueMicrotask);

/** What was read stays fresh for a few seconds, so that switching tabs asks nothing; a save invalidates by key. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, gcTime: 600_000, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
