import { BellOutlined } from '@ant-design/icons';
import type { MessageHeading } from '@tradehouse/contract';
import { MOST_UNREAD } from '@tradehouse/contract';
import { Badge, Button, Popover } from 'antd';
import type { ReactNode } from 'react';
import { lazy, useState } from 'react';
import { createChunkPartLoader } from '../app/net/chunks.ts';
import { useSettings } from '../app/settings/settings.ts';
import { timeText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import type { HeaderToolProps } from './HeaderTools.tsx';
import { LazyDialog } from './LazyDialog.tsx';
import { openRecord } from './message/openRecord.ts';
import { SHOWN, markMessageRead, useUnread } from './message/useUnread.ts';
import './message/message.css';

const MessageList = lazy(
  createChunkPartLoader(
    () => import('./message/MessageList.tsx'),
    (file) => file.MessageList,
  ),
);
const MessageDetail = lazy(
  createChunkPartLoader(
    () => import('./message/MessageDetail.tsx'),
    (file) => file.MessageDetail,
  ),
);

interface NewestProps {
  readonly unread: readonly MessageHeading[];
  readonly onOpen: (message: MessageHeading) => void;
  readonly onMore: () => void;
}

function Newest({ unread, onOpen, onMore }: NewestProps): ReactNode {
  const { timeZone } = useSettings();
  return (
    <div className="notices">
      {unread.length === 0 ? <p className="notices-none">{t('message.none')}</p> : null}
      <ul aria-label={t('message.title')}>
        {unread.slice(0, SHOWN).map((message) => (
          <li key={message.id}>
            <button type="button" className="notice" onClick={() => onOpen(message)}>
              <span>{message.msgTitle}</span>
              <time dateTime={message.createTimeStr}>
                {timeText(message.createTimeStr, timeZone)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      <Button type="link" block onClick={onMore}>
        {t('message.more')}
      </Button>
    </div>
  );
}

/** Bell with the unread count, the newest messages, and a link to all. */
export function NoticeBell({ mobile, onOpen }: HeaderToolProps): ReactNode {
  const unread = useUnread();
  const [newest, setNewest] = useState(false);
  const [listed, setListed] = useState(false);
  const [shown, setShown] = useState<MessageHeading | null>(null);

  const open = async (message: MessageHeading): Promise<void> => {
    setNewest(false);
    void markMessageRead(message);
    if (message.openType !== 'component') return setShown(message);
    await openRecord(message, (url) => {
      setListed(false);
      onOpen(url);
    });
  };

  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={newest}
        onOpenChange={setNewest}
        content={
          <Newest
            unread={unread}
            onOpen={(message) => void open(message)}
            onMore={() => {
              setNewest(false);
              setListed(true);
            }}
          />
        }
      >
        <Button
          type="text"
          aria-haspopup="dialog"
          aria-label={t('message.bell', { n: unread.length })}
          icon={
            <Badge count={unread.length} overflowCount={MOST_UNREAD} size="small">
              <BellOutlined aria-hidden />
            </Badge>
          }
        />
      </Popover>
      {listed ? (
        <LazyDialog title={t('message.title')} onClose={() => setListed(false)}>
          <MessageList onOpen={(message) => void open(message)} onClose={() => setListed(false)} />
        </LazyDialog>
      ) : null}
      {shown === null ? null : (
        <LazyDialog title={shown.msgTitle} onClose={() => setShown(null)}>
          <MessageDetail
            message={shown}
            mobile={mobile}
            onClose={() => setShown(null)}
            onOpen={(url) => {
              setListed(false);
              onOpen(url);
            }}
          />
        </LazyDialog>
      )}
    </>
  );
}
