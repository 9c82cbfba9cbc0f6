import { dayAfter, daysBetween, monthEnd } from '@tradehouse/domain';
import type { Stretch } from '@tradehouse/domain';
import { FIRST_DAY, LAST_DAY, dayBefore, monthAfter } from './later.ts';

export type { Stretch } from '@tradehouse/domain';

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

/** A stretch of whole months, by the first days of the first and the last, or of days; `sign` says how it counts. */
export interface Piece {
  readonly grain: 'm' | 'd';
  readonly sign: 1 | -1;
  readonly stretch: Stretch;
}

/**
 * A range of days as pieces that come to it in sum. Of a month that lies in it in part, its days are counted, or the whole of
 * it less the days beyond, whichever are fewer: after today there are hardly any, so this month costs one piece.
 *
 * @param today what the days to read are guessed by, and nothing else: any day will do
 */
export function pieces(since: string, until: string, today: string): Piece[] {
  const { months, edges } = cut(since, until);
  const whole = months === null ? [] : [{ grain: 'm', sign: 1, stretch: months } as const];
  return [...whole, ...edges.flatMap((edge) => shorter(edge, today))];
}

function shorter(edge: Stretch, today: string): Piece[] {
  const [since, until] = edge;
  const month: Stretch = [monthStart(since), monthEnd(since)];
  const beyond: Stretch[] = [
    [month[0], dayBefore(since)],
    [dayAfter(until, 1), month[1]],
  ];
  const daysIn = ([first, last]: Stretch): number =>
    Math.max(0, daysBetween(first, last < today ? last : today) + 1);
  const left = beyond.filter(([first, last]) => first <= last);
  if (left.reduce((sum, stretch) => sum + daysIn(stretch), 0) + 1 >= daysIn(edge))
    return [{ grain: 'd', sign: 1, stretch: edge }];
  return [
    { grain: 'm', sign: 1, stretch: [month[0], month[0]] },
    ...left.map((stretch) => ({ grain: 'd', sign: -1, stretch }) as const),
  ];
}
