import { beforeAll, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { aProduct } from '../lines/testProduct.ts';
import { explainGoodsFault, explainUnknownScan } from './goodsOfCode.ts';

beforeAll(() => loadPhrases('en'));

test.each([
  ['1001', 'editor.scan.unknown'],
  ['2012345012347', 'editor.scan.unknownCheckDigit'],
  ['6901234567892', 'editor.scan.unknown'],
  ['(01)06901234567893(10)A', 'editor.scan.fault.checkDigit'],
  ['010690123456789210AB21X9', 'editor.scan.fault.separator'],
] as const)('the code %s without goods is explained by %s', (code, phrase) => {
  expect(explainUnknownScan(code)).toBe(t(phrase));
});

test('a fault of goods names the goods and their unit', () => {
  expect(explainGoodsFault('unit', aProduct('1001'))).toBe(
    'product 1001 is sold by bottle, not by weight',
  );
});
