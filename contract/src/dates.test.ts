import { expect, test } from 'vitest';
import { every, textsOf } from './testFields.ts';
import type { Field } from './testFields.ts';

const texts = textsOf(every);
const isDate = ({ schema }: Field): boolean => String(schema['format']).startsWith('date');

test('every date parameter of a call declares its allowed distance from today', () => {
  const dates = texts.filter(isDate);
  expect(dates.length).toBeGreaterThan(10);
  expect(dates.filter(({ schema }) => schema['reach'] === undefined)).toEqual([]);
});

test('a field named like a date is declared as a date', () => {
  const named =
    /(At|On|Date|Day|Time|Until|Since|Expiry)$|\.(date|day|time|expiry|since|until|dates)$/;
  expect(
    texts.filter(({ at, schema }) => named.test(at) && !isDate({ at, schema })).map(({ at }) => at),
  ).toEqual([]);
});
