import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { containsTextSql } from './searchSql.ts';

// A text that is looked into by a function, or stands among others, is no column that an index holds.
test.each([
  ['48', 'concat_ws('],
  ['4-8', 'concat_ws('],
  ['%48_', 'concat_ws('],
  ['xs', 'concat_ws('],
  ['4-B', 'concat_ws('],
  ['螺丝', 'strpos('],
  ['', 'strpos('],
  ['481', ' like'],
  ['４８１', ' like'],
  ['XS-481', ' ilike'],
  ['螺丝钉', ' like'],
])('a search for %j runs by %s: a trigram index needs three letters', (part, by) => {
  const ways = ['strpos(', 'concat_ws(', ' ilike', ' like'];
  const node = JSON.stringify(containsTextSql(sql`number`, part).toOperationNode());
  expect(ways.find((way) => node.includes(way))).toBe(by);
});
