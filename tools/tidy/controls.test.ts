import { expect, test } from 'vitest';
import { readSourcesBelow } from './sources.ts';

const pages = readSourcesBelow('web/src', ['.tsx']);

/** First attributes of each element. */
const elementsOf = (text: string, name: string): readonly string[] =>
  text
    .split(new RegExp(`<${name}\\b`))
    .slice(1)
    .map((after) => after.slice(0, 160));

// The library names these controls in English whatever the language of the interface.
test.each([
  ['Segmented', /aria-label=|\{\.\.\.switching\}/],
  ['Tabs', /locale=\{tabsLocale\(\)\}/],
] as const)('each %s names itself in the language of the interface', (name, naming) => {
  const elements = pages.flatMap(({ path, text }) =>
    elementsOf(text, name).map((element) => ({ path, element })),
  );
  expect(elements.length).toBeGreaterThan(2);
  expect(elements.filter(({ element }) => !naming.test(element)).map(({ path }) => path)).toEqual(
    [],
  );
});
