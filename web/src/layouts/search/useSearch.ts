import { headerSearch } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../app/net/client.ts';
import { useMay, useMenu } from '../../app/settings/permission.ts';
import { usePaused } from '../../app/usePaused.ts';
import { searchGroups } from './searchGroups.ts';
import type { SearchGroup } from './searchGroups.ts';

/** Pause in typing before a request, in milliseconds. */
const PAUSE = 120;

interface SearchResults {
  readonly groups: readonly SearchGroup[];
  /** True if the groups belong to the present text. */
  readonly isCurrent: boolean;
  /** The server gave no answer: only pages are found. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Returns results for the typed text; earlier results remain until the response, so that nothing jumps. */
export function useSearch(typed: string): SearchResults {
  const menu = useMenu();
  const may = useMay();
  const keyword = typed.trim();
  const asked = usePaused(keyword, PAUSE);
  const { data, isError, refetch } = useQuery({
    queryKey: ['search', asked],
    queryFn: async ({ signal }) => ({
      keyword: asked,
      found: await callEndpoint(headerSearch, { q: asked }, { quiet: true, signal }),
    }),
    enabled: asked !== '',
    placeholderData: (before) => before,
    // Without a network the search fails at once, and pages are found by their names.
    networkMode: 'always',
    retry: false,
  });
  const retry = (): void => void refetch();
  if (keyword === '' || data === undefined || isError) {
    const failed = keyword !== '' && isError && asked === keyword;
    const isCurrent = keyword === '' || failed;
    const groups = searchGroups(isCurrent ? keyword : '', null, menu, may);
    return { groups, isCurrent, failed, retry };
  }
  return {
    groups: searchGroups(data.keyword, data.found, menu, may),
    isCurrent: data.keyword === keyword,
    failed: false,
    retry,
  };
}
