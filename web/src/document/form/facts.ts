import type { ConflictFact } from '../../control/conflict.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { HeadDraft } from '../draft/headDraft.ts';

/**
 * Display of each draft field in a conflict. All except `Silent` are required, so no new field is
 * forgotten.
 */
export type ConflictFactMap<Draft, Silent extends keyof Draft> = Readonly<
  Record<Exclude<keyof Draft, Silent>, (draft: Draft) => ConflictFact>
>;

export const factsOfDraft = <Draft, Silent extends keyof Draft>(
  factTexts: ConflictFactMap<Draft, Silent>,
  draft: Draft,
): readonly ConflictFact[] =>
  Object.values<(draft: Draft) => ConflictFact>(factTexts).map((tell) => tell(draft));

/** Describes a selection known here only by id. */
export const factOfChosenIds = (label: string, ids: readonly (string | null)[]): ConflictFact => {
  const value = ids.filter((id) => id !== null).join();
  return { label, value, text: value === '' ? '' : t('stale.chosen') };
};

type SharedHead = Pick<
  HeadDraft,
  'number' | 'time' | 'handlerId' | 'currency' | 'exchangeRate' | 'remark' | 'attachments'
>;

/** Facts common to all document heads. */
export const toldByAll = (timeZone: string): ConflictFactMap<SharedHead, never> => ({
  time: ({ time }) => ({ label: t('document.time'), text: timeText(time, timeZone) }),
  number: ({ number }) => ({ label: t('document.number'), text: number }),
  handlerId: ({ handlerId }) => factOfChosenIds(t('document.handler'), [handlerId]),
  currency: ({ currency }) => ({ label: t('document.currency'), text: currency }),
  exchangeRate: ({ exchangeRate }) => ({ label: t('document.exchangeRate'), text: exchangeRate }),
  remark: ({ remark }) => ({ label: t('document.remark'), text: remark }),
  attachments: ({ attachments }) => ({
    label: t('document.attachments'),
    text: attachments.map(({ name }) => name).join(', '),
    value: attachments.map(({ id }) => id).join(),
  }),
});
