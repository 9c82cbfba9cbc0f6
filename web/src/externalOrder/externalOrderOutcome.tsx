import type { ExternalOrderStanding, ReceivedOrder } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { getNotices } from '../app/notices.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import { t } from '../phrase/index.ts';

function describeExternalOrderOutcome({ known, order }: ReceivedOrder): string {
  const number = order?.number ?? '';
  if (known) return t('externalOrder.known', { number });
  if (order?.status === 'made') return madeWords(order);
  if (order?.status === 'ready') return t('externalOrder.closed');
  return t('externalOrder.waits', { codes: order?.unmatched.join(', ') ?? '' });
}

/** Names the sales order, and its date if the external order's day was closed. */
export const madeWords = ({ number, datedOn }: ExternalOrderStanding): string =>
  datedOn === null
    ? t('externalOrder.made', { number: number ?? '' })
    : t('externalOrder.madeLater', { number: number ?? '', date: datedOn });

const meaningOf = ({ known, order }: ReceivedOrder) => {
  if (known) return 'quiet';
  return order?.status === 'made' ? 'done' : 'partial';
};

export const OutcomeTag = ({ outcome }: { readonly outcome: ReceivedOrder }): ReactNode => (
  <StatusTag meaning={meaningOf(outcome)}>{describeExternalOrderOutcome(outcome)}</StatusTag>
);

export const tellOutcome = (outcome: ReceivedOrder): void => {
  const { message } = getNotices();
  const say = meaningOf(outcome) === 'done' ? message.success : message.warning;
  void say(describeExternalOrderOutcome(outcome));
};
