import { countViews } from '@tradehouse/contract';
import { useEffect } from 'react';
import { call } from '../net/client.ts';
import { session } from '../session/session.ts';
import { useShellSettings } from '../settings/shellSettings.ts';
import { viewCounts } from './viewCounts.ts';

/** How long views are gathered before they are sent, in milliseconds. */
const GATHER = 10_000;
/** At most so many pages in one call (the call takes no more). */
const MOST = 50;

const counts = viewCounts();
let timer: number | null = null;

/** Sends what was counted. A count that doesn't arrive is lost: no one waits for it or is told. */
function send(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const views = [...counts.take(MOST)];
  if (views.length === 0 || session() === null) return;
  void call(countViews, { views }, { silent: true, outlives: true }).catch(() => undefined);
}

if (typeof addEventListener !== 'undefined') addEventListener('pagehide', send);

/** Counts a page each time it comes to the front, unless the operator wants no counts. */
export function useCountedView(url: string): void {
  const { countsViews } = useShellSettings();
  useEffect(() => {
    if (!countsViews || url === '') return;
    counts.add(url);
    timer ??= window.setTimeout(send, GATHER);
  }, [countsViews, url]);
}
