import { expect, test } from 'vitest';
import { formatVerdict } from './verdict.ts';

const violation = {
  tenant: 'demo',
  invariant: 'S1',
  check: 'S1_on_hand',
  subject: 'CGRK26110000001, Tea',
  detail: 'on hand 9, ledger 10',
};

test('the verdict on a clean database names the number of checks and companies', () => {
  expect(formatVerdict({ tenants: 2, checks: 50, violations: [], total: 0, found: {} })).toEqual([
    'Clean: 50 checks over 2 companies found nothing.',
  ]);
});

test('each violation names its document, and violations beyond the list are counted', () => {
  expect(
    formatVerdict({ tenants: 1, checks: 50, violations: [violation], total: 3, found: {} }),
  ).toEqual([
    'demo  S1  S1_on_hand  CGRK26110000001, Tea: on hand 9, ledger 10',
    '3 violations (2 more not listed) by 50 checks over 1 company.',
  ]);
});

test('a database without companies is not reported as clean', () => {
  expect(formatVerdict({ tenants: 0, checks: 50, violations: [], total: 0, found: {} })).toEqual([
    'There is no company to verify.',
  ]);
});
