import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { notices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';
import type { Difference } from './conflict.ts';

export type StaleChoice = 'mine' | 'theirs' | 'stay';

interface Facts {
  readonly number: string;
  readonly time: string;
  /** Who saved it meanwhile. */
  readonly who: string;
  readonly differences: readonly Difference[];
  /** What becomes of mine where theirs is taken. */
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
 * Somebody saved the document or record meanwhile: who, when and what, field by field. Looking first is what Enter and Escape
 * do; theirs is taken, or overwritten, on purpose only.
 */
export function askStale({
  number,
  time,
  who,
  differences,
  kept = '',
}: Facts): Promise<StaleChoice> {
  return new Promise((resolve) => {
    const answer = (choice: StaleChoice) => (): void => {
      resolve(choice);
      dialog.destroy();
    };
    const dialog = notices().modal.confirm({
      title: t('stale.title', { number, who }),
      width: 720,
      content: (
        <>
          <p>{[t('stale.text', { time }), kept].join(' ')}</p>
          <Changes differences={differences} />
        </>
      ),
      okText: t('act.stay'),
      onOk: answer('stay'),
      onCancel: answer('stay'),
      footer: (_, { OkBtn }) => <Answers answer={answer} stay={<OkBtn />} />,
    });
  });
}

const Changes = ({ differences }: Pick<Facts, 'differences'>) => (
  <Table<Difference>
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
