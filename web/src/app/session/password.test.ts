import { expect, test } from 'vitest';
import { passwordHash } from './password.ts';

test('a password is sent as a SHA-256 hash', () => {
  expect(passwordHash('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
