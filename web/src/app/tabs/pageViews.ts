import { countViews } from '@tradehouse/contract';
import { useEffect } from 'react';
import { callEndpoint } from '../net/client.ts';
import { getSession } from '../session/session.ts';
import { useShellSettings } from '../settings/shellSettings.ts';
import { viewCounts } from './viewCounts.ts';

/** Milliseconds of gathering views before sending. */
const GATHER = 10_000;
/** Maximum pages per call, limited by the call. */
const MOST = 50;

const counts = viewCounts();
let timer: number | null = null;

/** Sends the counts. A lost count is ignored. */
function sendPageViews(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const views = [...counts.take(MOST)];
  if (views.length === 0 || getSession() === null) return;
  void callEndpoint(countViews, { views }, { silent: true, outlives: true }).catch(() => undefined);
}

if (typeof addEventListener !== 'undefined') addEventListener('pagehide', sendPageViews);

/** Counts a page each time it comes to the front, unless the operator disables counts. */
export function useCountedView(url: string): void {
  const { countsViews } = useShellSettings();
  useEffect(() => {
    if (!countsViews || url === '') return;
    counts.add(url);
    timer ??= window.setTimeout(sendPageViews, GATHER);
  }, [countsViews, url]);
}
