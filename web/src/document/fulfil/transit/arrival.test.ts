import { expect, test } from 'vitest';
import { computeArrivalDifference, createArrivalDraft, receivedParts } from './arrival.ts';
import type { ArrivalDraft, TransitGoodsPart } from './arrival.ts';

const part = (more: Partial<TransitGoodsPart> = {}): TransitGoodsPart => ({
  line: 1,
  barcode: '1001',
  productName: 'Tea',
  unit: 'box',
  lot: '',
  expiry: null,
  stockType: 'formal',
  serialManaged: false,
  sent: '10',
  arrived: '0',
  missing: '0',
  left: '10',
  serials: [],
  targetWarehouseName: 'Branch',
  ...more,
});
const draft = (
  change: Partial<ArrivalDraft>,
  of: Partial<TransitGoodsPart> = {},
): ArrivalDraft => ({
  ...createArrivalDraft(part(of)),
  ...change,
});
const sent = (one: ArrivalDraft) =>
  receivedParts([one]).map(({ arrived, missing, serials, missingSerials }) =>
    [arrived, missing, ...(serials ?? []), ...(missingSerials ?? []).map((s) => `-${s}`)].join(' '),
  );
const named = { serialManaged: true, left: '2', serials: ['a', 'b'] };

// The receiver enters arrived goods and closes the difference.
test.each<[string, ArrivalDraft, string, string[]]>([
  ['all of it', draft({}), '0', ['10 0']],
  ['a part, the rest later', draft({ arrived: '4' }), '6', ['4 0']],
  ['a part, the rest lost', draft({ arrived: '4', closed: true }), '6', ['4 6']],
  ['more than was sent', draft({ arrived: '12', closed: true }), '-2', ['12 0']],
  ['nothing', draft({ arrived: '' }), '10', []],
  ['nothing, and nothing will come', draft({ arrived: '', closed: true }), '10', ['0 10']],
  ['serials', draft({}, named), '0', ['2 0 a b']],
  [
    'one serial, the other lost',
    draft({ arrived: '1', serials: 'b', closed: true }, named),
    '1',
    ['1 1 b -a'],
  ],
])('an arrival of %s', (_, one, difference, parts) => {
  expect(computeArrivalDifference(one)).toBe(difference);
  expect(sent(one)).toEqual(parts);
});
