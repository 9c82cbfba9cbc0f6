import { QueryClient } from '@tanstack/react-query';

/** What was read stays fresh for a few seconds, so that switching tabs asks nothing; a save invalidates by key. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, gcTime: 600_000, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
