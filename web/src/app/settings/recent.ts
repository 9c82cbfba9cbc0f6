import type { KindCode } from '@tradehouse/domain';
import { useEffect } from 'react';
import { usePreference } from './preferences.ts';

/** Document recently used by this user. */
export interface RecentDocument {
  readonly kind: KindCode;
  readonly id: string;
  readonly number: string;
}

/** Number of recent documents, the latest first. */
const KEPT = 8;
const NONE: readonly RecentDocument[] = [];

/** Puts a document first in a list, without duplicates. */
export const withRecent = (
  list: readonly RecentDocument[],
  one: RecentDocument,
): readonly RecentDocument[] => [one, ...list.filter(({ id }) => id !== one.id)].slice(0, KEPT);

export const useRecent = () => usePreference('home:recent', NONE);

/** Adds the document in use to the recent ones; null: no number yet. */
export function useKeptRecent(one: RecentDocument | null): void {
  const [list, setList] = useRecent();
  const { id, number } = one ?? {};
  useEffect(() => {
    if (one !== null && (list[0]?.id !== id || list[0]?.number !== number))
      setList(withRecent(list, one));
    // Only another document goes to the head: what is kept in another tab does not change it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, number]);
}
