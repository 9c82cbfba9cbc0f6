import { SettingOutlined } from '@ant-design/icons';
import type { MessageHeading } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { Button, Popover, Spin } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, lazy } from 'react';
import { createChunkPartLoader } from '../app/net/chunks.ts';
import { language } from '../app/session/language.ts';
import { HOME, pageAt, pagesOfMenu } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { useRecent } from '../app/settings/recent.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { timeText } from '../control/format.ts';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { PageLink } from '../control/PageLink.tsx';
import { openRecord } from '../layouts/message/openRecord.ts';
import { markMessageRead, useNewest } from '../layouts/message/useUnread.ts';
import { t } from '../phrase/index.ts';
import type { HomeReply } from './homeFigures.ts';
import type { Tile } from './homeLayout.ts';

// Loaded on demand, because only few users open the dialog.
const ShortcutChoice = lazy(
  createChunkPartLoader(
    () => import('./shortcutChoice.tsx'),
    (file) => file.ShortcutChoice,
  ),
);

/** Shortcuts until the user chooses: the most used pages. */
const USUAL: readonly string[] = [
  '/bill/sale_out',
  '/bill/purchase_in',
  '/bill/retail_out',
  '/report/material_stock',
  '/report/sales_rank',
];

function Shortcuts(): ReactNode {
  const { open } = useTabActions();
  const pages = pagesOfMenu(useMenu()).filter(({ url, hidden }) => url !== HOME && !hidden);
  const [chosen, choose] = usePreference('home:shortcuts', USUAL);
  const choosing = (
    <ErrorBoundary>
      <Suspense fallback={<Spin />}>
        <ShortcutChoice pages={pages} chosen={chosen} onChoose={choose} />
      </Suspense>
    </ErrorBoundary>
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

/** Opens a message's target and marks the message read; null without a target: the bell shows the text. */
function useWayOf(): (message: MessageHeading) => (() => void) | null {
  const { open } = useTabActions();
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
      void markMessageRead(message);
      follow();
    };
  };
}

function HomeNotices({ notices }: Pick<HomeReply, 'notices'>): ReactNode {
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

/** Lists recently opened documents. */
function Recent(): ReactNode {
  const [recent] = useRecent();
  return (
    <section className="home-panel" aria-label={t('home.recent')}>
      <header>
        <h3>{t('home.recent')}</h3>
      </header>
      {recent.length === 0 ? <p className="quiet">{t('home.noRecent')}</p> : null}
      <ul>
        {recent.slice(0, 5).map(({ kind, id, number }) => (
          <li key={id}>
            <PageLink url={`${documentKinds[kind].url ?? ''}/${id}`}>{number}</PageLink>
            <span className="quiet">{documentKinds[kind].name[language]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders shortcuts, messages and documents; `shown` limits the parts. */
export const AtHand = ({
  notices,
  shown,
}: Pick<HomeReply, 'notices'> & { readonly shown: readonly Tile<'atHand'>[] }): ReactNode => (
  <div className="home-panels">
    {shown.map((name) => {
      switch (name) {
        case 'shortcuts':
          return <Shortcuts key={name} />;
        case 'notices':
          return <HomeNotices key={name} notices={notices} />;
        case 'recent':
          return <Recent key={name} />;
      }
    })}
  </div>
);
