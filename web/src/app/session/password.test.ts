import { expect, test } from 'vitest';
import { greetingKey } from './greeting.ts';
import { passwordHash } from './password.ts';

test('a password travels as its SHA-256', () => {
  expect(passwordHash('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

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
])('at %d o’clock the greeting is the %s one', (hour, greeting) => {
  expect(greetingKey(hour)).toBe(`greeting.${greeting}`);
});
