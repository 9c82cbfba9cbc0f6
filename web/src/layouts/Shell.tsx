import type { MenuEntry, SessionUser, SettingsReply } from '@tradehouse/contract';
import { menu as menuCall } from '@tradehouse/contract';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Layout } from 'antd';
import type { ReactNode, RefObject } from 'react';
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Navigate, useLocation } from 'react-router';
import { createChunkLoader } from '../app/net/chunks.ts';
import { callEndpoint } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { queryClient } from '../app/net/query.ts';
import { useKeptFocus } from '../app/tabs/keptFocus.ts';
import type { Look } from '../app/theme/look.ts';
import { useLook } from '../app/theme/look.ts';
import { HOME, landingAddressOf, MISSING_PAGE, pageAt, pagesOfMenu } from '../app/settings/menu.ts';
import { getNotices } from '../app/notices.ts';
import { useCountedView } from '../app/tabs/pageViews.ts';
import { MenuContext } from '../app/settings/permission.ts';
import { sendPreferencesOnLeaving, usePreferencesAhead } from '../app/settings/preferences.ts';
import { useStartingViewsAhead } from '../app/settings/startingViews.ts';
import { getSession } from '../app/session/session.ts';
import { SettingsContext, useFreshSettings, useReadSettings } from '../app/settings/settings.ts';
import { signOut } from '../app/settings/signOut.ts';
import { TabActionsContext } from '../app/tabs/tabs.ts';
import { fetchView } from '../app/tabs/views.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { Banners } from './Banners.tsx';
import { openExternalAddress } from './follow.ts';
import { Brand, Header } from './Header.tsx';
import { HelpList, useHelpKey } from './HelpList.tsx';
import { LazyDialog } from './LazyDialog.tsx';
import { MENU_COLOURS, MenuColours } from './MenuColours.tsx';
import { PageHeader, BreadcrumbTrail } from './PageHeader.tsx';
import { ProgressLine } from './ProgressLine.tsx';
import { Looks } from './Looks.tsx';
import { LazyExceptionPage } from './shellPart.ts';
import { SideMenu } from './SideMenu.tsx';
import { Splash } from './Splash.tsx';
import { PagesMenu, TabBar, useTabTitle } from './TabBar.tsx';
import { TabPanes } from './TabPanes.tsx';
import { useFolded } from './useFolded.ts';
import { useGoKeys } from './useGoKeys.ts';
import { useHeaderShown } from './useHeaderShown.ts';
import { useTabState } from './useTabState.ts';
import type { TabState } from './useTabState.ts';

/** Widths of the side menu in pixels: open and collapsed. */
const OPEN = 200;
const COLLAPSED = 80;

interface FrameProps {
  readonly menu: readonly MenuEntry[];
  readonly user: SessionUser;
  readonly home: string;
}

function useSystemTitle(page: string, isHome: boolean): void {
  const system = t('product.name');
  useEffect(() => {
    document.title = isHome || page === '' ? system : `${page} · ${system}`;
  }, [page, isHome, system]);
}

const HeaderLine = memo(Header);
const Strip = memo(TabBar);
const Help = memo(HelpList);

/** Opens and focuses a page; closes the menu on a phone. */
function useOpening(
  { actions }: TabState,
  main: RefObject<HTMLElement | null>,
  closeMenu: (() => void) | null,
) {
  return useCallback(
    (url: string): void => {
      closeMenu?.();
      if (openExternalAddress(url)) return;
      actions.open(url);
      // The focus moves from the menu to the page.
      main.current?.focus();
    },
    [actions, main, closeMenu],
  );
}

/** Returns the front page's title and menu row; both may arrive shortly after the page. */
function useFront(menu: readonly MenuEntry[], { tabs }: TabState) {
  const titleOf = useTabTitle();
  const front = tabs.open.find((tab) => tab.key === tabs.active);
  const title = useDeferredValue(front === undefined ? '' : titleOf(front));
  const selected = useDeferredValue(pageAt(menu, front?.url ?? '')?.page.url ?? '');
  useSystemTitle(title, selected === HOME);
  useCountedView(selected);
  return { title, selected };
}

