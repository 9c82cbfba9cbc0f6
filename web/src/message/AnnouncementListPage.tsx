import { RollbackOutlined } from '@ant-design/icons';
import { announcementTable, deleteAnnouncement } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useAsking } from '../app/useAsking.ts';
import { List } from '../list/listPage.tsx';
import { newAction } from '../list/newAction.tsx';
import { t } from '../phrase/index.ts';
import { AnnouncementForm } from './announcementForm.tsx';

/** Lists announcements with recipients and the number of readers. */
export default function AnnouncementList(): ReactNode {
  const [asked, write] = useAsking();
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
              await callEndpoint(deleteAnnouncement, { id: id ?? '' });
              return true;
            },
          },
        ]}
      />
      {asked !== null && <AnnouncementForm onClose={asked.answer} />}
    </>
  );
}
