import { expect, test } from 'vitest';
import { readSourcesBelow } from './sources.ts';

/** A style sheet without what it says of paper, which is black on white whatever the theme. */
function screenOnly(text: string): string {
  const start = text.indexOf('@media print');
  if (start < 0) return text;
  let depth = 0;
  let end = text.indexOf('{', start);
  do {
    depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    end += 1;
  } while (depth > 0 && end < text.length);
  return screenOnly(text.slice(0, start) + text.slice(end));
}

const sheets = readSourcesBelow('web/src', ['.css']).map(({ path, text }) => ({
  path,
  text: screenOnly(text.replaceAll(/\/\*.*?\*\//gs, '')),
}));

test('only print rules are removed from a style sheet for the screen', () => {
  const text = 'a { b: c }\n@media print { d { e: f } g { h: i } }\nj { k: l }';
  expect(screenOnly(text)).toBe('a { b: c }\n\nj { k: l }');
});

test.each([
  ['colour', /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i],
  ['radius', /radius: *[1-9]\d*px/],
  ['font size', /font-size: *[\d.]+(?:px|pt)|font:[^;]*\d(?:px|pt)/],
] as const)('no style sheet sets a literal %s in place of a theme value', (_, shape) => {
  expect(sheets.length).toBeGreaterThan(10);
  const lines = sheets.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(
        (line) => /^\s.*[:;]/.test(line) && shape.test(line.replaceAll(/var\(--[\w-]+\)/g, '')),
      )
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(lines).toEqual([]);
});

test('a class named by a view has a rule in some style sheet', () => {
  /** What programs look for. */
  const asked = ['whole-text', 'scan-waiting'];
  const ruled = new Set([
    ...asked,
    ...readSourcesBelow('web/src', ['.css']).flatMap(({ text }) =>
      [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name),
    ),
  ]);
  const named = readSourcesBelow('web/src', ['.tsx'])
    // Paper has its own styles, in its own document.
    .filter(({ path }) => !path.startsWith('web/src/print/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) =>
        names.split(/\s+/).map((name) => ({ path, name })),
      ),
    );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !ruled.has(name))).toEqual([]);
});
