import { expect, test } from 'vitest';
import { readSourcesBelow } from './sources.ts';

// Read as text: the web is no room that tools may import.
const phraseFiles = readSourcesBelow('web/src/phrase', ['.ts']);
const keysOf = (ending: string): string[] =>
  phraseFiles
    .filter(({ path }) => path.endsWith(ending))
    .flatMap(({ text }) => [...text.matchAll(/^\s*'([^'\s]+)':/gm)].map((match) => match[1] ?? ''));
const english = keysOf('en.ts');
const chinese = keysOf('zh-cn.ts');

const code = readSourcesBelow('web/src', ['.ts', '.tsx'])
  .filter(({ path }) => !path.startsWith('web/src/phrase/') && !path.includes('.test.'))
  .map(({ text }) => text)
  .join('\n');
/** Beginnings of keys that are put together, such as `status.${status}`. */
const beginnings = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
const isUsed = (key: string): boolean =>
  code.includes(`'${key}'`) ||
  code.includes(`"${key}"`) ||
  beginnings.some((beginning) => key.startsWith(beginning));

test('both languages have equal phrase keys, once each', () => {
  expect(english.length).toBeGreaterThan(50);
  expect(chinese.toSorted()).toEqual(english.toSorted());
  expect(new Set(english).size).toBe(english.length);
});

test('every phrase is used', () => {
  expect(english.filter((key) => !isUsed(key))).toEqual([]);
});
