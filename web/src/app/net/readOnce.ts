import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export interface ReadOnce<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  /** Reads again on request, without changing the form's base; undefined after a failure. */
  readonly newer: () => Promise<T | undefined>;
  /** New base of the form. */
  readonly keep: (read: T) => void;
}

/**
 * Reads a form's initial values once, fresh from the server. They stay until `keep`, even while the page is
 * in the background and its query evicted. A second read would put a newer version beneath typed input.
 */
export function useReadOnce<T>(
  queryKey: readonly unknown[],
  queryFn: () => Promise<T>,
  wanted = true,
): ReadOnce<T> {
  const [kept, keep] = useState<{ readonly read: T }>();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn,
    enabled: wanted && kept === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (kept === undefined && data !== undefined) keep({ read: data });
  return {
    data: kept === undefined ? data : kept.read,
    error: kept === undefined ? error : null,
    newer: async () => (await refetch()).data,
    keep: (read) => keep({ read }),
  };
}
