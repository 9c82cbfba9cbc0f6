import { expect, test } from 'vitest';
import { hasWord } from './hasWord.ts';

test.each([
  ['ABC 商贸', 'ＡＢＣ', true],
  ['ＡＢＣ商贸', 'abc', true],
  ['ABC 商贸', ' 商贸 ', true],
  ['ABC 商贸', '', true],
  ['ABC 商贸', 'ABD', false],
])('the text %s and the typed word %s match: %s', (text, word, expected) => {
  expect(hasWord(text, word)).toBe(expected);
});
