import { IsRestoringProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, useContext, useDeferredValue, useEffect, useState } from 'react';
import { workOfPage } from './pageWork.ts';
import type { PageWork } from './pageWork.ts';

/** Visible page among the pages kept alive. */
export const FRONT_PANE = '.kept:not(.behind) > .pane';

const WorkContext = createContext(workOfPage(true));

/**
 * Informs a page of coming to the front, a moment after rendering. Background pages release their queries
 * (named restoring in the query library) and read stale ones again on return.
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
 * Effect that pauses while its page is in the background, without rendering. `work` keeps its identity
 * until its inputs change. Key handlers use `useTabs().inFront`, which is never late.
 */
export function useWhileInFront(work: PageWork): void {
  const works = useContext(WorkContext);
  useEffect(() => works.add(work), [works, work]);
}
