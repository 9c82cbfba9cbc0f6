import type { MenuEntry } from '@tradehouse/contract';
import { Menu } from 'antd';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keep } from '../app/session/storage.ts';
import { pagesOf, parentsOf, shownOf } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import { t } from '../phrase/index.ts';
import { iconOf } from './icons.tsx';
import { groupedReports } from './reportGroups.ts';

/** Milliseconds after which a group of the menu is unfolded. */
const UNFOLDED = 300;

type Items = NonNullable<MenuProps['items']>;

const itemsOf = (entries: readonly MenuEntry[], top: boolean): Items =>
  shownOf(entries).map((entry) => ({
    key: entry.url,
    label: entry.text,
    ...(top ? { icon: iconOf(entry.icon) } : {}),
    ...(entry.children.length > 0 ? { children: childrenOf(entry.children) } : {}),
  }));

/** The pages of a group; many reports stand below the headings of their subjects. */
const childrenOf = (entries: readonly MenuEntry[]): Items =>
  groupedReports(shownOf(entries))?.flatMap(([group, pages]): Items => {
    const children = itemsOf(pages, false);
    if (group === null) return children;
    return [{ type: 'group', key: group, label: t(`menu.reports.${group}`), children }];
  }) ?? itemsOf(entries, false);

export interface SideMenuProps {
  /** Beside the page, or as a line above it. */
  readonly place: 'side' | 'top';
  readonly selected: string;
  readonly collapsed: boolean;
  readonly onSelect: (url: string) => void;
}

/** The menu; one group is open at a time, and the current page's groups always are when it comes to the front. */
export function SideMenu({ place, selected, collapsed, onSelect }: SideMenuProps): ReactNode {
  const menu = useMenu();
  const [opened, setOpened] = useState<{ readonly page: string; readonly keys: readonly string[] }>(
    {
      page: '',
      keys: [],
    },
  );
  const items = useMemo(() => itemsOf(menu, true), [menu]);
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
    const entry = pagesOf(menu).find((page) => page.url === url);
    if (entry !== undefined) keep(`route:title:${url}`, entry.text);
    onSelect(url);
  };
  if (place === 'top')
    return (
      <nav aria-label={t('shell.menu')} className="top-menu">
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
