import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export interface ReadOnce<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  /** Reads again, on purpose, and lays nothing beneath the form yet; undefined when it failed. */
  readonly newer: () => Promise<T | undefined>;
  /** What the form stands on from now on. */
  readonly keep: (read: T) => void;
}

/**
 * Reads what a form begins with, fresh from the server and once: it stays as it is until `keep`, also while the page
 * stands behind others and its query is forgotten. A second reading would put a newer version beneath what was typed.
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
