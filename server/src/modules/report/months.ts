import { dayAfter, daysBetween, monthEnd } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { FIRST_DAY, LAST_DAY, dayBefore, monthAfter } from './laterPeriods.ts';

export type { InclusiveDateRange } from '@tradehouse/domain';

/** The first day of the day's month. */
export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/**
 * Cuts a date range into whole months, by first days (null: none), and edge days, each range within a
 * month. Null: from the first to the last possible day.
 */
export function splitIntoMonths(
  since: string | null,
  until: string | null,
): { readonly months: InclusiveDateRange | null; readonly edges: readonly InclusiveDateRange[] } {
  const [first, last] = [since ?? FIRST_DAY, until ?? LAST_DAY];
  if (first > last) return { months: null, edges: [] };
  const startsWhole = first === monthStart(first);
  const endsWhole = last === monthEnd(last);
  if (monthStart(first) === monthStart(last) && !(startsWhole && endsWhole))
    return { months: null, edges: [[first, last]] };
  const from = startsWhole ? first : monthAfter(first);
  const end = monthStart(last);
  const edges: InclusiveDateRange[] = [
    ...(startsWhole ? [] : [[first, monthEnd(first)] as const]),
    ...(endsWhole ? [] : [[end, last] as const]),
  ];
  const months: InclusiveDateRange | null =
    from < end || (from === end && endsWhole)
      ? [from, endsWhole ? end : monthStart(dayBefore(end))]
      : null;
  return { months, edges };
}

/** Range of whole months, by first days, or of days; `sign` is the sign in the sum. */
export interface RangePiece {
  readonly grain: 'm' | 'd';
  readonly sign: 1 | -1;
  readonly range: InclusiveDateRange;
}

/**
 * Splits a date range into pieces with an equal sum. A partly covered month counts by days, or by the month
 * less the days beyond, if fewer. After today hardly any day has rows, therefore the current month costs a
 * single piece.
 *
 * @param today only for estimating the days to read: any day is correct
 */
export function toRangePieces(since: string, until: string, today: string): RangePiece[] {
  const { months, edges } = splitIntoMonths(since, until);
  const whole = months === null ? [] : [{ grain: 'm', sign: 1, range: months } as const];
  return [...whole, ...edges.flatMap((edge) => toFewestPieces(edge, today))];
}

function toFewestPieces(edge: InclusiveDateRange, today: string): RangePiece[] {
  const [since, until] = edge;
  const month: InclusiveDateRange = [monthStart(since), monthEnd(since)];
  const beyond: InclusiveDateRange[] = [
    [month[0], dayBefore(since)],
    [dayAfter(until, 1), month[1]],
  ];
  const daysIn = ([first, last]: InclusiveDateRange): number =>
    Math.max(0, daysBetween(first, last < today ? last : today) + 1);
  const left = beyond.filter(([first, last]) => first <= last);
  if (left.reduce((sum, range) => sum + daysIn(range), 0) + 1 >= daysIn(edge))
    return [{ grain: 'd', sign: 1, range: edge }];
  return [
    { grain: 'm', sign: 1, range: [month[0], month[0]] },
    ...left.map((range) => ({ grain: 'd', sign: -1, range }) as const),
  ];
}
