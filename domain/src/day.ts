export const MS_OF_DAY = 86_400_000;

const written = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** So many days later, or earlier where it is below 0. Days as YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  written(Date.parse(day) + days * MS_OF_DAY);

/** How many days later a day is than another. */
export const daysBetween = (since: string, until: string): number =>
  (Date.parse(until) - Date.parse(since)) / MS_OF_DAY;

/** The last day of a month so many months before that of the day. */
function endOfMonth(day: string, monthsBefore: number): string {
  const date = new Date(0);
  date.setUTCFullYear(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - monthsBefore, 0);
  return written(date.getTime());
}

/** The last day of the day's month. */
export const monthEnd = (day: string): string => endOfMonth(day, 0);

/** The months that a range of days touches, so many at most, each as those of its days that lie in the range. */
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

/** The same day of a month so many months before, or that month's last where it has none. */
export function monthsBefore(day: string, months: number): string {
  const end = endOfMonth(day, months);
  const same = `${end.slice(0, 8)}${day.slice(8)}`;
  return same > end ? end : same;
}
