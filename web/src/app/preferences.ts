import { preferences, savePreference } from '@tradehouse/contract';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call } from './client.ts';

const KEY = ['preferences'];

/** How long changes are gathered before they are sent, in milliseconds: a dragged edge changes often. */
const QUIET = 800;

/**
 * What this user set for a page, kept on the server under the page's name, and how to change it. The change shows at once and is
 * sent a moment later; a failed save is not worth an interruption and shows only as forgotten.
 */
export function usePreference<T>(name: string, initial: T): readonly [T, (next: T) => void] {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { data } = useSuspenseQuery({
    queryKey: KEY,
    queryFn: () => call(preferences, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const change = useCallback(
    (next: T) => {
      client.setQueryData<Record<string, unknown>>(KEY, (all) => ({ ...all, [name]: next }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        void call(savePreference, { name, value: next }, { quiet: true }).catch(() => undefined);
      }, QUIET);
    },
    [client, name],
  );
  return [(data[name] as T | undefined) ?? initial, change];
}
