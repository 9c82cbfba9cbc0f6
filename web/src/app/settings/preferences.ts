import { preferences, savePreference } from '@tradehouse/contract';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { callEndpoint } from '../net/client.ts';
import { queryClient } from '../net/query.ts';

const KEY = ['preferences'];
const preferencesQuery = {
  queryKey: KEY,
  queryFn: () => callEndpoint(preferences, {}),
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** Milliseconds of gathering changes before sending: a dragged edge changes often. */
const QUIET = 800;

/** Settings not yet sent, by name. */
const unsent = new Map<string, { readonly value: unknown; readonly timer: number }>();

function sendPreference(name: string): void {
  const setting = unsent.get(name);
  if (setting === undefined) return;
  unsent.delete(name);
  clearTimeout(setting.timer);
  // A failed save merely loses the setting: not worth an interruption.
  void callEndpoint(
    savePreference,
    { name, value: setting.value },
    { silent: true, outlives: true },
  ).catch(() => undefined);
}

/** Sends pending settings when the page or the shell is left within the waiting time. */
export function sendPreferencesOnLeaving(): () => void {
  const sendAll = (): void => [...unsent.keys()].forEach(sendPreference);
  globalThis.addEventListener('pagehide', sendAll);
  return () => {
    globalThis.removeEventListener('pagehide', sendAll);
    sendAll();
  };
}

/** Prefetches the user's settings with the menu, so that no page waits. */
export const usePreferencesAhead = (enabled: boolean): void =>
  useEffect(() => {
    if (enabled) void queryClient.prefetchQuery(preferencesQuery);
  }, [enabled]);

/**
 * User's setting for a page, stored on the server by page name, with a setter. Changes show at once and are
 * sent a moment later.
 */
export function usePreference<T>(name: string, initial: T): readonly [T, (next: T) => void] {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(preferencesQuery);
  const change = useCallback(
    (next: T) => {
      client.setQueryData<Record<string, unknown>>(KEY, (all) => ({ ...all, [name]: next }));
      clearTimeout(unsent.get(name)?.timer);
      unsent.set(name, {
        value: next,
        timer: window.setTimeout(() => sendPreference(name), QUIET),
      });
    },
    [client, name],
  );
  // SAFETY: only this page stores values under its name.
  return [(data[name] as T | undefined) ?? initial, change];
}
