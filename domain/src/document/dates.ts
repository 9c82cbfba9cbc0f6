import { DomainError } from '../error/domainError.ts';

/** No trade of ours is older. */
const SINCE = '1970-01-01';

/** Refuses, at its field, a day that cannot be meant: before 1970, or after the end of next year. Days as `YYYY-MM-DD`. */
export function checkDate(date: string, today: string, field: string): void {
  const until = `${Number(today.slice(0, 4)) + 1}-12-31`;
  if (date < SINCE || date > until)
    throw new DomainError('date.outOfReach', { date, since: SINCE, until }, { field });
}
