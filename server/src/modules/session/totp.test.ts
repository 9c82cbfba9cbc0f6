import fc from 'fast-check';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import {
  normalizeRecoveryCode,
  newRecoveryCodes,
  generateTotpSecret,
  recoveryHash,
  findTotpStep,
  uriOf,
} from './totp.ts';

/** '12345678901234567890' in base 32, the secret of RFC 6238's appendix B. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('the codes of RFC 6238 (SHA-1, the last six of their eight digits)', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d seconds the code is %s, of step %d', (now, code, step) => {
    expect(findTotpStep(RFC, code, 0, now)).toBe(step);
    expect(findTotpStep(RFC, code, step, now)).toBeNull();
    expect(findTotpStep(RFC, code, step - 1, now)).toBe(step);
  });

  test.each([
    ['the step before', 30, true],
    ['the step after', -30, true],
    ['two steps before', 60, false],
    ['two steps after', -60, false],
  ])(
    'a code of %s is accepted only up to a single step away from the clock, case %#',
    (_, later, accepted) => {
      expect(findTotpStep(RFC, '005924', 0, 1_234_567_890 + later) !== null).toBe(accepted);
    },
  );

  test('of steps before the last accepted step are refused', () => {
    expect(findTotpStep(RFC, '005924', 41_152_270, 1_234_567_890)).toBeNull();
  });
});

test.each([
  '',
  '12345',
  '1234567',
  '12345a',
  '００５９２４',
  ' 05924',
  '005924\n',
  '\u0000'.repeat(6),
])('the malformed code %j is refused', (code) => {
  expect(findTotpStep(RFC, code, 0, 1_234_567_890)).toBeNull();
});

test('a code opens its own secret and no further secret, at any time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 4_000_000_000 }), (now) => {
      const [mine, other] = [generateTotpSecret(), generateTotpSecret()];
      const token = generateSync({ secret: mine, epoch: now });
      expect(findTotpStep(mine, token, 0, now)).toBe(Math.floor(now / 30));
      // One in a million is the same by chance, for each of three steps.
      fc.pre(findTotpStep(other, token, 0, now) === null);
    }),
    { numRuns: 50 },
  );
});

test('the setup address of an authenticator holds secret, issuer and user name', () => {
  const secret = generateTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(uriOf('Tradehouse 商仓', '王 五', secret));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.searchParams.get('secret')).toBe(secret);
  expect(uri.searchParams.get('issuer')).toBe('Tradehouse 商仓');
  expect(decodeURIComponent(uri.pathname)).toContain('王 五');
});

test('recovery codes are ten, all different, and read without hyphens, spaces and capitals', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`;
    expect(normalizeRecoveryCode(typed)).toBe(normalizeRecoveryCode(code));
    expect(recoveryHash('1', '2', typed)).toBe(recoveryHash('1', '2', code));
    expect(recoveryHash('1', '3', code)).not.toBe(recoveryHash('1', '2', code));
  }
});
