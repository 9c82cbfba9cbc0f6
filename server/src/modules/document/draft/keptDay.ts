import type { References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

/** Truncates a time to seconds, because forms show and return seconds only. */
const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/**
 * Keeps business day and sub-second time if the shown time is unchanged. The company's time zone may have
 * changed since.
 */
export function withKeptDay(facts: References, before: StoredDocument | null): References {
  if (before === null) return facts;
  const { businessTime } = before.head;
  if (secondOf(businessTime) !== secondOf(facts.businessTime)) return facts;
  return { ...facts, businessTime, businessDate: before.document.businessDate };
}
