import type { MenuEntry } from '@tradehouse/contract';
import type { ReactNode, RefObject } from 'react';
import { Activity, memo, Suspense, useEffect, useMemo, useRef } from 'react';
import { FRAME_VIEW, pageAt } from '../app/menu.ts';
import { useMenu } from '../app/permission.ts';
import type { Tab, Tabs } from '../app/tabModel.ts';
import { alive } from '../app/tabModel.ts';
import type { TabPlace } from '../app/tabs.ts';
import { TabPlaceContext } from '../app/tabs.ts';
import { viewOf } from '../app/views.ts';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { ExceptionPage } from './ExceptionPage.tsx';
import { FramePage } from './FramePage.tsx';
import { PageSkeleton } from './Splash.tsx';

const Page = memo(({ view: View }: { readonly view: ReturnType<typeof viewOf> }): ReactNode =>
  View === null ? <ExceptionPage code="404" /> : <View />,
);

/**
 * A page behind the one in front is hidden, its effects paused. A frame would be loaded again by that in some browsers and is
 * only moved out of sight.
 */
const Kept = ({
  frame,
  active,
  children,
}: {
  readonly frame: boolean;
  readonly active: boolean;
  readonly children: ReactNode;
}): ReactNode =>
  frame ? (
    <div className={active ? 'kept' : 'kept behind'} inert={!active}>
      {children}
    </div>
  ) : (
    <Activity mode={active ? 'visible' : 'hidden'}>{children}</Activity>
  );

/**
 * The page that comes to the front has the keyboard, where the one that went had it: what had it when it was left, else
 * the page as a whole.
 */
function useKeyboard(pane: RefObject<HTMLElement | null>, active: boolean): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const section = pane.current;
    if (!active || section === null) return undefined;
    const took = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    section.addEventListener('focusin', took);
    const places = [last.current, document.querySelector('#page')];
    for (const place of places)
      if (document.activeElement === document.body && place instanceof HTMLElement)
        place.focus({ preventScroll: true });
    return () => section.removeEventListener('focusin', took);
  }, [pane, active]);
}

interface PaneProps {
  readonly tab: Tab;
  readonly page: MenuEntry;
  readonly rest: string;
  readonly active: boolean;
}

function Pane({ tab, page, rest, active }: PaneProps): ReactNode {
  const { key, url } = tab;
  const framed = page.component === FRAME_VIEW;
  const section = useRef<HTMLElement>(null);
  useKeyboard(section, active);
  const place = useMemo<TabPlace>(
    () => ({ key, page, rest, query: new URLSearchParams(url.split('?')[1] ?? '') }),
    [key, page, rest, url],
  );
  return (
    <Kept frame={framed} active={active}>
      <section ref={section} className="pane" aria-label={tab.title ?? page.text}>
        <h1 className="unseen">{tab.title ?? page.text}</h1>
        <TabPlaceContext value={place}>
          <ErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              {framed ? <FramePage /> : <Page view={viewOf(page.component)} />}
            </Suspense>
          </ErrorBoundary>
        </TabPlaceContext>
      </section>
    </Kept>
  );
}

/** Every page that is kept alive; all but the one in front are hidden, their effects paused, their state kept. */
export function TabPanes({ tabs }: { readonly tabs: Tabs }): ReactNode {
  const menu = useMenu();
  const kept = alive(tabs);
  return tabs.open
    .filter(({ key }) => kept.has(key))
    .map((tab) => {
      const found = pageAt(menu, tab.url);
      if (found === null) return null;
      return <Pane key={tab.key} tab={tab} {...found} active={tab.key === tabs.active} />;
    });
}
