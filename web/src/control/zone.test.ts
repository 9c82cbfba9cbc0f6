import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOfWallTime, isToCome, wallTime } from './zone.ts';

test.each([
  ['2026-03-01 08:00:00', 'Asia/Shanghai', '2026-03-01T00:00:00.000Z'],
  ['2026-07-01 08:00:00', 'Europe/Berlin', '2026-07-01T06:00:00.000Z'],
  ['2026-12-31 23:59:59', 'America/New_York', '2027-01-01T04:59:59.000Z'],
] as const)('the local time %s in %s is the instant %s', (wall, zone, iso) => {
  expect(instantOfWallTime(wall, zone)).toBe(iso);
  expect(wallTime(iso, zone)).toBe(wall);
});

test.each([
  ['2026-09-06 00:00:00', 'America/Santiago', '2026-09-06 01:00:00'],
  ['2026-03-08 00:30:00', 'America/Havana', '2026-03-08 01:30:00'],
  ['2026-04-24 00:00:00', 'Africa/Cairo', '2026-04-24 01:00:00'],
  ['2026-03-29 00:00:00', 'Asia/Beirut', '2026-03-29 01:00:00'],
  ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29 03:30:00'],
])('%s, a time skipped in %s, is shown as %s on the skipped day', (wall, zone, shown) => {
  expect(wallTime(instantOfWallTime(wall, zone), zone)).toBe(shown);
});

test('a local time repeated by a clock change means its first occurrence', () => {
  expect(instantOfWallTime('2026-11-01 00:30:00', 'America/Havana')).toBe(
    '2026-11-01T04:30:00.000Z',
  );
});

test('every day of the year begins with its own date, in any zone', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 364 }), (zone, day) => {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      expect(wallTime(instantOfWallTime(`${date} 00:00:00`, zone), zone).slice(0, 10)).toBe(date);
    }),
  );
});

test('an instant converted to local time and back is unchanged', () => {
  const anInstant = fc
    .integer({ min: 946_684_800, max: 2_208_988_800 })
    .map((seconds) => new Date(seconds * 1000).toISOString());
  fc.assert(
    fc.property(
      anInstant,
      fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/Sao_Paulo'),
      (iso, zone) => {
        const wall = wallTime(iso, zone);
        expect(wallTime(instantOfWallTime(wall, zone), zone)).toBe(wall);
      },
    ),
  );
});

test.each([
  ['2026-03-01T15:59:59.000Z', 'Asia/Shanghai', false],
  ['2026-03-01T16:00:00.000Z', 'Asia/Shanghai', true],
  ['2026-03-01T16:00:00.000Z', 'Europe/Berlin', false],
])('on 1 March, the instant %s in %s lies on a later day: %s', (iso, zone, toCome) => {
  expect(isToCome(iso, zone, new Date('2026-03-01T04:00:00.000Z'))).toBe(toCome);
});
