import { useCallback, useMemo } from 'react';
import { session } from '../session/session.ts';
import { useTab } from './tabs.ts';
import { windowMemory } from '../session/windowMemory.ts';

/** What this tab keeps of itself under a name until it is closed, also over a reload: what it kept, and how to keep more. */
export function useKept<T>(name: string): readonly [T | undefined, (value: T) => void] {
  const { key } = useTab();
  const user = session()?.user.id ?? '0';
  const memory = useMemo(() => windowMemory(user), [user]);
  // SAFETY: under one name one component keeps and recalls.
  const recalled = useMemo(() => memory.recall(key, name) as T | undefined, [memory, key, name]);
  const keep = useCallback((value: T) => memory.keep(key, name, value), [memory, key, name]);
  return [recalled, keep];
}
