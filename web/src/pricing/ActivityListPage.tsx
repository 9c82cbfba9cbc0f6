import { StopOutlined } from '@ant-design/icons';
import { activities, activityTable, releaseActivity } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import { choiceOf } from '../record/labels.ts';
import { listPage } from '../list/listPage.tsx';
import { t } from '../phrase/index.ts';
import { ActivityForm } from './activityForm.tsx';
import type { StatusMeaning } from '../control/StatusTag.tsx';

const meanings: Readonly<Record<string, StatusMeaning>> = {
  waiting: 'partial',
  running: 'action',
  ended: 'quiet',
};

export default listPage({
  table: activityTable,
  resource: activities,
  form: ActivityForm,
  facts: ['state', 'locked', 'sold'],
  cells: {
    state: ({ state }) => (
      <StatusTag meaning={meanings[state ?? ''] ?? 'quiet'}>
        {choiceOf('state', state ?? '')}
      </StatusTag>
    ),
  },
  rowActions: [
    {
      key: 'end',
      label: t('activity.end'),
      icon: <StopOutlined aria-hidden />,
      button: '1',
      danger: true,
      shown: ({ state }) => state !== 'ended',
      confirm: ({ name }) => t('activity.endAsk', { name: name ?? '' }),
      run: async ({ id }) => {
        await callEndpoint(releaseActivity, { id: id ?? '' });
        return true;
      },
    },
  ],
});
