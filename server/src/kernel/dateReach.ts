import { datesWithin } from '@tradehouse/domain';
import type { DateReach } from '@tradehouse/domain';

const HOUR = 3_600_000;

/** The day that has begun furthest east: no company's clock is ahead of it. */
const latestToday = (): string => new Date(Date.now() + 14 * HOUR).toISOString().slice(0, 10);

/** What a refusal says of a day or instant that its field does not reach. */
export function factsOfReach(reach: DateReach, text: string) {
  return { date: text.slice(0, 10), ...datesWithin(reach, latestToday()) };
}

/** The keyword by which a schema says how far a day or an instant may lie from today: see `DateReach`. */
export const dateReach = {
  keyword: 'reach',
  type: 'string',
  schemaType: 'string',
  validate(reach: DateReach, text: string): boolean {
    const { date, since, until } = factsOfReach(reach, text);
    return date >= since && date <= until;
  },
} as const;
