import type { References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';

/** Forms show seconds, and send back no more of a time than they show. */
const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/**
 * A document whose time stays keeps its business day, and of its time all that a form does not show. The company's zone may be
 * another since it was saved.
 */
export function withKeptDay(facts: References, before: Stored | null): References {
  if (before === null) return facts;
  const { businessTime } = before.head;
  if (secondOf(businessTime) !== secondOf(facts.businessTime)) return facts;
  return { ...facts, businessTime, businessDate: before.document.businessDate };
}
