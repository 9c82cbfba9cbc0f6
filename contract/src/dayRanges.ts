import { dayAfter, isKeyOf, keysOf, monthEnd, monthsBefore } from '@tradehouse/domain';

type PresetRangeDays = readonly [since: string, until: string];

/** Common date ranges, relative to the current day. */
const ranges = {
  today: (today) => [today, today],
  yesterday: (today) => [dayAfter(today, -1), dayAfter(today, -1)],
  week: (today) => [dayAfter(today, -6), today],
  month: (today) => [`${today.slice(0, 7)}-01`, today],
  lastMonth: (today) => {
    const month = monthsBefore(today, 1).slice(0, 7);
    return [`${month}-01`, monthEnd(`${month}-01`)];
  },
  threeMonths: (today) => [monthsBefore(today, 3), today],
  year: (today) => [`${today.slice(0, 4)}-01-01`, today],
} as const satisfies Readonly<Record<string, (today: string) => PresetRangeDays>>;

export type DayRange = keyof typeof ranges;

/** Lists the ranges with days, YYYY-MM-DD, from the company's today. */
export const dayRanges = (
  today: string,
): readonly { readonly range: DayRange; readonly days: PresetRangeDays }[] =>
  keysOf(ranges).map((range) => ({ range, days: ranges[range](today) }));

/** The days of a range on a day; undefined where the word is none. */
export function daysOfRange(range: DayRange, today: string): PresetRangeDays;
export function daysOfRange(range: string, today: string): PresetRangeDays | undefined;
export function daysOfRange(range: string, today: string): PresetRangeDays | undefined {
  return isKeyOf(ranges, range) ? ranges[range](today) : undefined;
}

/** Finds ranges with these days: on the first of a month, this month is today. */
export const rangesOfDays = (since: string, until: string, today: string): readonly DayRange[] =>
  dayRanges(today).flatMap(({ range, days }) =>
    days[0] === since && days[1] === until ? [range] : [],
  );
