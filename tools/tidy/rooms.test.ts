import { expect, test } from 'vitest';
import { forbiddenImports, mayImport, rooms } from './rooms.ts';
import { readSourcesBelow, readProjectFile } from './sources.ts';

const sources = rooms.flatMap((room) => readSourcesBelow(room, ['.ts', '.tsx']));

test.each(rooms)('%s imports only allowed rooms', (room) => {
  const inRoom = sources.filter(({ path }) => path.startsWith(`${room}/`));
  expect(inRoom).not.toHaveLength(0);
  expect(inRoom.flatMap(forbiddenImports)).toEqual([]);
});

test.each([
  ['domain/src/a.ts', '@tradehouse/database', 'domain may not import database'],
  ['web/src/app/a.ts', '@tradehouse/server', 'web may not import server'],
  ['tools/a.ts', '../server/src/x.ts', 'reaches into another room'],
  ['server/src/kernel/a.ts', '../modules/stock/index.ts', 'the kernel may not import stock'],
  ['server/src/modules/stock/a.ts', '../money/pay.ts', 'enters money past its index.ts'],
  ['server/src/modules/stock/a.ts', '../money/testPurses.ts', 'enters money past its index.ts'],
  [
    'server/src/modules/stock/a.ts',
    '../../kernel/http/mount.ts',
    'enters the kernel past its doors',
  ],
  ['web/src/control/A.tsx', '../document/grid/sheet.ts', 'control may not import document'],
  ['web/src/list/A.tsx', '../views/bill/X.tsx', 'list may not import views'],
  ['web/src/views/bill/A.tsx', './B.tsx', 'views never import each other'],
])('%s importing %s is reported', (path, specifier, sentence) => {
  const text = `import { x } from '${specifier}';`;
  expect(forbiddenImports({ path, text }).join()).toContain(sentence);
});

test.each([
  ['server/src/modules/stock/a.ts', '../money/index.ts'],
  ['server/src/modules/stock/a.ts', './b.ts'],
  ['server/src/modules/stock/a.test.ts', '../money/testPurses.ts'],
  ['server/src/modules/stock/a.ts', '../../kernel/tx/index.ts'],
  ['web/src/views/bill/A.tsx', '../../list/listPage.tsx'],
  ['web/src/document/A.tsx', '../list/ListTable.tsx'],
  ['server/src/index.ts', '@tradehouse/domain/testing'],
  ['database/src/checks.test.ts', '@tradehouse/domain'],
])('%s may import %s', (path, specifier) => {
  expect(forbiddenImports({ path, text: `export * from '${specifier}';` })).toEqual([]);
});

test('the linter has an equal import table', () => {
  const { overrides } = JSON.parse(readProjectFile('.oxlintrc.json')) as {
    overrides: { files: string[]; rules: Record<string, [string, { patterns: Pattern[] }]> }[];
  };
  for (const room of rooms) {
    const rule = overrides.find(({ files }) => files.includes(`${room}/src/**`))?.rules[
      'eslint/no-restricted-imports'
    ];
    const forbidden = rule?.[1].patterns[0]?.group ?? [];
    const allowed = rooms.filter((other) => !forbidden.includes(`@tradehouse/${other}`));
    expect(allowed.toSorted(), room).toEqual([...mayImport[room]].toSorted());
  }
});

interface Pattern {
  readonly group: readonly string[];
}
