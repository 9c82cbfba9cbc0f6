import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { blankLine } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';
import { priceLine, sharedTogether } from './priced.ts';
import { pricing } from './testPricing.ts';

const agreed = {
  quantity: '3',
  total: '10',
  tax: '0',
  takenQuantity: '0',
  takenTotal: '0',
  takenTax: '0',
  unitPrice: '3.333333',
};
const third = (line: number): LineDraft =>
  priceLine(
    {
      ...blankLine(null),
      quantity: '1',
      taxRate: '0',
      source: { documentId: '7', line, number: 'D-7', original: '3', remaining: '3', agreed },
    },
    pricing,
  );

test('lines taken from a single source line add up to the agreed amount', () => {
  const shared = sharedTogether([third(1), third(2), third(1), third(1)], pricing);
  const totals = shared.map(({ total }) => total);
  expect(totals).toEqual(['3.33', '3.33', '3.34', '3.33']);
  const ofFirst = [0, 2, 3].map((at) => decimal(totals[at] ?? '0'));
  expect(toPlainDecimal(sum(ofFirst))).toBe('10');
});
