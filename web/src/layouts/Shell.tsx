import type { MenuEntry, SessionUser } from '@tradehouse/contract';
import { menu as menuCall } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Layout } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { call } from '../app/client.ts';
import { HOME, landing, pageAt, pagesOf } from '../app/menu.ts';
import { notices } from '../app/notices.ts';
import { MenuContext } from '../app/permission.ts';
import { endSession, session } from '../app/session.ts';
import { keep, recall } from '../app/storage.ts';
import { TabActionsContext } from '../app/tabs.ts';
import { usePhone } from '../app/useMedia.ts';
import { t } from '../phrase/index.ts';
import { Banners } from './Banners.tsx';
import { Header } from './Header.tsx';
import { HelpList, useHelpKey } from './HelpList.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { ProgressLine } from './ProgressLine.tsx';
import { SideMenu } from './SideMenu.tsx';
import { Splash } from './Splash.tsx';
import { TabBar, useTabTitle } from './TabBar.tsx';
import { TabPanes } from './TabPanes.tsx';
import { useGoKeys } from './useGoKeys.ts';
import { useTabState } from './useTabState.ts';

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

function Frame({ menu, user, home }: FrameProps): ReactNode {
  const navigate = useNavigate();
  const mobile = usePhone();
  const state = useTabState(menu, home);
  const titleOf = useTabTitle();
  const main = useRef<HTMLElement>(null);
  const [help, setHelp] = useHelpKey();
  const [folded, setFolded] = useState(() => mobile || recall<boolean>('sidebarType') === true);
  const front = state.tabs.open.find((tab) => tab.key === state.tabs.active);
  const selected = pageAt(menu, front?.url.split('?')[0] ?? '')?.page.url ?? '';
  useSystemTitle(front === undefined ? '' : titleOf(front), selected === HOME);
  const open = (url: string): void => {
    if (mobile) setFolded(true);
    state.actions.open(url);
    // The keys are the page's from here on, no longer the menu's.
    main.current?.focus();
  };
  useGoKeys(menu, open);
  const side = <SideMenu selected={selected} collapsed={folded && !mobile} onSelect={open} />;
  return (
    <TabActionsContext value={state.actions}>
      <a className="skip" href="#page">
        {t('shell.skip')}
      </a>
      <Layout className="shell" hasSider={!mobile}>
        {mobile ? (
          <Drawer
            open={!folded}
            onClose={() => setFolded(true)}
            placement="left"
            size={240}
            className="menu-drawer"
            title={t('product.name')}
            footer={<LanguageSelect />}
          >
            {side}
          </Drawer>
        ) : (
          <Layout.Sider width={OPEN} collapsedWidth={COLLAPSED} collapsed={folded} trigger={null}>
            <Brand folded={folded} />
            {side}
          </Layout.Sider>
        )}
        <Layout>
          <ProgressLine />
          <Header
            user={user}
            mobile={mobile}
            collapsed={folded}
            dirty={state.tabs.open.filter((tab) => tab.dirty).length}
            onToggle={() => {
              if (!mobile) keep('sidebarType', !folded);
              setFolded(!folded);
            }}
            onOpen={open}
            onHelp={() => setHelp(true)}
            onLeft={() => void navigate('/')}
          />
          <TabBar state={state} home={home} />
          <Banners user={user} />
          <main ref={main} className="panes" id="page" tabIndex={-1}>
            <TabPanes tabs={state.tabs} />
          </main>
        </Layout>
      </Layout>
      <HelpList open={help} onClose={() => setHelp(false)} />
    </TabActionsContext>
  );
}

const Brand = ({ folded }: { readonly folded: boolean }): ReactNode => (
  <div className="brand">
    <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={28} height={28} />
    {folded ? null : <span>{t('product.name')}</span>}
  </div>
);

/** No menu means no way on: the sign-in ends with a sentence (spec §4). */
function NoMenu(): ReactNode {
  useEffect(() => {
    notices().message.error(t('error.menu'));
    endSession();
  }, []);
  return <Splash />;
}

/** Everything behind the sign-in: reads the menu, then draws the frame around the page of the address. */
export function Shell(): ReactNode {
  const { pathname } = useLocation();
  const user = session()?.user;
  const { data: menu, isError } = useQuery({
    queryKey: ['menu', user?.id],
    queryFn: async () => (await call(menuCall, {})) as readonly MenuEntry[],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: user !== undefined,
  });
  if (user === undefined) return <Navigate to="/user/login" replace />;
  if (user.mustChangePassword) return <Navigate to="/user/login" replace />;
  if (isError || menu?.length === 0) return <NoMenu />;
  if (menu === undefined) return <Splash />;
  if (pathname === '/') return <Navigate to={landing(menu)} replace />;
  if (pageAt(menu, pathname) === null) return <Navigate to="/404" replace />;
  const home = pagesOf(menu).some(({ url }) => url === HOME) ? HOME : landing(menu);
  return (
    <MenuContext value={menu}>
      <Suspense fallback={<Splash />}>
        <Frame menu={menu} user={user} home={home} />
      </Suspense>
    </MenuContext>
  );
}