// Only a phone uses the drawer: loaded on first opening.
const MenuDrawer = lazy(createChunkLoader(() => import('./MenuDrawer.tsx')));

interface MenuSiderProps {
  readonly folded: boolean;
  readonly children: ReactNode;
}

const MenuSider = memo(({ folded, children }: MenuSiderProps): ReactNode => (
  <MenuColours>
    <Layout.Sider
      className={MENU_COLOURS}
      width={OPEN}
      collapsedWidth={COLLAPSED}
      collapsed={folded}
      trigger={null}
    >
      <Brand folded={folded} />
      {children}
    </Layout.Sider>
  </MenuColours>
));

type OpenPage = (url: string) => void;

/** Menu, memoised to rerender only on changes. */
const useSide = (top: boolean, collapsed: boolean, selected: string, open: OpenPage): ReactNode => {
  const place = top ? 'top' : 'side';
  return useMemo(
    () => <SideMenu place={place} selected={selected} collapsed={collapsed} onSelect={open} />,
    [place, selected, collapsed, open],
  );
};

/** Breadcrumb, memoised to rerender only on changes. */
const useTrail = (shown: boolean, selected: string, title: string, open: OpenPage): ReactNode =>
  useMemo(
    () => (shown ? <BreadcrumbTrail page={selected} title={title} onOpen={open} /> : null),
    [shown, selected, title, open],
  );

const shellClass = (look: Look, top: boolean): string =>
  [
    'shell',
    top ? 'top' : 'side',
    look.fixedMenu ? '' : 'loose-menu',
    top && look.width === 'Fixed' ? 'one-width' : '',
  ].join(' ');

/**
 * Places menu and header around the pages. The page comes to the front first; menu and header follow
 * without rerendering unaffected parts.
 */
function Frame({ menu, user, home }: FrameProps): ReactNode {
  const mobile = usePhone();
  const look = useLook();
  const top = look.layout === 'topmenu' && !mobile;
  const state = useTabState(menu, home);
  const { actions } = state;
  const main = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [help, setHelp] = useHelpKey();
  const [looking, setLooking] = useState(false);
  const [folded, fold] = useFolded(mobile);
  const { title, selected } = useFront(menu, state);
  const policy = look.fixedHeader ? (look.hideHeader ? 'hides' : 'fixed') : 'loose';
  const headed = useHeaderShown(main, mobile ? 'fixed' : policy, state.tabs.active);
  const closeMenu = useCallback(() => fold(true), [fold]);
  const open = useOpening(state, main, mobile ? closeMenu : null);
  useGoKeys(menu, open);
  useKeptFocus();
  useFreshSettings(state.tabs.active);
  const side = useSide(top, folded && !mobile, selected, open);
  const trail = useTrail(look.tabs && !mobile, selected, title, open);
  const header = (
    <HeaderLine
      user={user}
      mobile={mobile}
      top={top}
      away={!headed}
      toggle={toggle}
      trail={mobile ? <PagesMenu state={state} home={home} /> : trail}
      collapsed={folded}
      dirty={state.tabs.open.filter((tab) => tab.dirty).length}
      onToggle={useCallback(() => fold(!folded), [fold, folded])}
      onOpen={open}
      onHelp={useCallback(() => setHelp(true), [setHelp])}
      onLook={useCallback(() => setLooking(true), [])}
      onLeft={useCallback(() => actions.open('/'), [actions])}
    />
  );
  const leaveMenu = (): void => {
    fold(true);
    // Runs after the drawer, which traps the focus, has closed.
    setTimeout(() => toggle.current?.focus());
  };
  return (
    <TabActionsContext value={actions}>
      <a className="skip" href="#page">
        {t('shell.skip')}
      </a>
      <Layout className={shellClass(look, top)} hasSider={!mobile && !top}>
        {mobile && !folded ? (
          <LazyDialog title={t('shell.menu')} onClose={leaveMenu}>
            <MenuDrawer onClose={leaveMenu}>{side}</MenuDrawer>
          </LazyDialog>
        ) : null}
        {mobile || top ? null : <MenuSider folded={folded}>{side}</MenuSider>}
        <Layout>
          <ProgressLine />
          <MenuColours on={top}>
            {header}
            {top ? side : null}
          </MenuColours>
          {mobile ? null : look.tabs ? (
            <Strip state={state} home={home} />
          ) : (
            <PageHeader user={user} page={selected} title={title} onOpen={open} />
          )}
          <Banners user={user} />
          <main ref={main} className="panes" id="page" tabIndex={-1}>
            <TabPanes tabs={state.tabs} />
            {state.tabs.active === '' ? (
              <div className="pane">
                <Suspense fallback={null}>
                  <LazyExceptionPage code="404" />
                </Suspense>
              </div>
            ) : null}
          </main>
        </Layout>
      </Layout>
      <Looks open={looking} onClose={useCallback(() => setLooking(false), [])} />
      <Help open={help} onClose={useCallback(() => setHelp(false), [setHelp])} />
    </TabActionsContext>
  );
}

