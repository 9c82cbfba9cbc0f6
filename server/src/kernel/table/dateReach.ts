import { datesWithin } from '@tradehouse/domain';
import type { DateReach } from '@tradehouse/domain';

const HOUR = 3_600_000;

/** Returns the day that has begun furthest east: no company's clock is ahead. */
const latestToday = (): string => new Date(Date.now() + 14 * HOUR).toISOString().slice(0, 10);

/** Returns the facts of a refusal for a day or instant out of reach. */
export function factsOfReach(reach: DateReach, text: string) {
  return { date: text.slice(0, 10), ...datesWithin(reach, latestToday()) };
}

/** Schema keyword that limits the distance of a day or instant from today: see `DateReach`. */
export const dateReach = {
  keyword: 'reach',
  type: 'string',
  schemaType: 'string',
  validate(reach: DateReach, text: string): boolean {
    const { date, since, until } = factsOfReach(reach, text);
    return date >= since && date <= until;
  },
} as const;
