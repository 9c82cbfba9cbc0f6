// Guides in docs/adding: the stated number of files, all existing, and no further file changed by the tests
// of the guides.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The lists of files of a page of docs/adding, in order. */
const listsIn = (page: string): string[][] =>
  [...textOf(`docs/adding/${page}.md`).matchAll(/^```files\n(.*?)\n```$/gms)].map(
    ([, files = '']) => files.split('\n'),
  );

/** What a made-up thing is written with, and changes nothing of: its own declaration, and what declares it. */
const means = ['fieldTypes', 'testPacking', 'testReport'];
/** The files whose modules a test changes: those that it loads by a way of their own before anything else. */
const changedBy = (path: string): string[] =>
  [...textOf(path).matchAll(/(?:import|doMock)\('@tradehouse\/(\w+)\/(\w+)'\)/g)].flatMap(
    ([, room = '', way = '']) => {
      if (means.includes(way)) return [];
      const { exports } = JSON.parse(textOf(`${room}/package.json`)) as {
        readonly exports: Readonly<Record<string, string>>;
      };
      return [`${room}/${exports[`./${way}`]?.slice(2)}`];
    },
  );

const document = 'document/madeUp';
test.each([
  {
    what: 'a field of a head',
    page: 'field',
    list: 0,
    most: 5,
    tests: [`server/src/modules/${document}Field.test.ts`, `web/src/${document}Field.test.ts`],
  },
  {
    what: 'a field of lines',
    page: 'field',
    list: 1,
    most: 5,
    tests: [
      `server/src/modules/${document}LineField.test.ts`,
      `web/src/${document}LineField.test.ts`,
    ],
  },
  {
    what: 'a record',
    page: 'list',
    list: 0,
    most: 3,
    tests: ['server/src/madeUpRecord.test.ts', 'web/src/list/madeUpRecord.test.ts'],
  },
  {
    what: 'a report',
    page: 'report',
    list: 0,
    most: 4,
    tests: ['server/src/madeUpReport.test.ts', 'web/src/list/madeUpReport.test.ts'],
  },
])(
  '$what takes at most $most files, and its made-up tests change no further file',
  ({ page, list, most, tests }) => {
    const files = listsIn(page)[list] ?? [];
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(most);
    expect(files.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
    const changed = [...new Set(tests.flatMap(changedBy))];
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((path) => !files.includes(path))).toEqual([]);
  },
);
