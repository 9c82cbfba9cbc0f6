import type { DocumentReply } from '@tradehouse/contract';
import { choiceLabel } from '@tradehouse/contract';
import { isStaged, keysOf, orderStages } from '@tradehouse/domain';
import { Steps } from 'antd';
import { language } from '../../app/session/language.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { Meaning } from '../../control/StatusTag.tsx';
import { t } from '../../phrase/index.ts';

const word = (column: string, value: string): string => choiceLabel(language, column, value);

const meanings = {
  orderLock: { 0: 'quiet', 1: 'done' },
  confirmStatus: { 0: 'quiet', 1: 'partial', 2: 'done' },
  pushStatus: { 0: 'quiet', 1: 'done', 2: 'partial' },
  stage: { 10: 'quiet', 85: 'partial', 90: 'done', 95: 'done', 100: 'done', '-1': 'refused' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Meaning>>>>;

type OrderColumn = keyof typeof meanings;
/** The columns of a list that tell an order's life. */
export const orderColumns = keysOf(meanings);

/** One of an order's states as a word in the colour of what it means. */
export const OrderTag = ({
  column,
  value,
}: {
  readonly column: OrderColumn;
  readonly value: string;
}) => {
  const known: Readonly<Record<string, Meaning>> = meanings[column];
  return <StatusTag meaning={known[value] ?? 'action'}>{word(column, value)}</StatusTag>;
};

/** An order's confirmation, push and lock, a word each. */
export function OrderTags({ reply }: { readonly reply: DocumentReply }) {
  const { life, closed } = reply;
  if (life === null || reply.status === '0') return null;
  const { confirmStatus, pushStatus, cancelReason } = life;
  return (
    <>
      <OrderTag column="confirmStatus" value={confirmStatus} />
      <OrderTag column="pushStatus" value={pushStatus} />
      {closed && cancelReason === null && <OrderTag column="orderLock" value="1" />}
      {cancelReason !== null && (
        <StatusTag meaning="refused">{t('order.cancelledFor', { reason: cancelReason })}</StatusTag>
      )}
    </>
  );
}

/** How far a sales order is, from its making to its end. */
export function OrderStages({ reply }: { readonly reply: DocumentReply }) {
  const { life, kind, status } = reply;
  const phone = usePhone();
  if (life === null || !isStaged(kind)) return null;
  if (status === '0' || life.cancelReason !== null) return null;
  const stages = orderStages.filter((stage) => stage !== '-1');
  const current = stages.findIndex((stage) => stage === life.stage);
  const steps = (
    <div role="group" aria-label={word('stage', life.stage)}>
      <Steps
        size="small"
        titlePlacement="vertical"
        current={current}
        items={stages.map((stage) => ({ title: word('stage', stage) }))}
      />
    </div>
  );
  if (!phone) return steps;
  // Twelve stages one below the other would fill the screen before the document begins.
  return (
    <details>
      <summary>{`${word('stage', life.stage)} · ${current + 1}/${stages.length}`}</summary>
      {steps}
    </details>
  );
}
