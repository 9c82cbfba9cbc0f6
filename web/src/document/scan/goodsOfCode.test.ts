import { beforeAll, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { explainUnknownScan } from './goodsOfCode.ts';

beforeAll(() => loadPhrases('en'));

test.each([
  ['1001', 'editor.scan.unknown'],
  ['(01)06901234567893(10)A', 'editor.scan.fault.checkDigit'],
  ['010690123456789210AB21X9', 'editor.scan.fault.separator'],
] as const)('the code %s without goods is explained by %s', (code, phrase) => {
  expect(explainUnknownScan(code)).toBe(t(phrase));
});
