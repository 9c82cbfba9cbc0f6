import { expect, test } from 'vitest';
import { passwordHash } from './password.ts';

test('a password travels as its SHA-256', () => {
  expect(passwordHash('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
