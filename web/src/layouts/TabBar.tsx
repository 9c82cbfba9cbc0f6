import { CloseOutlined, DownOutlined, HomeOutlined } from '@ant-design/icons';
import { entriesOf, isKeyOf } from '@tradehouse/domain';
import { Dropdown, Tabs as TabStrip } from 'antd';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { pageAt } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import type { Side, Tab } from '../app/tabs/tabModel.ts';
import { t } from '../phrase/index.ts';
import type { PhraseKey } from '../phrase/index.ts';
import type { TabState } from './useTabState.ts';
import { IconButton } from '../control/IconButton.tsx';
import { around } from '../control/around.ts';

const sides = {
  left: 'tab.closeLeft',
  right: 'tab.closeRight',
  others: 'tab.closeOthers',
} as const satisfies Readonly<Record<Side, PhraseKey>>;
const choices = () => entriesOf(sides).map(([key, phrase]) => ({ key, label: t(phrase) }));

/** What a tab calls itself: its own title, else the menu's. */
export function useTabTitle(): (tab: Tab) => string {
  const menu = useMenu();
  return ({ url, title }) => title ?? pageAt(menu, url)?.page.text ?? '';
}

/** The key of the tab that an event is about. */
const keyAt = (target: EventTarget): string | null =>
  around(target, '[data-node-key]')?.dataset['nodeKey'] ?? null;

export interface TabBarProps {
  readonly state: TabState;
  readonly home: string;
}

interface LabelProps {
  readonly tab: Tab;
  readonly home: string;
  readonly onClose: () => void;
}

function TabLabel({ tab, home, onClose }: LabelProps): ReactNode {
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

/** The library counts the button for what has no room among the tabs; a list of tabs holds nothing else. */
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
 * The open pages as a strip; a right click closes those beside, the button at its end closes all too. A strip of tabs may hold
 * tabs only (ARIA), so the cross is for the pointer and Delete is its key.
 */
export function TabBar({ state: { tabs, actions }, home }: TabBarProps): ReactNode {
  /** Whose menu a right click opened: one menu serves all tabs. */
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
          items: choices(),
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

/** Closes tabs beside the one in front, or all. */
const TabMenu = ({ tabs, actions }: TabState): ReactNode => (
  <Dropdown
    trigger={['click']}
    menu={{
      items: [...choices(), { key: 'all', label: t('tab.closeAll') }],
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
