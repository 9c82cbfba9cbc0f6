import type { MenuEntry, SessionUser } from '@tradehouse/contract';
import { menu as menuCall } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
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
import { chunk } from '../app/net/chunks.ts';
import { call } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { useKeptFocus } from '../app/tabs/keptFocus.ts';
import type { Look } from '../app/theme/look.ts';
import { useLook } from '../app/theme/look.ts';
import { HOME, landing, pageAt, pagesOf } from '../app/settings/menu.ts';
import { notices } from '../app/notices.ts';
import { useCountedView } from '../app/tabs/pageViews.ts';
import { MenuContext } from '../app/settings/permission.ts';
import { usePreferencesAhead } from '../app/settings/preferences.ts';
import { useStartingViewsAhead } from '../app/settings/startingViews.ts';
import { session } from '../app/session/session.ts';
import { SettingsContext, useFreshSettings, useReadSettings } from '../app/settings/settings.ts';
import { signOut } from '../app/settings/signOut.ts';
import { TabActionsContext } from '../app/tabs/tabs.ts';
import { fetchView } from '../app/tabs/views.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { Banners } from './Banners.tsx';
import { follow } from './follow.ts';
import { Brand, Header } from './Header.tsx';
import { HelpList, useHelpKey } from './HelpList.tsx';
import { MENU_COLOURS, MenuColours } from './MenuColours.tsx';
import { PageHeader, Trail } from './PageHeader.tsx';
import { ProgressLine } from './ProgressLine.tsx';
import { Looks } from './Looks.tsx';
import { SideMenu } from './SideMenu.tsx';
import { Away, Splash } from './Splash.tsx';
import { TabBar, useTabTitle } from './TabBar.tsx';
import { TabPanes } from './TabPanes.tsx';
import { useFolded } from './useFolded.ts';
import { useGoKeys } from './useGoKeys.ts';
import { useHeaderShown } from './useHeaderShown.ts';
import { useTabState } from './useTabState.ts';
import type { TabState } from './useTabState.ts';

/** Widths of the side menu in pixels: open and collapsed (spec §9). */
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

/** Goes to a page and gives it the keyboard; on a phone the menu closes. */
function useOpening(
  { actions }: TabState,
  main: RefObject<HTMLElement | null>,
  closeMenu: (() => void) | null,
) {
  return useCallback(
    (url: string): void => {
      closeMenu?.();
      if (follow(url)) return;
      actions.open(url);
      // The keys are the page's from here on, no longer the menu's.
      main.current?.focus();
    },
    [actions, main, closeMenu],
  );
}

/** What the page in front is called, and its row of the menu; both may come a moment later than the page. */
function useFront(menu: readonly MenuEntry[], { tabs }: TabState) {
  const titleOf = useTabTitle();
  const front = tabs.open.find((tab) => tab.key === tabs.active);
  const title = useDeferredValue(front === undefined ? '' : titleOf(front));
  const selected = useDeferredValue(pageAt(menu, front?.url ?? '')?.page.url ?? '');
  useSystemTitle(title, selected === HOME);
  useCountedView(selected);
  return { title, selected };
}

// Only a phone has it: it comes when it is first opened.
const MenuDrawer = lazy(chunk(() => import('./MenuDrawer.tsx')));

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

type Open = (url: string) => void;

/** The menu, drawn again only where it changes. */
const useSide = (top: boolean, collapsed: boolean, selected: string, open: Open): ReactNode => {
  const place = top ? 'top' : 'side';
  return useMemo(
    () => <SideMenu place={place} selected={selected} collapsed={collapsed} onSelect={open} />,
    [place, selected, collapsed, open],
  );
};

