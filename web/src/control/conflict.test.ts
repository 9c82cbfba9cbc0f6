import { expect, test } from 'vitest';
import { listDifferences } from './conflict.ts';
import type { ConflictFact } from './conflict.ts';

const facts = (texts: Readonly<Record<string, string>>): readonly ConflictFact[] =>
  Object.entries(texts).map(([label, text]) => ({ label, text }));

test('a conflict lists the changes of both users field by field', () => {
  const before = facts({ Partner: 'Ann', Remark: '', 'Line 1': 'Pens 3', 'Line 2': 'Ink 1' });
  const theirs = facts({ Partner: 'Bob', Remark: 'soon', 'Line 1': 'Pens 5' });
  const mine = facts({ Partner: 'Ann', Remark: 'soon', 'Line 1': 'Pens 9', 'Line 2': 'Ink 2' });
  expect(listDifferences({ before, theirs, mine })).toEqual([
    { label: 'Partner', theirs: 'Bob', mine: 'Ann', by: 'theirs' },
    { label: 'Line 1', theirs: 'Pens 5', mine: 'Pens 9', by: 'both' },
    { label: 'Line 2', theirs: '', mine: 'Ink 2', by: 'both' },
  ]);
});

test('without a common base, every difference is shown as changed by both', () => {
  const sides = { before: null, theirs: facts({ Remark: 'a' }), mine: facts({ Remark: 'b' }) };
  expect(listDifferences(sides).map(({ by }) => by)).toEqual(['both']);
});

test('people with equal names differ by id', () => {
  const one = [{ label: 'Handler', text: 'another', value: '7' }];
  const other = [{ label: 'Handler', text: 'another', value: '8' }];
  expect(listDifferences({ before: one, theirs: one, mine: other })).toHaveLength(1);
});
