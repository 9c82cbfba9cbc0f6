import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { dayStart } from './dayStart.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

// Clocks go forward or back at midnight, or at 1:00 back to it.
test.each(['America/Santiago', 'America/Havana', 'Asia/Beirut', 'Africa/Cairo', 'Atlantic/Azores'])(
  'in %s each day begins with the first moment of its date',
  async (zone) => {
    const { rows } = await sql<{ day: string }>`
      with days as (
        select day::date as day, ${dayStart(sql`day::date`, sql`${zone}`)} as start
        from generate_series(date '2026-01-01', date '2026-12-31', '1 day') day)
      select day::text from days
      where (start at time zone ${zone})::date <> day
        or ((start - interval '1 second') at time zone ${zone})::date >= day`.execute(
      server.database.admin,
    );
    expect(rows).toEqual([]);
  },
);

test.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('in %s the %s begins at %s', async (zone, day, start) => {
  const { rows } = await sql<{ at: Date }>`
    select ${dayStart(sql`${day}::date`, sql`${zone}`)} as at`.execute(server.database.admin);
  expect(new Date(rows[0]?.at ?? '').toISOString()).toBe(start);
});
