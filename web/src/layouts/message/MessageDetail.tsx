import { CompressOutlined, DownloadOutlined, ExpandOutlined } from '@ant-design/icons';
import type { MessageHeading } from '@tradehouse/contract';
import { messageById } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Spin } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, lazy, useState } from 'react';
import { createChunkLoader } from '../../app/net/chunks.ts';
import { callEndpoint } from '../../app/net/client.ts';
import { pageAt } from '../../app/settings/menu.ts';
import { useMenu } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { timeText } from '../../control/format.ts';
import { saveStored } from '../../control/storedFiles.ts';
import { t } from '../../phrase/index.ts';
import { MESSAGES } from './useUnread.ts';

const MessageContent = lazy(createChunkLoader(() => import('./MessageContent.tsx')));

export interface MessageDetailProps {
  readonly message: MessageHeading;
  readonly mobile: boolean;
  readonly onOpen: (url: string) => void;
  readonly onClose: () => void;
}

/** Shows a message: 60 % of the window's width or all, text 60 % of its height. */
export function MessageDetail(props: MessageDetailProps): ReactNode {
  const { message, mobile, onOpen, onClose } = props;
  const [full, setFull] = useState(false);
  const { timeZone } = useSettings();
  const menu = useMenu();
  const { data, isPending } = useQuery({
    queryKey: [...MESSAGES, 'one', message.id],
    queryFn: () => callEndpoint(messageById, { id: message.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Only product pages open to the reader: an address in a message leads nowhere else.
  const leads = message.openType === 'url' || message.openType === 'file';
  const [page = ''] = message.openPage.split('?');
  const goesTo = leads && pageAt(menu, page) !== null ? message.openPage : null;
  const [busy, run] = useBusy();
  const whole = full || mobile;
  return (
    <Modal
      open
      className={whole ? 'message-detail full' : 'message-detail'}
      width={whole ? '100%' : '60%'}
      title={message.msgTitle}
      onCancel={onClose}
      footer={
        <>
          {mobile ? null : (
            <Button
              icon={full ? <CompressOutlined aria-hidden /> : <ExpandOutlined aria-hidden />}
              onClick={() => setFull(!full)}
            >
              {t(full ? 'message.restore' : 'message.full')}
            </Button>
          )}
          <Button onClick={onClose}>{t('act.close')}</Button>
          {message.openType === 'file' ? (
            <Button
              type="primary"
              loading={busy}
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void run(() => saveStored({ id: message.busId }))}
            >
              {t('act.download')}
            </Button>
          ) : null}
          {goesTo === null ? null : (
            <Button
              type={message.openType === 'file' ? 'default' : 'primary'}
              onClick={() => {
                onClose();
                onOpen(goesTo);
              }}
            >
              {t(message.openType === 'file' ? 'message.openList' : 'message.process')}
            </Button>
          )}
        </>
      }
    >
      <p className="message-time">{timeText(message.createTimeStr, timeZone)}</p>
      {isPending ? <Spin /> : null}
      {/* Messages of the product consist of the title alone. */}
      {data?.msgContent ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to get to it
        <div className="message-body" tabIndex={0} role="region" aria-label={message.msgTitle}>
          <Suspense fallback={<Spin />}>
            <MessageContent html={data.msgContent} />
          </Suspense>
        </div>
      ) : null}
    </Modal>
  );
}
