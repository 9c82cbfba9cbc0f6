import { expect, test } from 'vitest';
import { differences } from './conflict.ts';
import type { Fact } from './conflict.ts';

const facts = (texts: Readonly<Record<string, string>>): readonly Fact[] =>
  Object.entries(texts).map(([label, text]) => ({ label, text }));

test('a conflict says field by field who changed what', () => {
  const before = facts({ Partner: 'Ann', Remark: '', 'Line 1': 'Pens 3', 'Line 2': 'Ink 1' });
  const theirs = facts({ Partner: 'Bob', Remark: 'soon', 'Line 1': 'Pens 5' });
  const mine = facts({ Partner: 'Ann', Remark: 'soon', 'Line 1': 'Pens 9', 'Line 2': 'Ink 2' });
  expect(differences({ before, theirs, mine })).toEqual([
    { label: 'Partner', theirs: 'Bob', mine: 'Ann', by: 'theirs' },
    { label: 'Line 1', theirs: 'Pens 5', mine: 'Pens 9', by: 'both' },
    { label: 'Line 2', theirs: '', mine: 'Ink 2', by: 'both' },
  ]);
});

test('without a common base, every difference is shown as changed by both', () => {
  const sides = { before: null, theirs: facts({ Remark: 'a' }), mine: facts({ Remark: 'b' }) };
  expect(differences(sides).map(({ by }) => by)).toEqual(['both']);
});

test('people without a name at hand differ by who they are', () => {
  const one = [{ label: 'Handler', text: 'another', value: '7' }];
  const other = [{ label: 'Handler', text: 'another', value: '8' }];
  expect(differences({ before: one, theirs: one, mine: other })).toHaveLength(1);
});
