import type { MessageHeading } from '@tradehouse/contract';
import {
  MESSAGE_PAGE_SIZE,
  MESSAGE_PAGE_SIZES,
  deleteMessages,
  messageList,
  messageTypes,
  readAllMessages,
} from '@tradehouse/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { InputRef, TableColumnsType } from 'antd';
import { Button, Input, Modal, Space, Table } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { useFocused } from '../../control/useFocused.ts';
import { t } from '../../phrase/index.ts';
import { MESSAGES } from './useUnread.ts';

function typeText(type: string): string {
  const known = messageTypes.find((each) => each === type);
  return known === undefined ? type : t(`message.type.${known}`);
}

function askToReadAll(): void {
  getNotices().modal.confirm({
    title: t('message.readAllAsk'),
    onOk: async () => {
      const { message } = await callEndpoint(readAllMessages, {});
      getNotices().message.success(message);
      await invalidateQueryKeys(MESSAGES);
    },
  });
}

function confirmMessageDeletion({ id, msgTitle }: MessageHeading): void {
  getNotices().modal.confirm({
    title: t('message.deleteAsk', { name: msgTitle }),
    okButtonProps: { danger: true },
    onOk: async () => {
      await callEndpoint(deleteMessages, { ids: id });
      await invalidateQueryKeys(MESSAGES);
    },
  });
}

export interface MessageListProps {
  readonly onOpen: (message: MessageHeading) => void;
  readonly onClose: () => void;
}

type OpenMessage = MessageListProps['onOpen'];

interface MessageActionsProps {
  readonly message: MessageHeading;
  readonly onOpen: OpenMessage;
}

const MessageActions = ({ message, onOpen }: MessageActionsProps): ReactNode => (
  <Space>
    <button type="button" className="link" onClick={() => onOpen(message)}>
      {t('act.view')}
    </button>
    <button type="button" className="link" onClick={() => confirmMessageDeletion(message)}>
      {t('act.delete')}
    </button>
  </Space>
);

const columnsOfMessages = (
  onOpen: OpenMessage,
  timeZone: string,
): TableColumnsType<MessageHeading> => [
  {
    title: t('message.name'),
    dataIndex: 'msgTitle',
    ellipsis: true,
    render: (_, message) => (
      <button type="button" className="message-open" onClick={() => onOpen(message)}>
        {message.msgTitle}
        {message.status === '1' ? <span className="unseen"> {t('message.unread')}</span> : null}
      </button>
    ),
  },
  { title: t('message.type'), dataIndex: 'type', width: 130, render: typeText },
  {
    title: t('message.time'),
    dataIndex: 'createTimeStr',
    width: 170,
    render: (time: string) => timeText(time, timeZone),
  },
  {
    title: t('act.actions'),
    width: 120,
    render: (_, message) => <MessageActions message={message} onOpen={onOpen} />,
  },
];

/** List of all messages, five per page, unread messages bold. */
export function MessageList({ onOpen, onClose }: MessageListProps): ReactNode {
  const { timeZone } = useSettings();
  const [asked, setAsked] = useState({ name: '', currentPage: 1, pageSize: MESSAGE_PAGE_SIZE });
  const { data, isFetching } = useQuery({
    queryKey: [...MESSAGES, 'list', asked],
    queryFn: () => callEndpoint(messageList, asked),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal open width={800} title={t('message.title')} footer={null} onCancel={onClose}>
      <Tools onSearch={(name) => setAsked({ ...asked, name, currentPage: 1 })} />
      <Table<MessageHeading>
        size="small"
        rowKey="id"
        loading={isFetching && data === undefined}
        dataSource={[...(data?.rows ?? [])]}
        scroll={{ x: 640 }}
        locale={{ emptyText: t('message.empty') }}
        rowClassName={({ status }) => (status === '1' ? 'message-unread' : '')}
        columns={columnsOfMessages(onOpen, timeZone)}
        pagination={{
          current: asked.currentPage,
          pageSize: asked.pageSize,
          total: data?.total ?? 0,
          pageSizeOptions: [...MESSAGE_PAGE_SIZES],
          showSizeChanger: true,
          onChange: (currentPage, pageSize) =>
            setAsked({
              ...asked,
              pageSize,
              currentPage: pageSize === asked.pageSize ? currentPage : 1,
            }),
        }}
      />
    </Modal>
  );
}

function Tools({ onSearch }: { readonly onSearch: (name: string) => void }): ReactNode {
  const first = useFocused<InputRef>();
  const [typed, setTyped] = useState('');
  return (
    <div className="message-tools" role="search">
      <Input
        ref={first}
        aria-label={t('message.name')}
        placeholder={t('message.name')}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => onSearch(typed)}
      />
      <Button type="primary" onClick={() => onSearch(typed)}>
        {t('act.search')}
      </Button>
      <Button
        onClick={() => {
          setTyped('');
          onSearch('');
        }}
      >
        {t('act.reset')}
      </Button>
      <Button onClick={askToReadAll}>{t('message.readAll')}</Button>
    </div>
  );
}
