import { describe, expect, test } from 'vitest';
import { choicesForNext, NO_CHOICES } from './fileChoices.ts';
import { readGiven } from './importSource.ts';
import type { ImportSourceInput } from './importSource.ts';

const file = (text: string, name = 'a.csv'): ImportSourceInput => ({
  kind: 'file',
  name,
  bytes: new TextEncoder().encode(text),
});
const choices = {
  options: { delimiter: ';' },
  answers: { mark: ',', order: 'dayFirst' },
  said: { above: 2, mapping: ['date', 'amount'] },
} as const;
const last = {
  name: 'a.csv',
  rows: readGiven(file('A note\nWhen;How much\n04/05/2026;1.000\n'), {}).rows,
  above: 2,
};

describe('choices for the next file', () => {
  test('are kept for a corrected file with equal headings in another row', () => {
    const next = file('When;How much\n04/05/2026;1.500\n');
    expect(choicesForNext(next, choices, last)).toEqual({
      ...choices,
      said: { above: 1, mapping: ['date', 'amount'] },
    });
  });

  test('keep columns and no answers for a file of another name, or pasted text', () => {
    const text = 'A note\nWhen;How much\n04/05/2026;1.500\n';
    const withoutAnswers = { ...choices, answers: {} };
    expect(choicesForNext(file(text, 'b.csv'), choices, last)).toEqual(withoutAnswers);
    const pasted = { kind: 'text', text } as const;
    expect(choicesForNext(pasted, choices, { ...last, name: '' })).toEqual(withoutAnswers);
    expect(choicesForNext(file(text), choices, last)).toEqual(choices);
  });

  test('are none where the headings differ, or no file was read before', () => {
    expect(choicesForNext(file('Day;Sum\n1;2\n'), choices, last)).toBe(NO_CHOICES);
    expect(choicesForNext(file('When;How much\n'), choices, { name: '', rows: [], above: 0 })).toBe(
      NO_CHOICES,
    );
  });

  test('are none where the chosen encoding cannot read the next file', () => {
    const inUtf16 = { ...choices, options: { encoding: 'utf-16le' } };
    expect(choicesForNext(file('When;How much\n'), inUtf16, last)).toBe(NO_CHOICES);
  });

  test('keep columns of files without headings where both are equally wide', () => {
    const headless = { name: 'a.csv', rows: readGiven(file('1;2\n'), {}).rows, above: 0 };
    const said = { above: 0, mapping: ['date', 'amount'] } as const;
    const given = { ...choices, said };
    expect(choicesForNext(file('3;4\n'), given, headless)).toEqual(given);
    expect(choicesForNext(file('3;4;5\n'), given, headless)).toBe(NO_CHOICES);
  });
});
