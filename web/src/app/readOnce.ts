import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export interface ReadOnce<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  /** Reads anew, on purpose; answers what was read, undefined when it failed. */
  readonly again: () => Promise<T | undefined>;
}

/**
 * Reads what a form begins with, fresh from the server and once: it stays as it is until `again`, also while the page
 * stands behind others and its query is forgotten. A second reading would put a newer version beneath what was typed.
 */
export function useReadOnce<T>(
  queryKey: readonly unknown[],
  queryFn: () => Promise<T>,
  wanted = true,
): ReadOnce<T> {
  const [kept, keep] = useState<T>();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn,
    enabled: wanted && kept === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (kept === undefined && data !== undefined) keep(data);
  return {
    data: kept ?? data,
    error: kept === undefined ? error : null,
    again: async () => {
      const read = await refetch();
      if (read.data !== undefined) keep(read.data);
      return read.data;
    },
  };
}
