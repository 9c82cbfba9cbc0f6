import { menu } from '@tradehouse/database';
import { documentKinds, goodsKindCodes, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

// How much a kind of document costs: its entry of the registry, its view, its row of the menu, and nothing else.
const registry = textOf('domain/src/document/kinds.ts').split('\n');
const menuText = textOf('database/seed/menu.ts').split('\n');
const views = filesBelow('web/src/views', ['.tsx']);

/** The lines of a kind's entry: from its name to the brace that closes it. */
function entryLines(code: KindCode): number {
  const first = registry.findIndex((line) =>
    new RegExp(`^(  ${code}: (\\{|returned\\()|const ${code}: Kind = \\{)`).test(line),
  );
  const end = registry[first]?.startsWith('const') ? /^\};/ : /^  \}\)?,/;
  const length = registry.slice(first).findIndex((line) => end.test(line)) + 1;
  return registry[first]?.startsWith('const') ? length + 1 : length;
}

const rowOf = (code: KindCode) => menu.find(({ url }) => url === documentKinds[code].url);
const viewLines = (code: KindCode): number => {
  const path = `web/src/views${rowOf(code)?.component ?? ''}.tsx`;
  const text = views.find((view) => view.path === path)?.text;
  return text === undefined ? 0 : text.trimEnd().split('\n').length;
};
const rowLines = (code: KindCode): number =>
  menuText.filter((line) => line.includes(`'${documentKinds[code].url ?? ''}'`)).length;

/** Kinds whose view says nothing but which kind it is. */
const plain = goodsKindCodes.filter((code) => rowOf(code) !== undefined && viewLines(code) <= 3);

test('a goods kind adds its entry, three lines of view and a row of the menu', () => {
  const counted = kindCodes
    .filter((code) => rowOf(code) !== undefined)
    .map((code) => ({
      kind: code,
      entry: entryLines(code),
      view: viewLines(code),
      menu: rowLines(code),
    }));
  const table = counted.map(
    ({ kind, entry, view, menu: row }) =>
      `${kind.padEnd(16)} entry ${String(entry).padStart(2)}  view ${String(view).padStart(3)}  menu ${row}`,
  );
  console.log(`Lines that each kind adds:\n${table.join('\n')}`);
  for (const { kind, entry, menu: row } of counted) {
    expect(entry, kind).toBeGreaterThan(3);
    expect(entry, kind).toBeLessThanOrEqual(32);
    expect(row, kind).toBe(1);
  }
  // Counting is no form with lines: it has screens of its own (domain.md 4.9).
  expect(goodsKindCodes.filter((code) => !plain.includes(code))).toEqual(
    goodsKindCodes.filter((code) => documentKinds[code].prefix.startsWith('PD')),
  );
});

test.each(plain)('%s has the view that every kind has, with its own code', (code) => {
  const path = `web/src/views${rowOf(code)?.component ?? ''}.tsx`;
  expect(textOf(path)).toBe(
    `import { documentPage } from '../../document/documentPage.tsx';\n\nexport default documentPage('${code}');\n`,
  );
});

/** Master data and adjustments write their own kinds and name these; what users write is distinguished by the registry alone. */
test('no code asks which kind a document is', () => {
  const codes = kindCodes.join('|');
  const asks = new RegExp(`[=!]== '(${codes})'|'(${codes})' [=!]==|case '(${codes})'`);
  const asking = ['domain/src', 'contract/src', 'server/src', 'web/src']
    .flatMap((room) => filesBelow(room, ['.ts', '.tsx']))
    .filter(({ path }) => !/\.test\.tsx?$|\/test[A-Z]/.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (asks.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
  expect(asking).toEqual([]);
});

/** Lines that say something: imports, braces and one-word lines are alike everywhere. */
const saying = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 24 && !/^(import|export|\/\/|\*|\/\*)/.test(line)),
  );

test('no two views of documents are near twins', () => {
  const own = filesBelow('web/src/views/bill', ['.tsx']).filter(
    ({ path }) => !path.endsWith('.test.tsx'),
  );
  const twins = own.flatMap((one, at) =>
    own.slice(at + 1).flatMap((other) => {
      const theirs = saying(other.text);
      const shared = [...saying(one.text)].filter((line) => theirs.has(line));
      return shared.length > 5 ? [`${one.path} ~ ${other.path}: ${shared.length} lines`] : [];
    }),
  );
  expect(twins).toEqual([]);
});
