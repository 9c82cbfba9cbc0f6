import type { MenuEntry } from '@tradehouse/contract';
import type { ReactNode, RefObject } from 'react';
import { ConfigProvider } from 'antd';
import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Front } from '../app/tabs/front.tsx';
import { FRAME_VIEW, pageAt } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import type { Tab, Tabs } from '../app/tabs/tabModel.ts';
import { alive } from '../app/tabs/tabModel.ts';
import type { TabPlace } from '../app/tabs/tabs.ts';
import { TabPlaceContext } from '../app/tabs/tabs.ts';
import { viewOf } from '../app/tabs/views.ts';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { ExceptionPage } from './ExceptionPage.tsx';
import { FramePage } from './FramePage.tsx';
import { PageSkeleton } from './Splash.tsx';

const Page = memo(({ view: View }: { readonly view: ReturnType<typeof viewOf> }): ReactNode =>
  View === null ? <ExceptionPage code="404" /> : <View />,
);

/** What goes on with the keyboard where it was, however its page comes back: a form that is filled in, a scanner. */
const ENTRY = '.document-page, .pane-dialog, [role=search]';

/**
 * The page that comes to the front has the keyboard, where the one that went had it: what had it when it was left, else
 * the page as a whole. Entry goes on also where a tab or the menu was clicked; what hangs behind lets go of it.
 */
function useKeyboard(pane: RefObject<HTMLElement | null>, active: boolean): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const section = pane.current;
    if (!active || section === null) return undefined;
    const took = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last.current = target;
    };
    section.addEventListener('focusin', took);
    const idle = document.activeElement === document.body;
    const places = [last.current, idle ? document.querySelector('#page') : null];
    for (const place of places)
      if (place instanceof HTMLElement && (idle || place.closest(ENTRY) !== null))
        if (!section.contains(document.activeElement)) place.focus({ preventScroll: true });
    return () => {
      section.removeEventListener('focusin', took);
      const { activeElement: focused } = document;
      if (focused instanceof HTMLElement && section.contains(focused)) focused.blur();
    };
  }, [pane, active]);
}

interface PaneProps {
  readonly tab: Tab;
  readonly page: MenuEntry;
  readonly rest: string;
  readonly active: boolean;
}

/**
 * A page behind others stays drawn as it is, out of sight and reach, so that it is back at once (decision 0031). What
 * hangs over it (a menu, a calendar) is out of sight with it.
 */
const Kept = ({
  active,
  children,
}: {
  readonly active: boolean;
  readonly children: ReactNode;
}): ReactNode => {
  const over = useRef<HTMLDivElement>(null);
  const hangs = useCallback(() => over.current ?? document.body, []);
  return (
    <ConfigProvider getPopupContainer={hangs}>
      {createPortal(<div ref={over} hidden={!active} />, document.body)}
      <div className={active ? 'kept' : 'kept behind'}>
        <Front active={active}>{children}</Front>
      </div>
    </ConfigProvider>
  );
};

const Pane = memo(({ tab, page, rest, active }: PaneProps): ReactNode => {
  const { key, url } = tab;
  const section = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(active);
  if (active && !seen) setSeen(true);
  useKeyboard(section, active);
  const place = useMemo<TabPlace>(
    () => ({ key, page, rest, query: new URLSearchParams(url.split('?')[1] ?? '') }),
    [key, page, rest, url],
  );
  // A page that a reload brought back is drawn when it is first wanted.
  if (!seen) return null;
  return (
    <Kept active={active}>
      <section ref={section} className="pane" aria-label={tab.title ?? page.text}>
        <h1 className="unseen">{tab.title ?? page.text}</h1>
        <TabPlaceContext value={place}>
          <ErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              {page.component === FRAME_VIEW ? <FramePage /> : <Page view={viewOf(page)} />}
            </Suspense>
          </ErrorBoundary>
        </TabPlaceContext>
      </section>
    </Kept>
  );
});

/** Every page that is kept alive, one of them in front. */
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
