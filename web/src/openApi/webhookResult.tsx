import type { ReplyOf, tryWebhook } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { getNotices } from '../app/notices.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import type { StatusMeaning } from '../control/StatusTag.tsx';
import { choiceOf } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type WebhookSendResult = ReplyOf<typeof tryWebhook>;

const meanings: Readonly<Record<string, StatusMeaning>> = {
  delivered: 'done',
  refused: 'refused',
  noAnswer: 'refused',
};

export const WebhookOutcomeTag = ({ outcome }: { readonly outcome: string }): ReactNode => (
  <StatusTag meaning={meanings[outcome] ?? 'quiet'}>{choiceOf('lastOutcome', outcome)}</StatusTag>
);

/** Shows the outcome of a manual delivery. */
export function tellCame({ outcome, status, answer }: WebhookSendResult): void {
  const { message } = getNotices();
  if (outcome === 'delivered') message.success(t('webhook.came', { status: status ?? '' }));
  else if (outcome === 'refused')
    message.error(t('webhook.refused', { status: status ?? '', answer }));
  else message.error(t(outcome === 'hidden' ? 'webhook.hidden' : 'webhook.noAnswer'));
}
