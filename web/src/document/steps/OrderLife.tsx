import type { DocumentReply } from '@tradehouse/contract';
import { choiceLabel, invoicePage } from '@tradehouse/contract';
import { documentKinds, invoicedAs, isKeyOf, keysOf } from '@tradehouse/domain';
import { Steps } from 'antd';
import { useState } from 'react';
import { language } from '../../app/session/language.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { currencyDigitsOf } from '../../control/currency.ts';
import { moneyText, quantityText } from '../../control/format.ts';
import { PageLink } from '../../control/PageLink.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { StatusMeaning } from '../../control/StatusTag.tsx';
import { EVERY_DAY, urlWithFilters } from '../../list/filters/filterState.ts';
import { t } from '../../phrase/index.ts';
import { TrailTree } from '../paper/TrailTree.tsx';

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

/** Returns the list of the documents behind a begun step; null: the tree of documents shows them, or none. */
function urlBehindStep({ step }: OrderProgressStep, reply: DocumentReply): string | null {
  const { number, children } = reply;
  if (step === 'deliver')
    return urlWithFilters(documentKinds.saleOut.url ?? '', {
      wholeLinkNumber: number,
      time: EVERY_DAY,
    });
  const [delivery, ...others] = children.filter(
    ({ kind }) => isKeyOf(documentKinds, kind) && invoicedAs(kind) !== null,
  );
  if (step !== 'invoice' || delivery === undefined || others.length > 0) return null;
  return urlWithFilters(invoicePage, { wholeBillNumber: delivery.number, invoiceDate: EVERY_DAY });
}

/** Steps whose documents belong to the order's tree of documents. */
const stepsOfTree: ReadonlySet<string> = new Set(['purchase', 'deliver', 'receive', 'invoice']);

interface StepTitleProps {
  readonly step: OrderProgressStep;
  readonly reply: DocumentReply;
  readonly onTree: () => void;
  readonly children: string;
}

/** Titles a step, linked to the documents behind it. */
function StepTitle({ step, reply, onTree, children }: StepTitleProps) {
  const may = useMay();
  if (step.progress === 'none' || !stepsOfTree.has(step.step)) return children;
  const url = urlBehindStep(step, reply);
  if (url !== null && may(url.split('?')[0] ?? ''))
    return <PageLink url={url}>{children}</PageLink>;
  return (
    <button type="button" className="link" onClick={onTree}>
      {children}
    </button>
  );
}

interface OrderStagesProps {
  readonly reply: DocumentReply;
  readonly onOpen: (url: string) => void;
}

/** Shows steps of an approved sales order, each by its own fact, never implied by a later step. */
export function OrderStages({ reply, onOpen }: OrderStagesProps) {
  const { life, currency, id } = reply;
  const own = useSettings();
  const phone = usePhone();
  const [tree, setTree] = useState(false);
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
          title: (
            <StepTitle step={step} reply={reply} onTree={() => setTree(true)}>
              {titleOf(step)}
            </StepTitle>
          ),
          status: statusOf[step.progress],
        }))}
      />
      {tree && <TrailTree id={id} onOpen={onOpen} onClose={() => setTree(false)} />}
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
