import { CloseOutlined, DownOutlined, HomeOutlined } from '@ant-design/icons';
import { entriesOf, isKeyOf } from '@tradehouse/domain';
import { Button, Dropdown, Tabs as TabStrip } from 'antd';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { pageAt } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import type { TabSide, Tab } from '../app/tabs/tabModel.ts';
import { t } from '../phrase/index.ts';
import type { PhraseKey } from '../phrase/index.ts';
import type { TabState } from './useTabState.ts';
import { IconButton } from '../control/IconButton.tsx';
import { closestElement } from '../control/around.ts';

const sides = {
  left: 'tab.closeLeft',
  right: 'tab.closeRight',
  others: 'tab.closeOthers',
} as const satisfies Readonly<Record<TabSide, PhraseKey>>;
const listTabSides = () => entriesOf(sides).map(([key, phrase]) => ({ key, label: t(phrase) }));

/** Returns a tab's title: its own, otherwise the menu's. */
export function useTabTitle(): (tab: Tab) => string {
  const menu = useMenu();
  return ({ url, title }) => title ?? pageAt(menu, url)?.page.text ?? '';
}

const keyAt = (target: EventTarget): string | null =>
  closestElement(target, '[data-node-key]')?.dataset['nodeKey'] ?? null;

export interface TabBarProps {
  readonly state: TabState;
  readonly home: string;
}

interface TabLabelProps {
  readonly tab: Tab;
  readonly home: string;
  readonly onClose: () => void;
}

function TabLabel({ tab, home, onClose }: TabLabelProps): ReactNode {
  const title = useTabTitle()(tab);
  const isHome = tab.key === home;
  return (
    <span className="tab-label" title={title}>
      {isHome ? <HomeOutlined aria-hidden /> : null}
      {tab.dirty ? <span className="tab-dirty" title={t('tab.dirty')} /> : null}
      <span className="tab-text">{title}</span>
      {isHome ? null : (
        <span
          className="tab-close"
          aria-hidden
          title={`${t('act.close')} (Delete)`}
          onClick={(event: MouseEvent) => {
            event.stopPropagation();
            onClose();
          }}
        >
          <CloseOutlined />
        </span>
      )}
    </span>
  );
}

/** The library adds the overflow button to the tab list, which may contain only tabs. */
function useTabRoles(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const whole = strip.current?.querySelector('.ant-tabs-nav');
    const list = whole?.querySelector('.ant-tabs-nav-list');
    if (!whole || !list) return;
    whole.removeAttribute('role');
    whole.removeAttribute('aria-orientation');
    list.setAttribute('role', 'tablist');
  });
}

/**
 * Renders open pages; a right click closes neighbours, the button at the end also all. A tab list may
 * contain only tabs (ARIA), so the cross is for the pointer and Delete is the key.
 */
export function TabBar({ state: { tabs, actions }, home }: TabBarProps): ReactNode {
  /** Right-clicked tab: one menu serves all tabs. */
  const clicked = useRef('');
  const aimed = (event: MouseEvent): void => {
    const key = keyAt(event.target);
    if (key === null) event.stopPropagation();
    else clicked.current = key;
  };
  const strip = useRef<HTMLElement>(null);
  useTabRoles(strip);
  const pressed = (event: KeyboardEvent): void => {
    const key = keyAt(event.target);
    if (event.key === 'Delete' && key !== null) actions.close(key);
  };
  return (
    <nav ref={strip} aria-label={t('shell.pages')} className="tab-line">
      <Dropdown
        trigger={['contextMenu']}
        menu={{
          items: listTabSides(),
          onClick: ({ key }) => {
            if (isKeyOf(sides, key)) actions.closeBeside(clicked.current, key);
          },
        }}
      >
        <div className="tab-strip" onContextMenuCapture={aimed}>
          <TabStrip
            type="card"
            size="small"
            className="tab-bar"
            activeKey={tabs.active}
            items={tabs.open.map((tab) => ({
              key: tab.key,
              label: <TabLabel tab={tab} home={home} onClose={() => actions.close(tab.key)} />,
            }))}
            onKeyDown={pressed}
            onTabClick={(key) => {
              const tab = tabs.open.find((one) => one.key === key);
              if (tab !== undefined) actions.open(tab.url);
            }}
          />
        </div>
      </Dropdown>
      <TabMenu tabs={tabs} actions={actions} />
    </nav>
  );
}

/** Renders open pages on a phone: the front page's title opens the list and the close actions. */
export function PagesMenu({ state: { tabs, actions }, home }: TabBarProps): ReactNode {
  const titleOf = useTabTitle();
  const front = tabs.open.find(({ key }) => key === tabs.active);
  // No tab is in front beside the page that says a page is missing.
  const title = front === undefined ? t('shell.pages') : titleOf(front);
  const pages = tabs.open.map((tab) => ({
    key: `page ${tab.key}`,
    label: `${titleOf(tab)}${tab.dirty ? ' *' : ''}`,
  }));
  const closes = [
    ...(front === undefined || front.key === home
      ? []
      : [{ key: 'front', label: t('tab.closeThis') }]),
    ...(front === undefined ? [] : [{ key: 'others', label: t('tab.closeOthers') }]),
    { key: 'all', label: t('tab.closeAll') },
  ];
  const choose = (key: string): void => {
    const tab = tabs.open.find((one) => key === `page ${one.key}`);
    if (tab !== undefined) actions.open(tab.url);
    else if (key === 'front') actions.close(tabs.active);
    else if (key === 'all') actions.closeAll();
    else actions.closeBeside(tabs.active, 'others');
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [...pages, { type: 'divider' }, ...closes],
        selectedKeys: [`page ${tabs.active}`],
        onClick: ({ key }) => choose(key),
      }}
    >
      <Button
        type="text"
        className="pages-button"
        aria-haspopup="menu"
        title={t('shell.pages')}
        iconPlacement="end"
        icon={<DownOutlined aria-hidden />}
      >
        <span className="pages-title">{title}</span>
        {tabs.open.length > 1 ? <span className="pages-count">{tabs.open.length}</span> : null}
      </Button>
    </Dropdown>
  );
}

const TabMenu = ({ tabs, actions }: TabState): ReactNode => (
  <Dropdown
    trigger={['click']}
    menu={{
      items: [
        ...(tabs.open.some(({ key }) => key === tabs.active) ? listTabSides() : []),
        { key: 'all', label: t('tab.closeAll') },
      ],
      onClick: ({ key }) => {
        if (isKeyOf(sides, key)) actions.closeBeside(tabs.active, key);
        else actions.closeAll();
      },
    }}
  >
    <IconButton
      size="small"
      aria-haspopup="menu"
      label={t('tab.more')}
      title={t('tab.more')}
      icon={<DownOutlined aria-hidden />}
    />
  </Dropdown>
);
