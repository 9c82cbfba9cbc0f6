import { CheckOutlined, CloseOutlined, EyeOutlined } from '@ant-design/icons';
import { purchaseReviewTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { outdate } from '../../app/net/query.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { Meaning } from '../../control/StatusTag.tsx';
import { choiceOf } from '../../record/labels.ts';
import { List } from '../../list/listPage.tsx';
import type { ListAction, RowAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { ReviewDialog } from './purchaseReviewDialog.tsx';
import type { Decision } from './purchaseReviewDialog.tsx';
import { ReviewLines } from './purchaseReviewLines.tsx';

type Row = RowOf<typeof purchaseReviewTable>;

/** Hours after which a purchase has waited too long. */
const LONG = 48;
const meanings: Readonly<Record<string, Meaning>> = { 0: 'partial', 1: 'done', 2: 'refused' };

interface Asked {
  readonly rows: readonly Row[];
  readonly decision: Decision;
}

const cells = {
  waitingHours: ({ waitingHours: hours }: Row) => (
    <span className={Number(hours) > LONG ? 'overdue' : undefined}>{hours}</span>
  ),
  reviewState: ({ reviewState }: Row) => (
    <StatusTag meaning={meanings[reviewState ?? '0'] ?? 'quiet'}>
      {choiceOf('reviewState', reviewState ?? '0')}
    </StatusTag>
  ),
};
const linesOf = ({ id }: Row): ReactNode => <ReviewLines id={id ?? ''} />;

/** Opens the dialog that decides on rows; the list is not to be read again yet. */
type Ask = (rows: readonly Row[], decision: Decision) => false;

const actionsOf = (ask: Ask): readonly ListAction<Row>[] => [
  {
    key: 'review',
    label: t('review.batch'),
    icon: <CheckOutlined aria-hidden />,
    button: '2',
    needs: 'some',
    primary: true,
    run: (rows) => ask(rows, 'approved'),
  },
  {
    key: 'reverse',
    label: t('review.reverse'),
    button: '7',
    needs: 'some',
    run: (rows) => ask(rows, 'reversed'),
  },
];

const waits = ({ reviewState }: Row): boolean => reviewState !== '1';

const rowActionsOf = (ask: Ask, view: (row: Row) => void): readonly RowAction<Row>[] => [
  {
    key: 'view',
    label: t('act.view'),
    icon: <EyeOutlined aria-hidden />,
    run: (row) => {
      view(row);
      return false;
    },
  },
  {
    key: 'approve',
    label: t('review.approved'),
    icon: <CheckOutlined aria-hidden />,
    button: '2',
    shown: waits,
    run: (row) => ask([row], 'approved'),
  },
  {
    key: 'reject',
    label: t('review.rejected'),
    icon: <CloseOutlined aria-hidden />,
    button: '2',
    danger: true,
    shown: waits,
    run: (row) => ask([row], 'rejected'),
  },
];

/** Purchases of every kind that wait for a decision. */
export default function PurchaseReviewList(): ReactNode {
  const { open } = useTabs();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask: Ask = (rows, decision) => {
    setAsked({ rows, decision });
    return false;
  };
  // SAFETY: documents that are reviewed are of our kinds.
  const view = ({ kind, id }: Row): void =>
    open(`${documentKinds[kind as KindCode].url ?? ''}/${id}`);
  return (
    <>
      <List
        table={purchaseReviewTable}
        nameColumn="number"
        facts={['kind', 'partnerName', 'totalAmount']}
        onOpen={view}
        expanded={linesOf}
        cells={cells}
        actions={actionsOf(ask)}
        rowActions={rowActionsOf(ask, view)}
      />
      {asked !== null && (
        <ReviewDialog
          {...asked}
          onClose={(changed) => {
            setAsked(null);
            if (changed) void outdate(['list'], ['document']);
          }}
        />
      )}
    </>
  );
}
