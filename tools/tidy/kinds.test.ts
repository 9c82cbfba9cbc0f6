import { menu } from '@tradehouse/database';
import { documentKinds, goodsKindCodes, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { readSourcesBelow, readProjectFile } from './sources.ts';

// How much a kind of document costs: its entry of the registry, its view, its row of the menu, and nothing else.
const registry = readProjectFile('domain/src/document/kinds.ts').split('\n');
const menuText = readProjectFile('database/seed/menu.ts').split('\n');
const views = readSourcesBelow('web/src/views', ['.tsx']);

/** The lines of a kind's entry: from its name to the brace that closes it. */
function entryLines(code: KindCode): number {
  const first = registry.findIndex((line) =>
    new RegExp(`^(  ${code}: (\\{|deriveReturnKind\\()|const ${code}: DocumentKind = \\{)`).test(
      line,
    ),
  );
  const end = registry[first]?.startsWith('const') ? /^\};/ : /^  \}\)?,/;
  const length = registry.slice(first).findIndex((line) => end.test(line)) + 1;
  return registry[first]?.startsWith('const') ? length + 1 : length;
}

const rowOf = (code: KindCode) => menu.find(({ url }) => url === documentKinds[code].url);
const viewText = (code: KindCode): string => {
  const path = `web/src/views${rowOf(code)?.component ?? ''}.tsx`;
  return views.find((view) => view.path === path)?.text ?? '';
};
const viewLines = (code: KindCode): number => {
  const text = viewText(code).trimEnd();
  return text === '' ? 0 : text.split('\n').length;
};
const rowLines = (code: KindCode): number =>
  menuText.filter((line) => line.includes(`'${documentKinds[code].url ?? ''}'`)).length;

/** Kinds whose view only names the kind; the view of another kind forwards to a page of its own. */
const plain = goodsKindCodes.filter(
  (code) => rowOf(code) !== undefined && !viewText(code).startsWith('export { default }'),
);

test('a goods kind needs only a registry entry, a view of three lines and a menu row', () => {
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
  // Counting is no form with lines: it has screens of its own.
  expect(goodsKindCodes.filter((code) => !plain.includes(code))).toEqual(
    goodsKindCodes.filter((code) => documentKinds[code].prefix.startsWith('PD')),
  );
});

test.each(plain)('%s has the common view of kinds, with its own code', (code) => {
  const path = `web/src/views${rowOf(code)?.component ?? ''}.tsx`;
  expect(readProjectFile(path)).toBe(
    `import { documentPage } from '../../document/documentPage.tsx';\n\nexport default documentPage('${code}');\n`,
  );
});

/** Master data and adjustments write their own kinds and name these; what users write is distinguished by the registry alone. */
test('no code branches on the kind of a document', () => {
  const codes = kindCodes.join('|');
  const asks = new RegExp(`[=!]== '(${codes})'|'(${codes})' [=!]==|case '(${codes})'`);
  const asking = ['domain/src', 'contract/src', 'server/src', 'web/src']
    .flatMap((room) => readSourcesBelow(room, ['.ts', '.tsx']))
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

test('no two document views have nearly equal code', () => {
  const own = readSourcesBelow('web/src/views/bill', ['.tsx']).filter(
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
