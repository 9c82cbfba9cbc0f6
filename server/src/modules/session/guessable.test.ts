import { isStrongPassword } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../testing.ts';
import { refuseGuessable } from './guessable.ts';

const tried = (password: string) =>
  refuseGuessable(sha256(password), 'a-victim', 'Acme Trading 商贸').then(
    () => 'taken',
    (error: { key: string }) => error.key,
  );

describe('a guessable password', () => {
  test.each([
    '123456',
    '1qaz@WSX',
    'Password123!',
    'P@ssw0rd2026',
    'Qazwsx123!',
    'Football1!',
    'Baseball123!',
    'Michael1!',
    'Woaini1314!',
    'Zhangsan888@',
    'W3lc0m3!',
    'Qwerty!23',
    'Welcome12#',
    'Admin!@#',
    '商仓2026',
    '密码123',
    'Qwerty_123',
    'Qwerty2029',
    'QWERTY123!',
    '1q2w3e4r!',
    'Zaq1@wsx',
    'Pass@word1',
  ])('is refused for being too common: %s', async (password) => {
    expect(await tried(password)).toBe('password.tooCommon');
  });

  test.each([
    'a-victim',
    'A-VICTIM',
    'A-victim1!',
    'Victim2026',
    'Acme Trading 商贸',
    'Acme2026!',
    'AcmeTrading商贸1!',
    'Tr@ding@123',
  ])('made of names of the user or company is refused: %s', async (password) => {
    expect(await tried(password)).toBe('password.tooCommon');
  });
});

test.each(['Well-chosen-9', 'kUchen!fahrrad7', 'Qx7#mmv0Lp', '四季如春 Aa1'])(
  'the strong password %s is accepted',
  async (password) => {
    expect(isStrongPassword(password)).toBe(true);
    expect(await tried(password)).toBe('taken');
  },
);
