import { expect, test } from 'vitest';
import { formalOf, gradedParts, isGradeWrong, createGradeDraft, waitsOn } from './gradeDraft.ts';
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

test('a single click grades all untouched goods as formal, and keeps entered grades', () => {
  expect(
    [tea, phone]
      .map(createGradeDraft)
      .map(formalOf)
      .map(({ formal }) => formal),
  ).toEqual(['6', '1, 2']);
  expect(formalOf({ ...createGradeDraft(tea), gift: '1' }).formal).toBe('');
  expect(waitsOn({ ...tea, left: '0' })).toBe(false);
});

test.each([
  [{ formal: '6' }, false],
  [{ formal: '5', missing: '2' }, true],
  [{ formal: 'x' }, true],
  [{}, false],
])('grading six with %o is wrong: %s', (typed, wrong) => {
  expect(isGradeWrong({ ...createGradeDraft(tea), ...typed })).toBe(wrong);
});

test('graded parts hold typed quantities, and count their serials', () => {
  const drafts = [
    { ...createGradeDraft(tea), formal: '4', missing: '2', reason: ' torn ' },
    { ...createGradeDraft(phone), defective: '2' },
    createGradeDraft({ ...tea, line: 3 }),
  ];
  expect(gradedParts(drafts)).toEqual([
    { line: 1, lot: 'A', reason: 'torn', formal: { quantity: '4' }, missing: { quantity: '2' } },
    { line: 2, lot: '', reason: '', defective: { quantity: '1', serials: ['2'] } },
  ]);
});
