export const MS_OF_DAY = 86_400_000;

const dayFromTime = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Adds days to a day; below 0 subtracts. Days in YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  dayFromTime(Date.parse(day) + days * MS_OF_DAY);

/** Number of days from one day to another. */
export const daysBetween = (since: string, until: string): number =>
  (Date.parse(until) - Date.parse(since)) / MS_OF_DAY;

/** Last day of the month some months before a day. */
function endOfMonth(day: string, monthsBefore: number): string {
  const date = new Date(0);
  date.setUTCFullYear(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - monthsBefore, 0);
  return dayFromTime(date.getTime());
}

/** The last day of the day's month. */
export const monthEnd = (day: string): string => endOfMonth(day, 0);

/** Months touched by a date range, up to a limit, each cut to the range. */
export function monthsWithin(
  since: string,
  until: string,
  most: number,
): readonly (readonly [since: string, until: string])[] {
  const months: [string, string][] = [];
  for (let day = since; day <= until && months.length < most;) {
    const end = monthEnd(day);
    months.push([day, end < until ? end : until]);
    day = dayAfter(end, 1);
  }
  return months;
}

/** Same day some months earlier, or the last day of a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const end = endOfMonth(day, months);
  const same = `${end.slice(0, 8)}${day.slice(8)}`;
  return same > end ? end : same;
}
