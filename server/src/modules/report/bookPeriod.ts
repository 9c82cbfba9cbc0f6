import { refuse } from '../../kernel/index.ts';
import { FIRST_DAY, LAST_DAY, monthAfter } from './later.ts';
import type { Stretch } from './months.ts';
import { monthEnd, monthStart } from './months.ts';

/** Months that a report shows one by one, at most. */
const MOST_MONTHS = 60;

type Dates = readonly [string | null, string | null] | undefined;

/** The days that a report of the books is asked for. */
export interface BookPeriod {
  readonly since: string;
  readonly until: string;
  /** What each has a row of: the days as a whole, or month by month. */
  readonly stretches: readonly Stretch[];
  readonly byMonth: boolean;
}

/** The period a request means. Refuses months without a first and a last one, and too many of them. */
export function bookPeriod(dates: Dates, byMonth = false): BookPeriod {
  const [first, last] = dates ?? [null, null];
  const [since, until] = [first ?? FIRST_DAY, last ?? LAST_DAY];
  if (!byMonth) return { since, until, byMonth, stretches: [[since, until]] };
  const field = { field: 'dates' };
  if (first === null || last === null) refuse('request.field', field, field);
  const stretches: Stretch[] = [];
  for (let day = since; day <= until; day = monthAfter(day)) {
    const end = monthEnd(day);
    stretches.push([day, end < until ? end : until]);
    if (stretches.length > MOST_MONTHS) refuse('request.field', field, field);
  }
  return { since, until, byMonth, stretches };
}

const iso = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const DAY = 86_400_000;

/** The same day of a month so many months before, or that month's last; of a month's last day always the last. */
function monthsBefore(day: string, months: number): string {
  const month = monthOf(day) - months;
  const end = monthEnd(iso(Date.UTC(Math.floor(month / 12), month % 12, 1)));
  const same = `${end.slice(0, 8)}${day.slice(8)}`;
  return day === monthEnd(day) || same > end ? end : same;
}

/**
 * The period before. What begins with a month goes back by as many months as it touches, to the same day; anything else by as
 * many days as it has. Null where it has no first or last day.
 */
export function periodBefore([since, until]: Stretch): Stretch | null {
  if (since === FIRST_DAY || until === LAST_DAY) return null;
  if (since === monthStart(since)) {
    const months = monthOf(until) - monthOf(since) + 1;
    return [monthStart(monthsBefore(since, months)), monthsBefore(until, months)];
  }
  const days = Date.parse(until) - Date.parse(since) + DAY;
  return [iso(Date.parse(since) - days), iso(Date.parse(until) - days)];
}

/** How a stretch is written where it stands beside figures. */
export const periodText = ([since, until]: Stretch, byMonth: boolean): string =>
  byMonth
    ? since.slice(0, 7)
    : [since === FIRST_DAY ? '…' : since, until === LAST_DAY ? '…' : until].join(' – ');
