import { monthEnd } from '@tradehouse/domain';
import { FIRST_DAY, LAST_DAY, dayBefore, monthAfter } from './later.ts';

/** Two days as YYYY-MM-DD, both inclusive. */
export type Stretch = readonly [since: string, until: string];

/** The first day of the day's month. */
export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/**
 * A range of days as its whole months, by the first days of the first and the last (null: none is whole), and the days at
 * its edges, each stretch within one month. Null: from the first day there can be, to the last.
 */
export function cut(
  since: string | null,
  until: string | null,
): { readonly months: Stretch | null; readonly edges: readonly Stretch[] } {
  const [first, last] = [since ?? FIRST_DAY, until ?? LAST_DAY];
  if (first > last) return { months: null, edges: [] };
  const startsWhole = first === monthStart(first);
  const endsWhole = last === monthEnd(last);
  if (monthStart(first) === monthStart(last) && !(startsWhole && endsWhole))
    return { months: null, edges: [[first, last]] };
  const from = startsWhole ? first : monthAfter(first);
  const end = monthStart(last);
  const edges: Stretch[] = [
    ...(startsWhole ? [] : [[first, monthEnd(first)] as const]),
    ...(endsWhole ? [] : [[end, last] as const]),
  ];
  const months: Stretch | null =
    from < end || (from === end && endsWhole)
      ? [from, endsWhole ? end : monthStart(dayBefore(end))]
      : null;
  return { months, edges };
}
