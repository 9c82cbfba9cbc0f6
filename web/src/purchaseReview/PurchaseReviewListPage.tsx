import { CheckOutlined, CloseOutlined, EyeOutlined } from '@ant-design/icons';
import { purchaseReviewTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import type { StatusMeaning } from '../control/StatusTag.tsx';
import { choiceOf } from '../record/labels.ts';
import { List } from '../list/listPage.tsx';
import type { ListAction, RowAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { ReviewDialog } from './purchaseReviewDialog.tsx';
import type { Decision } from './purchaseReviewDialog.tsx';
import { ReviewLines } from './purchaseReviewLines.tsx';

type PurchaseReviewRow = RowOf<typeof purchaseReviewTable>;

/** Hours after which a waiting purchase is overdue. */
const LONG = 48;
const meanings: Readonly<Record<string, StatusMeaning>> = { 0: 'partial', 1: 'done', 2: 'refused' };

interface ReviewDecisionRequest {
  readonly rows: readonly PurchaseReviewRow[];
  readonly decision: Decision;
}

const cells = {
  waitingHours: ({ waitingHours: hours }: PurchaseReviewRow) => (
    <span className={Number(hours) > LONG ? 'overdue' : undefined}>{hours}</span>
  ),
  reviewState: ({ reviewState }: PurchaseReviewRow) => (
    <StatusTag meaning={meanings[reviewState ?? '0'] ?? 'quiet'}>
      {choiceOf('reviewState', reviewState ?? '0')}
    </StatusTag>
  ),
};
const renderReviewLines = ({ id }: PurchaseReviewRow): ReactNode => <ReviewLines id={id ?? ''} />;

/** Opens the dialog that decides on rows; false: the list does not reload yet. */
type ReviewDialogOpener = (rows: readonly PurchaseReviewRow[], decision: Decision) => false;

const buildReviewActions = (ask: ReviewDialogOpener): readonly ListAction<PurchaseReviewRow>[] => [
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

const isAwaitingReview = ({ reviewState }: PurchaseReviewRow): boolean => reviewState !== '1';

const buildReviewRowActions = (
  ask: ReviewDialogOpener,
  view: (row: PurchaseReviewRow) => void,
): readonly RowAction<PurchaseReviewRow>[] => [
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
    shown: isAwaitingReview,
    run: (row) => ask([row], 'approved'),
  },
  {
    key: 'reject',
    label: t('review.rejected'),
    icon: <CloseOutlined aria-hidden />,
    button: '2',
    danger: true,
    shown: isAwaitingReview,
    run: (row) => ask([row], 'rejected'),
  },
];

const urlOfReviewedDocument = ({ kind, id }: PurchaseReviewRow): string =>
  // SAFETY: reviewed documents have our kinds.
  `${documentKinds[kind as KindCode].url ?? ''}/${id}`;

/** Lists purchases of every kind waiting for a decision. */
export default function PurchaseReviewList(): ReactNode {
  const { open } = useTabActions();
  const [asked, setAsked] = useState<ReviewDecisionRequest | null>(null);
  const ask: ReviewDialogOpener = (rows, decision) => {
    setAsked({ rows, decision });
    return false;
  };
  return (
    <>
      <List
        table={purchaseReviewTable}
        nameColumn="number"
        facts={['kind', 'partnerName', 'totalAmount']}
        urlOf={urlOfReviewedDocument}
        expanded={renderReviewLines}
        cells={cells}
        actions={buildReviewActions(ask)}
        rowActions={buildReviewRowActions(ask, (row) => open(urlOfReviewedDocument(row)))}
      />
      {asked !== null && (
        <ReviewDialog
          {...asked}
          onClose={(changed) => {
            setAsked(null);
            if (changed) void invalidateQueryKeys(['list'], ['document']);
          }}
        />
      )}
    </>
  );
}
