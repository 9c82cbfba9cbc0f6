import { startingViews } from '@tradehouse/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { callEndpoint } from '../net/client.ts';

/** Query key of all saved views, which are read again together. */
export const VIEWS = ['savedViews'];

const starting = {
  queryKey: [...VIEWS, 'starting'],
  // Without this information a page opens in its default state.
  queryFn: () => callEndpoint(startingViews, {}, { silent: true }).catch(() => []),
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** Prefetches the lists' opening views with the menu, so that no page waits. */
export function useStartingViewsAhead(enabled: boolean): void {
  useQuery({ ...starting, enabled });
}

/** Saved views with which lists open. */
export const useStartingViews = () => useSuspenseQuery(starting).data;
