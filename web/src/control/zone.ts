import { todayIn } from './format.ts';

const wallOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);

/** What the clock of a zone shows at an instant: `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (iso: string, zone: string): string => wallOf(new Date(iso), zone);

/** The instant at which a zone's clock shows a time, as ISO. In the hour that a zone repeats, the first of the two. */
export function instantOf(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  // The clock is off by the zone's offset; a second round settles it where the offset changes in between.
  const offset = (at: number): number =>
    Date.parse(`${wallOf(new Date(at), zone).replace(' ', 'T')}Z`) - at;
  const first = asUtc - offset(asUtc);
  return new Date(asUtc - offset(first)).toISOString();
}

/** Lies on a day that has not begun on the clock of a zone. */
export const isToCome = (iso: string, zone: string, now: Date = new Date()): boolean =>
  wallTime(iso, zone).slice(0, 10) > todayIn(zone, now);
