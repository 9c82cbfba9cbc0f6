import type { MenuEntry } from '@tradehouse/contract';
import type { ReactNode, RefObject } from 'react';
import { ConfigProvider } from 'antd';
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createChunkPartLoader } from '../app/net/chunks.ts';
import { Front } from '../app/tabs/front.tsx';
import { FRAME_VIEW, pageAt } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import type { Tab, Tabs } from '../app/tabs/tabModel.ts';
import { selectLiveTabs } from '../app/tabs/tabModel.ts';
import type { TabPlace } from '../app/tabs/tabs.ts';
import { TabPlaceContext } from '../app/tabs/tabs.ts';
import { viewComponentOf } from '../app/tabs/views.ts';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { PageSkeleton } from './Splash.tsx';

const FramePage = lazy(
  createChunkPartLoader(
    () => import('./FramePage.tsx'),
    (file) => file.FramePage,
  ),
);

const Page = memo(
  ({ view: View }: { readonly view: ReturnType<typeof viewComponentOf> }): ReactNode => <View />,
);

/** Areas that keep the focus however the page returns: a form in progress, a scanner. */
const ENTRY = '.document-page, .pane-dialog, [role=search]';

/**
 * Moves the focus to the page in front if the page before had it: to the last focused element, otherwise
 * the page. Entry areas regain the focus even after a click on a tab or menu; pages behind lose the focus.
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
 * Keeps a page behind others drawn but hidden and inert, so that it returns at once (decision 0031). The
 * page's overlays (menu, calendar) are hidden, too.
 */
const TabPane = ({
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
  // A page restored by a reload is drawn on first use.
  if (!seen) return null;
  return (
    <TabPane active={active}>
      <section ref={section} className="pane" aria-label={tab.title ?? page.text}>
        <h1 className="unseen">{tab.title ?? page.text}</h1>
        <TabPlaceContext value={place}>
          <ErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              {page.component === FRAME_VIEW ? (
                <FramePage />
              ) : (
                <Page view={viewComponentOf(page)} />
              )}
            </Suspense>
          </ErrorBoundary>
        </TabPlaceContext>
      </section>
    </TabPane>
  );
});

export function TabPanes({ tabs }: { readonly tabs: Tabs }): ReactNode {
  const menu = useMenu();
  const kept = selectLiveTabs(tabs);
  return tabs.open
    .filter(({ key }) => kept.has(key))
    .map((tab) => {
      const found = pageAt(menu, tab.url);
      if (found === null) return null;
      return <Pane key={tab.key} tab={tab} {...found} active={tab.key === tabs.active} />;
    });
}
