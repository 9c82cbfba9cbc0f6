import { RollbackOutlined } from '@ant-design/icons';
import { announcementTable, deleteAnnouncement } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { List } from '../../list/listPage.tsx';
import { newAction } from '../../list/newAction.tsx';
import { t } from '../../phrase/index.ts';
import { AnnouncementForm } from './announcementForm.tsx';

/** What was announced, to whom, and how many have read it. */
export default function AnnouncementList(): ReactNode {
  const [closed, setClosed] = useState<((sent: boolean) => void) | null>(null);
  const write = (): Promise<boolean> =>
    new Promise((resolve) => setClosed(() => (sent: boolean) => resolve(sent)));
  return (
    <>
      <List
        table={announcementTable}
        facts={['audience', 'receivers', 'readers']}
        actions={[newAction(write)]}
        rowActions={[
          {
            key: 'withdraw',
            label: t('announcement.withdraw'),
            icon: <RollbackOutlined aria-hidden />,
            button: '1',
            danger: true,
            confirm: ({ title }) => t('announcement.withdrawAsk', { name: title ?? '' }),
            run: async ({ id }) => {
              await call(deleteAnnouncement, { id: id ?? '' });
              return true;
            },
          },
        ]}
      />
      {closed === null ? null : (
        <AnnouncementForm
          onClose={(sent) => {
            closed(sent);
            setClosed(null);
          }}
        />
      )}
    </>
  );
}
