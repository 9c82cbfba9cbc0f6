import { IsRestoringProvider, useIsRestoring } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDeferredValue } from 'react';

/** The page that is to be seen, among those that are kept alive. */
export const FRONT_PANE = '.kept:not(.behind) > .pane';

/**
 * Tells a page whether it is in front, a moment after it is drawn there. What it reads is let go of while it is behind
 * (the library of queries calls that restoring) and, where it is stale, read again when it returns.
 */
export const Front = ({
  active,
  children,
}: {
  readonly active: boolean;
  readonly children: ReactNode;
}): ReactNode => (
  <IsRestoringProvider value={useDeferredValue(!active)}>{children}</IsRestoringProvider>
);

/**
 * Whether the page that this stands in is in front, for effects that are to rest behind others. Keys ask `useTabs().inFront`
 * instead, which is never late.
 */
export const useInFront = (): boolean => !useIsRestoring();
