import { expect, test } from 'vitest';
import { isStrongPassword } from './password.ts';

test.each([
  ['Abcdef1!', true],
  ['密码Abc123!', true],
  ['密码Ab1!xx', true],
  ['Abcde1!', false],
  ['Abcdef1', false],
  ['abcdef1!', false],
  ['ABCDEF1!', false],
  ['Abcdefg!', false],
  ['Abcdefg1', false],
  ['Abcdef1 ', false],
])('the password %s is strong: %s', (password, strong) => {
  expect(isStrongPassword(password)).toBe(strong);
});