/** No menu means no way on: the sign-in ends with a sentence. */
function NoMenu(): ReactNode {
  useEffect(() => {
    getNotices().message.error(t('error.menu'));
    void signOut({ byWill: false });
  }, []);
  return <Splash />;
}

/**
 * Returns true after the address's view has loaded or failed. The frame is drawn with its first page: a
 * loading state would last longer than the wait.
 */
function useFirstView(
  menu: readonly MenuEntry[] | undefined,
  settings: SettingsReply | undefined,
  path: string,
): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (menu === undefined || settings === undefined || settled) return;
    const found = pageAt(menu, path === '/' ? landingAddressOf(menu, settings.landings) : path);
    const settle = (): void => setSettled(true);
    // The drawing component repeats and reports a failed load.
    void (found === null ? Promise.resolve() : fetchView(found.page)).then(settle, settle);
  }, [menu, settings, path, settled]);
  return settled;
}

/** Reads the menu, then draws the frame around the page of the address. */
function MenuFrame(): ReactNode {
  const { pathname } = useLocation();
  const user = getSession()?.user;
  const { data: menu, isError } = useQuery({
    queryKey: ['menu', user?.id],
    // SAFETY: the schema is recursive, which its type can't express; rows are menu entries.
    queryFn: async () => (await callEndpoint(menuCall, {})) as readonly MenuEntry[],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: user !== undefined,
    // Network errors and aborted calls say nothing about the session: retried.
    retry: (_, error) => error instanceof CallError && error.status === 0,
  });
  const enters = user?.mustChangePassword === false;
  const settings = useReadSettings(enters);
  usePreferencesAhead(enters);
  useStartingViewsAhead(enters);
  const viewed = useFirstView(menu, settings, pathname);
  if (user === undefined) return <Navigate to="/user/login" replace />;
  if (user.mustChangePassword) return <Navigate to="/user/login" replace />;
  if (isError || menu?.length === 0) return <NoMenu />;
  if (menu === undefined || settings === undefined || !viewed) return <Splash />;
  if (pathname === '/') return <Navigate to={landingAddressOf(menu, settings.landings)} replace />;
  const home = pagesOfMenu(menu).some(({ url }) => url === HOME) ? HOME : landingAddressOf(menu);
  return (
    <MenuContext value={menu}>
      <SettingsContext value={settings}>
        {pathname !== MISSING_PAGE && pageAt(menu, pathname) === null ? (
          <Navigate to={MISSING_PAGE} replace />
        ) : null}
        <Suspense fallback={<Splash />}>
          <Frame menu={menu} user={user} home={home} />
        </Suspense>
      </SettingsContext>
    </MenuContext>
  );
}

/** Everything behind the sign-in. An error page replaces the shell; afterwards everything is read again. */
export function Shell(): ReactNode {
  useEffect(sendPreferencesOnLeaving, []);
  useEffect(() => () => queryClient.clear(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <MenuFrame />
    </QueryClientProvider>
  );
}
