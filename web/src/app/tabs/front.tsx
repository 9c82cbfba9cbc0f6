import { IsRestoringProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, useContext, useDeferredValue, useEffect, useState } from 'react';
import { workOfPage } from './pageWork.ts';
import type { Work } from './pageWork.ts';

/** The page that is to be seen, among those that are kept alive. */
export const FRONT_PANE = '.kept:not(.behind) > .pane';

const WorkContext = createContext(workOfPage(true));

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
}): ReactNode => {
  const front = useDeferredValue(active);
  const [works] = useState(() => workOfPage(front));
  useEffect(() => works.set(front), [works, front]);
  return (
    <WorkContext value={works}>
      <IsRestoringProvider value={!front}>{children}</IsRestoringProvider>
    </WorkContext>
  );
};

/**
 * An effect that rests while the page that this stands in is behind others; nothing is drawn again for it. `work` is the same
 * function until something of it changes. Keys ask `useTabs().inFront` instead, which is never late.
 */
export function useWhileInFront(work: Work): void {
  const works = useContext(WorkContext);
  useEffect(() => works.add(work), [works, work]);
}
