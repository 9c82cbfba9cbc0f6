import { unapprovePurchases, reviewPurchases } from '@tradehouse/contract';
import type { RowOf, purchaseReviewTable } from '@tradehouse/contract';
import { Button, Input, Radio, Table } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { StatusTag } from '../control/StatusTag.tsx';
import { t } from '../phrase/index.ts';
import { reasonOfError } from '../app/net/envelope.ts';

type PurchaseReviewDialogRow = RowOf<typeof purchaseReviewTable>;
export type Decision = 'approved' | 'rejected' | 'reversed';

interface Props {
  readonly rows: readonly PurchaseReviewDialogRow[];
  readonly decision: Decision;
  readonly onClose: (changed: boolean) => void;
}

/** Result of each document: true, or the refusal's reason. */
type PurchaseReviewOutcomes = ReadonlyMap<string, true | string>;

const submitReviewDecision = (
  decision: Decision,
  { id, version }: PurchaseReviewDialogRow,
  comment: string,
): Promise<unknown> => {
  const ids = id ?? '';
  return decision === 'reversed'
    ? callEndpoint(unapprovePurchases, { ids, comment }, { quiet: true })
    : callEndpoint(
        reviewPurchases,
        { ids, result: decision, comment, versions: String(version) },
        { quiet: true },
      );
};

/** Decides on documents one by one, so that a refusal blocks no other. */
function useDeciding(rows: readonly PurchaseReviewDialogRow[]) {
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<PurchaseReviewOutcomes>(new Map());
  const left = rows.filter(({ id }) => outcomes.get(id ?? '') !== true);
  const run = async (decision: Decision, comment: string): Promise<void> => {
    setBusy(true);
    for (const row of left) {
      const outcome = await submitReviewDecision(decision, row, comment).then(
        () => true as const,
        reasonOfError,
      );
      setOutcomes((known) => new Map(known).set(row.id ?? '', outcome));
    }
    setBusy(false);
  };
  return { busy, outcomes, left, run };
}

/** Asks for a decision and its reason; shows each document's result. */
export function ReviewDialog({ rows, decision: first, onClose }: Props): ReactNode {
  const [decision, setDecision] = useState(first);
  const [comment, setComment] = useState('');
  const { busy, outcomes, left, run } = useDeciding(rows);
  const needsReason = decision !== 'approved';
  const done = left.length < rows.length;
  return (
    <PaneModal
      width={600}
      title={t(decision === 'reversed' ? 'review.reverse' : 'review.batch')}
      onCancel={() => onClose(done)}
      footer={
        <>
          <Button onClick={() => onClose(done)}>{t(done ? 'act.close' : 'act.cancel')}</Button>
          {left.length > 0 && (
            <Button
              type="primary"
              danger={decision === 'rejected'}
              loading={busy}
              disabled={needsReason && comment.trim() === ''}
              onClick={() => void run(decision, comment)}
            >
              {t(`review.${decision}`)}
            </Button>
          )}
        </>
      }
    >
      {decision !== 'reversed' && (
        <Radio.Group
          aria-label={t('review.result')}
          value={decision}
          disabled={busy}
          onChange={({ target }) => setDecision(target.value)}
          options={[
            { value: 'approved', label: t('review.approved') },
            { value: 'rejected', label: t('review.rejected') },
          ]}
        />
      )}
      <Input.TextArea
        aria-label={t('review.comment')}
        placeholder={t(needsReason ? 'review.reason' : 'review.comment')}
        rows={2}
        maxLength={126}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <OutcomeTable rows={rows} outcomes={outcomes} />
    </PaneModal>
  );
}

interface OutcomeProps {
  readonly rows: readonly PurchaseReviewDialogRow[];
  readonly outcomes: PurchaseReviewOutcomes;
}

const OutcomeTable = ({ rows, outcomes }: OutcomeProps): ReactNode => (
  <Table
    size="small"
    rowKey={({ id }) => id ?? ''}
    dataSource={[...rows]}
    pagination={false}
    scroll={{ y: 320 }}
    columns={[
      { key: 'number', title: t('review.number'), dataIndex: 'number', width: 150 },
      {
        key: 'amount',
        title: t('editor.foot.goods'),
        align: 'end',
        render: (_, { totalAmount }) => <NumberText value={totalAmount} as="money" />,
      },
      {
        key: 'outcome',
        title: t('review.outcome'),
        render: (_, { id }) => <ReviewOutcomeText outcome={outcomes.get(id ?? '')} />,
      },
    ]}
  />
);

function ReviewOutcomeText({
  outcome,
}: {
  readonly outcome: true | string | undefined;
}): ReactNode {
  if (outcome === undefined) return null;
  return outcome === true ? (
    <StatusTag meaning="done">{t('review.done')}</StatusTag>
  ) : (
    <StatusTag meaning="refused">{outcome}</StatusTag>
  );
}
