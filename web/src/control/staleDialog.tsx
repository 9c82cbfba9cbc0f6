import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';
import type { ConflictDifference } from './conflict.ts';

export type StaleChoice = 'mine' | 'theirs' | 'stay';

interface StaleFacts {
  readonly number: string;
  readonly time: string;
  /** User who saved meanwhile. */
  readonly who: string;
  readonly differences: readonly ConflictDifference[];
  /** Note on the user's own version if the other is taken. */
  readonly kept?: string;
}

interface AnswersProps {
  readonly answer: (choice: StaleChoice) => () => void;
  readonly stay: ReactNode;
}

const Answers = ({ answer, stay }: AnswersProps) => (
  <>
    <Button danger onClick={answer('mine')}>
      {t('stale.mine')}
    </Button>
    <Button onClick={answer('theirs')}>{t('stale.theirs')}</Button>
    {stay}
  </>
);

/**
 * Reports a concurrent save: who, when and what, field by field. Enter and Escape return to look; taking or
 * overwriting the other version is always explicit.
 */
export function askStale({
  number,
  time,
  who,
  differences,
  kept = '',
}: StaleFacts): Promise<StaleChoice> {
  return new Promise((resolve) => {
    const answer = (choice: StaleChoice) => (): void => {
      resolve(choice);
      dialog.destroy();
    };
    const dialog = getNotices().modal.confirm({
      title: t('stale.title', { number, who }),
      width: 720,
      content: (
        <>
          <p>{[t('stale.text', { time }), kept].join(' ')}</p>
          <StaleChanges differences={differences} />
        </>
      ),
      okText: t('act.stay'),
      onOk: answer('stay'),
      onCancel: answer('stay'),
      footer: (_, { OkBtn }) => <Answers answer={answer} stay={<OkBtn />} />,
    });
  });
}

const StaleChanges = ({ differences }: Pick<StaleFacts, 'differences'>) => (
  <Table<ConflictDifference>
    size="small"
    rowKey="label"
    pagination={false}
    scroll={{ y: 240 }}
    dataSource={[...differences]}
    locale={{ emptyText: t('stale.same') }}
    columns={[
      { title: t('stale.field'), dataIndex: 'label', width: '30%' },
      {
        title: t('stale.saved'),
        dataIndex: 'theirs',
        render: (text: string, { by }) => (by === 'mine' ? text : <strong>{text || '—'}</strong>),
      },
      {
        title: t('stale.here'),
        dataIndex: 'mine',
        render: (text: string, { by }) => (by === 'theirs' ? text : <strong>{text || '—'}</strong>),
      },
    ]}
  />
);
