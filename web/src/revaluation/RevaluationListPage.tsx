import { FileTextOutlined, RollbackOutlined, StopOutlined, SwapOutlined } from '@ant-design/icons';
import { revaluations } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { StatusTag } from '../control/StatusTag.tsx';
import { List } from '../list/listPage.tsx';
import { Report } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';
import { choiceOf } from '../record/labels.ts';
import type { RowAction, RowDialogProps } from '../record/listTypes.ts';
import { RevalueDialog } from './RevalueDialog.tsx';

type RevaluationRow = RowOf<typeof revaluations.table>;

const meanings = { posted: 'partial', reversed: 'done', takenBack: 'quiet' } as const;
const isState = (text: string): text is keyof typeof meanings => text in meanings;

const revaluationState = ({ revaluationState: state }: RevaluationRow): ReactNode =>
  state === null ? null : (
    <StatusTag meaning={isState(state) ? meanings[state] : 'quiet'}>
      {choiceOf('revaluationState', state)}
    </StatusTag>
  );

const RevaluedItems = ({ row, onClose }: RowDialogProps<RevaluationRow>): ReactNode => (
  <PaneModal
    title={`${t('revaluation.rows')} · ${row.day ?? ''}`}
    width={1100}
    onCancel={() => onClose(false)}
    className="drill"
  >
    <Report table={revaluations.rowTable} fixed={{ revaluationId: row.id }} />
  </PaneModal>
);

const rowActions: readonly RowAction<RevaluationRow>[] = [
  {
    key: 'rows',
    label: t('revaluation.rows'),
    icon: <FileTextOutlined aria-hidden />,
    dialog: RevaluedItems,
  },
  {
    key: 'reverse',
    label: t('revaluation.reverse'),
    icon: <RollbackOutlined aria-hidden />,
    button: '1',
    shown: ({ revaluationState: state }) => state === 'posted',
    confirm: ({ day }) => t('revaluation.reverseAsk', { date: day ?? '' }),
    run: async ({ id }) => {
      await callEndpoint(revaluations.reverse, { id: id ?? '' });
      return true;
    },
  },
  {
    key: 'takeBack',
    label: t('revaluation.takeBack'),
    icon: <StopOutlined aria-hidden />,
    button: '1',
    danger: true,
    shown: ({ revaluationState: state }) => state !== 'takenBack',
    confirm: ({ day }) => t('revaluation.takeBackAsk', { date: day ?? '' }),
    run: async ({ id }) => {
      await callEndpoint(revaluations.takeBack, { id: id ?? '' });
      return true;
    },
  },
];

/** Revaluations of open items in foreign currencies. */
export default function RevaluationList(): ReactNode {
  const { query, page } = useTab();
  const { replace } = useTabActions();
  const [isOpen, setOpen] = useState(query.has('begin'));
  const close = (changed: boolean): void => {
    setOpen(false);
    if (query.has('begin')) replace(page.url);
    if (changed) invalidateQueryKeys(['list']);
  };
  return (
    <>
      <List
        table={revaluations.table}
        hint={t('revaluation.hint')}
        cells={{ revaluationState }}
        rowActions={rowActions}
        actions={[
          {
            key: 'revalue',
            label: t('revaluation.begin'),
            icon: <SwapOutlined aria-hidden />,
            button: '1',
            needs: 'none',
            primary: true,
            hint: t('revaluation.hint'),
            run: () => {
              setOpen(true);
              return false;
            },
          },
        ]}
      />
      {isOpen ? <RevalueDialog until={query.get('until')} onClose={close} /> : null}
    </>
  );
}
