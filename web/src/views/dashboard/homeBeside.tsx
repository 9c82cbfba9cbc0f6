import { SettingOutlined } from '@ant-design/icons';
import type { MessageHeading } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { Button, Popover, Spin } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, lazy } from 'react';
import { part } from '../../app/net/chunks.ts';
import { language } from '../../app/session/language.ts';
import { HOME, pageAt, pagesOf } from '../../app/settings/menu.ts';
import { useMenu } from '../../app/settings/permission.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { useRecent } from '../../app/settings/recent.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { timeText } from '../../control/format.ts';
import { IconButton } from '../../control/IconButton.tsx';
import { openRecord } from '../../layouts/message/openRecord.ts';
import { markRead, useNewest } from '../../layouts/message/useUnread.ts';
import { t } from '../../phrase/index.ts';
import type { Home } from './homeFigures.ts';
import type { Tile } from './homeLayout.ts';

// What only few ask for is loaded when they do.
const ShortcutChoice = lazy(
  part(
    () => import('./shortcutChoice.tsx'),
    (file) => file.ShortcutChoice,
  ),
);

/** What most people go to, until they choose for themselves. */
const USUAL: readonly string[] = [
  '/bill/sale_out',
  '/bill/purchase_in',
  '/bill/retail_out',
  '/report/material_stock',
  '/report/sales_rank',
];

/** The pages that the user wants at hand. */
function Shortcuts(): ReactNode {
  const { open } = useTabs();
  const pages = pagesOf(useMenu()).filter(({ url, hidden }) => url !== HOME && !hidden);
  const [chosen, choose] = usePreference('home:shortcuts', USUAL);
  const choosing = (
    <Suspense fallback={<Spin />}>
      <ShortcutChoice pages={pages} chosen={chosen} onChoose={choose} />
    </Suspense>
  );
  return (
    <section className="home-panel" aria-label={t('home.shortcuts')}>
      <header>
        <h3>{t('home.shortcuts')}</h3>
        <Popover trigger="click" content={choosing} placement="bottomRight">
          <IconButton
            size="small"
            icon={<SettingOutlined aria-hidden />}
            label={t('home.shortcutPages')}
          />
        </Popover>
      </header>
      <div className="shortcuts">
        {chosen.map((url) => {
          const page = pages.find((one) => one.url === url);
          return page === undefined ? null : (
            <Button key={url} onClick={() => open(url)}>
              {page.text}
            </Button>
          );
        })}
      </div>
    </section>
  );
}

/** Opens what a message leads to, and counts it as read; null where it leads nowhere: the bell shows its text. */
function useWayOf(): (message: MessageHeading) => (() => void) | null {
  const { open } = useTabs();
  const menu = useMenu();
  return (message) => {
    const [page = ''] = message.openPage.split('?');
    if (pageAt(menu, page) === null) return null;
    const ways: Partial<Record<MessageHeading['openType'], () => void>> = {
      url: () => open(message.openPage),
      component: () => void openRecord(message, open),
    };
    const follow = ways[message.openType];
    if (follow === undefined) return null;
    return () => {
      void markRead(message);
      follow();
    };
  };
}

/** The newest unread messages, as the bell has them. */
function Notices({ notices }: Pick<Home, 'notices'>): ReactNode {
  const { timeZone } = useSettings();
  const wayOf = useWayOf();
  const newest = useNewest(notices);
  return (
    <section className="home-panel" aria-label={t('home.notices')}>
      <header>
        <h3>{t('home.notices')}</h3>
      </header>
      {newest.length === 0 ? <p className="quiet">{t('message.none')}</p> : null}
      <ul>
        {newest.map((message) => {
          const { id, msgTitle, createTimeStr } = message;
          const follow = wayOf(message);
          return (
            <li key={id}>
              {follow === null ? (
                <span>{msgTitle}</span>
              ) : (
                <button type="button" className="link" onClick={follow}>
                  {msgTitle}
                </button>
              )}
              <time dateTime={createTimeStr}>{timeText(createTimeStr, timeZone).slice(5, 16)}</time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The documents that the user had in hand last. */
function Recent(): ReactNode {
  const [recent] = useRecent();
  const { open } = useTabs();
  return (
    <section className="home-panel" aria-label={t('home.recent')}>
      <header>
        <h3>{t('home.recent')}</h3>
      </header>
      {recent.length === 0 ? <p className="quiet">{t('home.noRecent')}</p> : null}
      <ul>
        {recent.slice(0, 5).map(({ kind, id, number }) => (
          <li key={id}>
            <button
              type="button"
              className="link"
              onClick={() => open(`${documentKinds[kind].url ?? ''}/${id}`)}
            >
              {number}
            </button>
            <span className="quiet">{documentKinds[kind].name[language]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is at hand: pages, messages, documents; of these, which are all. */
export const AtHand = ({
  notices,
  shown,
}: Pick<Home, 'notices'> & { readonly shown: readonly Tile<'atHand'>[] }): ReactNode => (
  <div className="home-panels">
    {shown.map((name) => {
      switch (name) {
        case 'shortcuts':
          return <Shortcuts key={name} />;
        case 'notices':
          return <Notices key={name} notices={notices} />;
        case 'recent':
          return <Recent key={name} />;
      }
    })}
  </div>
);
