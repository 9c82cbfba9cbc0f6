import type { DocumentReply } from '@tradehouse/contract';
import { choiceLabel } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { Steps } from 'antd';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { currencyDigitsOf } from '../../control/currency.ts';
import { moneyText, quantityText } from '../../control/format.ts';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { StatusMeaning } from '../../control/StatusTag.tsx';
import { t } from '../../phrase/index.ts';

const wordOfOrderState = (column: string, value: string): string =>
  choiceLabel(language, column, value);

const meanings = {
  orderLock: { 0: 'quiet', 1: 'done' },
  confirmStatus: { 0: 'quiet', 1: 'partial', 2: 'done' },
  pushStatus: { 0: 'quiet', 1: 'done', 2: 'partial' },
  stage: { 10: 'quiet', 85: 'partial', 90: 'done', 95: 'done', 100: 'done', '-1': 'refused' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, StatusMeaning>>>>;

type OrderStateColumn = keyof typeof meanings;
/** List columns with an order's states. */
export const orderColumns = keysOf(meanings);

export const OrderTag = ({
  column,
  value,
}: {
  readonly column: OrderStateColumn;
  readonly value: string;
}) => {
  const known: Readonly<Record<string, StatusMeaning>> = meanings[column];
  return (
    <StatusTag meaning={known[value] ?? 'action'}>{wordOfOrderState(column, value)}</StatusTag>
  );
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

type OrderProgressStep = NonNullable<DocumentReply['life']>['progress'][number];

const statusOf = { none: 'wait', partial: 'process', complete: 'finish' } as const;

/** Shows steps of an approved sales order, each by its own fact, never implied by a later step. */
export function OrderStages({ reply }: { readonly reply: DocumentReply }) {
  const { life, currency } = reply;
  const own = useSettings();
  const phone = usePhone();
  if (life === null || life.progress.length === 0) return null;
  const countOf = ({ step, part, whole }: OrderProgressStep): string => {
    if (part === null || whole === null) return '';
    if (step === 'deliver') return ` ${quantityText(part)}/${quantityText(whole)}`;
    const digits = currencyDigitsOf(null, currency, own);
    return ` ${moneyText(part, digits)}/${moneyText(whole, digits)}`;
  };
  const titleOf = (step: OrderProgressStep): string =>
    `${t(`order.step.${step.step}`)}${countOf(step)}`;
  const steps = (
    <div role="group" aria-label={t('order.steps')}>
      <Steps
        size="small"
        items={life.progress.map((step) => ({
          title: titleOf(step),
          status: statusOf[step.progress],
        }))}
      />
    </div>
  );
  if (!phone) return steps;
  const open = life.progress.filter(({ progress }) => progress !== 'complete');
  return (
    <details>
      <summary>{open.map(titleOf).join(' · ') || t('order.step.finish')}</summary>
      {steps}
    </details>
  );
}