/** The way to the page in front, drawn again only where it changes. */
const useTrail = (shown: boolean, selected: string, title: string, open: Open): ReactNode =>
  useMemo(
    () => (shown ? <Trail page={selected} title={title} onOpen={open} /> : null),
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
 * Where the menu and the header stand around the pages. A page comes to the front first, and what says which it is, in the
 * menu and the header, follows: what is not concerned is not drawn again.
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
  const trail = useTrail(look.tabs && !top && !mobile, selected, title, open);
  const header = (
    <HeaderLine
      user={user}
      mobile={mobile}
      top={top ? side : null}
      away={!headed}
      toggle={toggle}
      trail={trail}
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
    // Once the drawer, which holds the keyboard, is gone.
    setTimeout(() => toggle.current?.focus());
  };
  return (
    <TabActionsContext value={actions}>
      <a className="skip" href="#page">
        {t('shell.skip')}
      </a>
      <Layout className={shellClass(look, top)} hasSider={!mobile && !top}>
        {mobile && !folded ? (
          <Suspense fallback={<Away />}>
            <MenuDrawer onClose={leaveMenu}>{side}</MenuDrawer>
          </Suspense>
        ) : null}
        {mobile || top ? null : <MenuSider folded={folded}>{side}</MenuSider>}
        <Layout>
          <ProgressLine />
          <MenuColours on={top}>{header}</MenuColours>
          {look.tabs ? (
            <Strip state={state} home={home} />
          ) : (
            <PageHeader user={user} page={selected} title={title} onOpen={open} />
          )}
          <Banners user={user} />
          <main ref={main} className="panes" id="page" tabIndex={-1}>
            <TabPanes tabs={state.tabs} />
          </main>
        </Layout>
      </Layout>
      <Looks open={looking} onClose={useCallback(() => setLooking(false), [])} />
      <Help open={help} onClose={useCallback(() => setHelp(false), [setHelp])} />
    </TabActionsContext>
  );
}

/** No menu means no way on: the sign-in ends with a sentence (spec §4). */
function NoMenu(): ReactNode {
  useEffect(() => {
    notices().message.error(t('error.menu'));
    void signOut({ byWill: false });
  }, []);
  return <Splash />;
}

/**
 * Whether the view of the address is here, or does not come. The frame is drawn with its first page in it: the sight of
 * waiting in between would stay for longer than the wait.
 */
function useFirstView(menu: readonly MenuEntry[] | undefined, path: string): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (menu === undefined || settled) return;
    const found = pageAt(menu, path === '/' ? landing(menu) : path);
    const settle = (): void => setSettled(true);
    // What fails to come is fetched again where it is drawn, and said there.
    void (found === null ? Promise.resolve() : fetchView(found.page)).then(settle, settle);
  }, [menu, path, settled]);
  return settled;
}

/** Everything behind the sign-in: reads the menu, then draws the frame around the page of the address. */
export function Shell(): ReactNode {
  const { pathname } = useLocation();
  const user = session()?.user;
  const { data: menu, isError } = useQuery({
    queryKey: ['menu', user?.id],
    // SAFETY: the schema is recursive, which its type can't say; its rows are such entries.
    queryFn: async () => (await call(menuCall, {})) as readonly MenuEntry[],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: user !== undefined,
    // That nothing answers, or that the page was left meanwhile, says nothing of the session: it is asked again.
    retry: (_, error) => error instanceof CallError && error.status === 0,
  });
  const enters = user?.mustChangePassword === false;
  const settings = useReadSettings(enters);
  usePreferencesAhead(enters);
  useStartingViewsAhead(enters);
  const viewed = useFirstView(menu, pathname);
  if (user === undefined) return <Navigate to="/user/login" replace />;
  if (user.mustChangePassword) return <Navigate to="/user/login" replace />;
  if (isError || menu?.length === 0) return <NoMenu />;
  if (menu === undefined || settings === undefined || !viewed) return <Splash />;
  if (pathname === '/') return <Navigate to={landing(menu)} replace />;
  if (pageAt(menu, pathname) === null) return <Navigate to="/404" replace />;
  const home = pagesOf(menu).some(({ url }) => url === HOME) ? HOME : landing(menu);
  return (
    <MenuContext value={menu}>
      <SettingsContext value={settings}>
        <Suspense fallback={<Splash />}>
          <Frame menu={menu} user={user} home={home} />
        </Suspense>
      </SettingsContext>
    </MenuContext>
  );
}
