// Required dates and suggested suppliers of requisitions.
import { expect, test } from 'vitest';
import { checkRequiredOn, suggestedSupplier } from './requisition.ts';

const written = '2026-03-10';

test.each([
  ['no one said by when', null],
  ['on the day itself', '2026-03-10'],
  ['a day later', '2026-03-11'],
  ['next year', '2027-01-01'],
])('a required date is accepted: %s', (_, requiredOn) => {
  expect(() => checkRequiredOn(written, requiredOn)).not.toThrow();
});

test.each([
  ['the day before', '2026-03-09'],
  ['the year before', '2025-12-31'],
])('a required date before the requisition is refused: %s', (_, date) => {
  expect(() => checkRequiredOn(written, date)).toThrow(
    expect.objectContaining({ key: 'document.requiredDate', facts: { date } }),
  );
});

const [north, south] = [{ id: '1' }, { id: '2' }];

test.each([
  ['no lines', [], null],
  ['no one is suggested', [null, null], null],
  ['one line', [north], north],
  ['all agree', [north, { id: '1' }, north], north],
  ['two suppliers', [north, south], null],
  ['one line suggests no one', [north, null], null],
  ['the first suggests no one', [null, north], null],
])('the supplier suggested for the order follows from the lines: %s', (_, lines, supplier) => {
  expect(suggestedSupplier(lines)).toEqual(supplier);
});
