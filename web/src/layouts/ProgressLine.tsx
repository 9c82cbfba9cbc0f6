import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** A thin line on top while something is being read or saved. */
export function ProgressLine(): ReactNode {
  const busy = useIsFetching() + useIsMutating() > 0;
  return <div className={busy ? 'progress-line busy' : 'progress-line'} aria-hidden="true" />;
}
