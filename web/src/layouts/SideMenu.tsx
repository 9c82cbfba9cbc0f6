import type { MenuEntry } from '@tradehouse/contract';
import { Menu } from 'antd';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { storeValue } from '../app/session/storage.ts';
import { pagesOfMenu, parentsOf, visibleEntriesOf } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import { t } from '../phrase/index.ts';
import { MENU_COLOURS } from './MenuColours.tsx';
import { iconOf } from './icons.tsx';
import { groupedReports } from './reportGroups.ts';

/** Milliseconds until a menu group is unfolded. */
const UNFOLDED = 300;

type SideMenuItems = NonNullable<MenuProps['items']>;

const sideMenuItemsOf = (entries: readonly MenuEntry[], top: boolean): SideMenuItems =>
  visibleEntriesOf(entries).map((entry) => ({
    key: entry.url,
    label: entry.text,
    ...(top ? { icon: iconOf(entry.icon) } : {}),
    ...(entry.children.length > 0 ? { children: childrenOf(entry.children) } : {}),
  }));

/** The pages of a group; many reports stand below the headings of their subjects. */
const childrenOf = (entries: readonly MenuEntry[]): SideMenuItems =>
  groupedReports(visibleEntriesOf(entries))?.flatMap(([group, pages]): SideMenuItems => {
    const children = sideMenuItemsOf(pages, false);
    if (group === null) return children;
    return [{ type: 'group', key: group, label: t(`menu.reports.${group}`), children }];
  }) ?? sideMenuItemsOf(entries, false);

export interface SideMenuProps {
  readonly place: 'side' | 'top';
  readonly selected: string;
  readonly collapsed: boolean;
  readonly onSelect: (url: string) => void;
}

/** Menu with one open group; a page's groups open when the page comes to the front. */
export function SideMenu({ place, selected, collapsed, onSelect }: SideMenuProps): ReactNode {
  const menu = useMenu();
  const [opened, setOpened] = useState<{ readonly page: string; readonly keys: readonly string[] }>(
    {
      page: '',
      keys: [],
    },
  );
  const items = useMemo(() => sideMenuItemsOf(menu, true), [menu]);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // The group of the page unfolds first.
    const timer = setTimeout(
      () =>
        nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' }),
      UNFOLDED,
    );
    return () => clearTimeout(timer);
  }, [selected]);
  const keys = opened.page === selected ? opened.keys : parentsOf(menu, selected);
  const choose = (url: string): void => {
    const entry = pagesOfMenu(menu).find((page) => page.url === url);
    if (entry !== undefined) storeValue(`route:title:${url}`, entry.text);
    onSelect(url);
  };
  if (place === 'top')
    return (
      <nav aria-label={t('shell.menu')} className={`top-menu ${MENU_COLOURS}`}>
        <Menu
          mode="horizontal"
          items={items}
          selectedKeys={[...parentsOf(menu, selected), selected]}
          triggerSubMenuAction="click"
          onClick={({ key }) => choose(key)}
        />
      </nav>
    );
  return (
    <nav aria-label={t('shell.menu')} className="side-menu" ref={nav}>
      <Menu
        mode="inline"
        inlineIndent={16}
        items={items}
        selectedKeys={[selected]}
        {...(collapsed ? {} : { openKeys: [...keys] })}
        onOpenChange={(next) => {
          if (collapsed) return;
          const added = next.find((key) => !keys.includes(key));
          const trail = added === undefined ? next : [...parentsOf(menu, added), added];
          setOpened({ page: selected, keys: trail });
        }}
        onClick={({ key }) => choose(key)}
      />
    </nav>
  );
}
