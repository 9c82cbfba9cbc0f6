import { todayIn } from './format.ts';

const wallOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);

/** What the clock of a zone shows at an instant: `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (iso: string, zone: string): string => wallOf(new Date(iso), zone);

const DAY = 86_400_000;

/**
 * The instant at which a zone's clock shows a time, as ISO. In the hour that a zone repeats, the first of the two; in the hour
 * that it skips, as much later, so that a day which begins at 01:00 keeps its midnight.
 */
export function instantOf(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  const shownAt = (at: number): number =>
    Date.parse(`${wallOf(new Date(at), zone).replace(' ', 'T')}Z`);
  // The clock is off by the offset before a change or by the one after it; zones change no twice in two days.
  const by = (near: number): number => asUtc - (shownAt(near) - near);
  const [before, after] = [by(asUtc - DAY), by(asUtc + DAY)];
  const shown = [before, after].find((at) => shownAt(at) === asUtc);
  return new Date(shown ?? before).toISOString();
}

/** Lies on a day that has not begun on the clock of a zone. */
export const isToCome = (iso: string, zone: string, now: Date = new Date()): boolean =>
  wallTime(iso, zone).slice(0, 10) > todayIn(zone, now);
