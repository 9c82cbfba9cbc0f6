import { DomainError } from '../error/domainError.ts';

/**
 * How far a date may lie from today: `near`, to the end of next year, since what is written down has happened or is
 * planned; `far`, to the end of the century, for what goods and contracts last until.
 */
export type DateReach = 'near' | 'far';

/** No trade of ours is older. */
const SINCE = '1970-01-01';

/** The first and the last day of a reach; `today` and they as `YYYY-MM-DD`. */
export const datesWithin = (
  reach: DateReach,
  today: string,
): { readonly since: string; readonly until: string } => ({
  since: SINCE,
  until: reach === 'far' ? '2100-12-31' : `${Number(today.slice(0, 4)) + 1}-12-31`,
});

/** Refuses, at its field, a day out of reach. Days as `YYYY-MM-DD`. */
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
