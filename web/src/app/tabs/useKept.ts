import { useCallback, useMemo } from 'react';
import { getSession } from '../session/session.ts';
import { useTab } from './tabs.ts';
import { windowMemory } from '../session/windowMemory.ts';

/** State kept by this tab under a name until closed, across reloads, with a setter. */
export function useKept<T>(name: string): readonly [T | undefined, (value: T) => void] {
  const { key } = useTab();
  const user = getSession()?.user.id ?? '0';
  const memory = useMemo(() => windowMemory(user), [user]);
  // SAFETY: one component alone uses a given name.
  const recalled = useMemo(() => memory.recall(key, name) as T | undefined, [memory, key, name]);
  const keep = useCallback((value: T) => memory.keep(key, name, value), [memory, key, name]);
  return [recalled, keep];
}
