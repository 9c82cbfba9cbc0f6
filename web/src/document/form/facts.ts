import type { Fact } from '../../control/conflict.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { HeadDraft } from '../draft/headDraft.ts';

/** How each field of a draft is told in a conflict. All are, but those named silent: a new one can't be forgotten. */
export type Told<Draft, Silent extends keyof Draft> = Readonly<
  Record<Exclude<keyof Draft, Silent>, (draft: Draft) => Fact>
>;

export const factsOf = <Draft, Silent extends keyof Draft>(
  told: Told<Draft, Silent>,
  draft: Draft,
): readonly Fact[] => Object.values<(draft: Draft) => Fact>(told).map((tell) => tell(draft));

/** Somebody or something that is known by its id here. */
export const chosen = (label: string, ids: readonly (string | null)[]): Fact => {
  const value = ids.filter((id) => id !== null).join();
  return { label, value, text: value === '' ? '' : t('stale.chosen') };
};

type SharedHead = Pick<
  HeadDraft,
  'number' | 'time' | 'handlerId' | 'currency' | 'exchangeRate' | 'remark' | 'attachments'
>;

/** What the head of every document says. */
export const toldByAll = (timeZone: string): Told<SharedHead, never> => ({
  time: ({ time }) => ({ label: t('document.time'), text: timeText(time, timeZone) }),
  number: ({ number }) => ({ label: t('document.number'), text: number }),
  handlerId: ({ handlerId }) => chosen(t('document.handler'), [handlerId]),
  currency: ({ currency }) => ({ label: t('document.currency'), text: currency }),
  exchangeRate: ({ exchangeRate }) => ({ label: t('document.exchangeRate'), text: exchangeRate }),
  remark: ({ remark }) => ({ label: t('document.remark'), text: remark }),
  attachments: ({ attachments }) => ({
    label: t('document.attachments'),
    text: attachments.map(({ name }) => name).join(', '),
    value: attachments.map(({ id }) => id).join(),
  }),
});
