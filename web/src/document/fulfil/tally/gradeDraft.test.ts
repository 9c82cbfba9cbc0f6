import { expect, test } from 'vitest';
import { formalOf, gradedParts, isGradeWrong, startOf, waitsOn } from './gradeDraft.ts';
import type { GradePart } from './gradeDraft.ts';

const tea: GradePart = {
  line: 1,
  barcode: '4711',
  skuCode: '',
  name: 'Tea',
  unit: 'piece',
  warehouseName: 'Main',
  lot: 'A',
  serialManaged: false,
  serials: [],
  booked: '10',
  left: '6',
};
const phone: GradePart = {
  ...tea,
  line: 2,
  lot: '',
  serialManaged: true,
  serials: ['1', '2'],
  left: '2',
};

test('untouched goods become formal with a single press, and entered grades stay', () => {
  expect(
    [tea, phone]
      .map(startOf)
      .map(formalOf)
      .map(({ formal }) => formal),
  ).toEqual(['6', '1, 2']);
  expect(formalOf({ ...startOf(tea), gift: '1' }).formal).toBe('');
  expect(waitsOn({ ...tea, left: '0' })).toBe(false);
});

test.each([
  [{ formal: '6' }, false],
  [{ formal: '5', missing: '2' }, true],
  [{ formal: 'x' }, true],
  [{}, false],
])('grading six as %o is wrong: %s', (typed, wrong) => {
  expect(isGradeWrong({ ...startOf(tea), ...typed })).toBe(wrong);
});

test('graded parts hold typed quantities, and count their serials', () => {
  const drafts = [
    { ...startOf(tea), formal: '4', missing: '2', reason: ' torn ' },
    { ...startOf(phone), defective: '2' },
    startOf({ ...tea, line: 3 }),
  ];
  expect(gradedParts(drafts)).toEqual([
    { line: 1, lot: 'A', reason: 'torn', formal: { quantity: '4' }, missing: { quantity: '2' } },
    { line: 2, lot: '', reason: '', defective: { quantity: '1', serials: ['2'] } },
  ]);
});
