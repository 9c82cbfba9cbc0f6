import { DomainError } from '../error/domainError.ts';

/**
 * Allowed distance from today: `near`, to the end of next year, for past and planned facts; `far`, to the
 * end of the century, for goods' and contracts' ends.
 */
export type DateReach = 'near' | 'far';

/** No trade of ours is older. */
const SINCE = '1970-01-01';

/** First and last day of a reach; `today` and results in `YYYY-MM-DD`. */
export const datesWithin = (
  reach: DateReach,
  today: string,
): { readonly since: string; readonly until: string } => ({
  since: SINCE,
  until: reach === 'far' ? '2100-12-31' : `${Number(today.slice(0, 4)) + 1}-12-31`,
});

/** Refuses a day out of reach, at its field. Days in `YYYY-MM-DD`. */
export function checkDate(
  date: string,
  today: string,
  field: string,
  reach: DateReach = 'near',
): void {
  const { since, until } = datesWithin(reach, today);
  if (date < since || date > until)
    throw new DomainError('date.outOfReach', { date, since, until }, { field });
}
