import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { holds } from './tableSql.ts';

// A text that is joined to nothing, or looked into by a function, reads the same, and is no column that an index holds.
test.each([
  ['48', 'strpos('],
  ['4-8', 'strpos('],
  ['%48_', 'strpos('],
  ['螺丝', 'strpos('],
  ['', 'strpos('],
  ['xs', "|| '')"],
  ['4-B', "|| '')"],
  ['481', ' ilike'],
  ['XS-481', ' ilike'],
  ['螺丝钉', ' ilike'],
])('a search for %j is one by %s: an index of trigrams is there for three letters', (part, by) => {
  const ways = ['strpos(', "|| '')", ' ilike'];
  const node = JSON.stringify(holds(sql`number`, part).toOperationNode());
  expect(ways.find((way) => node.includes(way))).toBe(by);
});
