import { todayIn } from './format.ts';

/** Formatters by zone: creation takes as long as hundreds of uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(zone, made);
  return made;
}

const wallOf = (at: Date, zone: string): string => formatIn(zone).format(at);

/** Returns a zone's wall time at an instant: `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (iso: string, zone: string): string => wallOf(new Date(iso), zone);

const DAY = 86_400_000;

/**
 * Returns the ISO instant of a zone's wall time. A repeated hour gives the first instant; a skipped hour
 * shifts later, so a day beginning at 01:00 keeps its midnight.
 */
export function instantOfWallTime(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  const shownAt = (at: number): number =>
    Date.parse(`${wallOf(new Date(at), zone).replace(' ', 'T')}Z`);
  // The clock is off by the offset before or after a change; no zone changes twice in two days.
  const by = (near: number): number => asUtc - (shownAt(near) - near);
  const [before, after] = [by(asUtc - DAY), by(asUtc + DAY)];
  const shown = [before, after].find((at) => shownAt(at) === asUtc);
  return new Date(shown ?? before).toISOString();
}

/** Time zones to choose from. */
export const zoneOptions = (): { readonly value: string; readonly label: string }[] =>
  Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

/** Unambiguous zone names with one offset everywhere; CST, IST and BST mean several. */
const offsets = new Map(
  (
    'PST-08:00 PDT-07:00 MST-07:00 MDT-06:00 EST-05:00 EDT-04:00 CET+01:00 CEST+02:00 EET+02:00 ' +
    'EEST+03:00 HKT+08:00 SGT+08:00 JST+09:00 KST+09:00 AEST+10:00 AEDT+11:00'
  )
    .split(' ')
    .map((zone) => [zone.slice(0, -6), zone.slice(-6)] as const),
);

const zoneNames = new Map(
  Intl.supportedValuesOf('timeZone').map((name) => [name.toUpperCase(), name] as const),
);

/** Converts a time with a zone name into an instant; undefined for unknown zones. */
export function instantInNamedZone(wall: string, zone: string): string | undefined {
  const named = zoneNames.get(zone);
  if (named !== undefined) return instantOfWallTime(wall, named);
  const offset = /^(Z|[+-].*)$/.test(zone) ? zone : offsets.get(zone);
  const at = new Date(`${wall.replace(' ', 'T')}${offset ?? '?'}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Returns true if an instant lies on a future day in the zone. */
export const isToCome = (iso: string, zone: string, now: Date = new Date()): boolean =>
  wallTime(iso, zone).slice(0, 10) > todayIn(zone, now);
