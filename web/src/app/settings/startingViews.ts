import { startingViews } from '@tradehouse/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../net/client.ts';

/** What is known of saved views stands under this: all of it is asked for again together. */
export const VIEWS = ['savedViews'];

const starting = {
  queryKey: [...VIEWS, 'starting'],
  // A page that can't learn what it opens with opens as it starts.
  queryFn: () => call(startingViews, {}, { silent: true }).catch(() => []),
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** Asks what lists open with while the shell asks for the menu: no page waits for it then. */
export function useStartingViewsAhead(enabled: boolean): void {
  useQuery({ ...starting, enabled });
}

/** The saved views that lists open with. */
export const useStartingViews = () => useSuspenseQuery(starting).data;
