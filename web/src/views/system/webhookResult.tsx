import type { ReplyOf, tryWebhook } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { notices } from '../../app/notices.ts';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { Meaning } from '../../control/StatusTag.tsx';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

type Came = ReplyOf<typeof tryWebhook>;

const meanings: Readonly<Record<string, Meaning>> = {
  delivered: 'done',
  refused: 'refused',
  noAnswer: 'refused',
};

/** What came of sending something, as a word. */
export const Outcome = ({ outcome }: { readonly outcome: string }): ReactNode => (
  <StatusTag meaning={meanings[outcome] ?? 'quiet'}>{choiceOf('lastOutcome', outcome)}</StatusTag>
);

/** Says what came of what was sent by hand. */
export function tellCame({ outcome, status, answer }: Came): void {
  const { message } = notices();
  if (outcome === 'delivered') message.success(t('webhook.came', { status: status ?? '' }));
  else if (outcome === 'refused')
    message.error(t('webhook.refused', { status: status ?? '', answer }));
  else message.error(t(outcome === 'hidden' ? 'webhook.hidden' : 'webhook.noAnswer'));
}
