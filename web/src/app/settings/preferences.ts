import { preferences, savePreference } from '@tradehouse/contract';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { call } from '../net/client.ts';
import { queryClient } from '../net/query.ts';

const KEY = ['preferences'];
const preferencesQuery = {
  queryKey: KEY,
  queryFn: () => call(preferences, {}),
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** How long changes are gathered before they are sent, in milliseconds: a dragged edge changes often. */
const QUIET = 800;

/** What is set but not sent yet, by name. */
const unsent = new Map<string, { readonly value: unknown; readonly timer: number }>();

function send(name: string): void {
  const setting = unsent.get(name);
  if (setting === undefined) return;
  unsent.delete(name);
  clearTimeout(setting.timer);
  // A failed save is not worth an interruption: it shows only as forgotten.
  void call(savePreference, { name, value: setting.value }, { silent: true, outlives: true }).catch(
    () => undefined,
  );
}

/** From now on a page that is closed or left within the quiet moment takes no setting with it. */
export const sendPreferencesOnLeaving = (): void =>
  globalThis.addEventListener('pagehide', () => [...unsent.keys()].forEach(send));

/** Asks for what this user set while the shell asks for the menu: no page waits for it then. */
export const usePreferencesAhead = (enabled: boolean): void =>
  useEffect(() => {
    if (enabled) void queryClient.prefetchQuery(preferencesQuery);
  }, [enabled]);

/**
 * What this user set for a page, kept on the server under the page's name, and how to change it. The change shows at once and is
 * sent a moment later.
 */
export function usePreference<T>(name: string, initial: T): readonly [T, (next: T) => void] {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(preferencesQuery);
  const change = useCallback(
    (next: T) => {
      client.setQueryData<Record<string, unknown>>(KEY, (all) => ({ ...all, [name]: next }));
      clearTimeout(unsent.get(name)?.timer);
      unsent.set(name, { value: next, timer: window.setTimeout(() => send(name), QUIET) });
    },
    [client, name],
  );
  // SAFETY: under a page's name stands what this page has set.
  return [(data[name] as T | undefined) ?? initial, change];
}
