import { expect, test } from 'vitest';
import { greetingKey } from './greeting.ts';

test.each([
  [0, 'early'],
  [8, 'early'],
  [9, 'morning'],
  [11, 'morning'],
  [12, 'noon'],
  [13, 'noon'],
  [14, 'afternoon'],
  [19, 'afternoon'],
  [20, 'evening'],
  [23, 'evening'],
])('at %i the greeting is %s', (hour, greeting) => {
  expect(greetingKey(hour)).toBe(`greeting.${greeting}`);
});
