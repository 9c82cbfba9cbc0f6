import { expect, test } from 'vitest';
import { readSourcesBelow, readProjectFile } from './sources.ts';

/** Quotes as files write them, and lines broken where they like, are one text. */
const plain = (text: string): string => text.replaceAll(/\\'|’/g, "'").replaceAll(/\s+/g, ' ');

const tests = ['domain', 'contract', 'database', 'server', 'web', 'e2e', 'bench', 'tools']
  .flatMap((room) => readSourcesBelow(room, ['.ts', '.tsx']))
  .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
  .map(({ path, text }) => ({ path, text: plain(text) }));

/**
 * What a row points at and is not there: a file of tests by its name, or a title of one, shortened by `…`, after its
 * file.
 */
function untrue(row: string): string[] {
  let file = '';
  return [...row.matchAll(/`([^`]+)`|\*([^*]+)\*/g)].flatMap(([, name, title]) => {
    const isFile = name !== undefined && /\.(test|spec)\.tsx?$/.test(name);
    if (isFile) file = name;
    if (name !== undefined && !isFile) return [];
    const meant = tests.filter(({ path }) => path === file || path.endsWith(`/${file}`));
    const parts = plain(title ?? '').split('…');
    const shown = meant.some(({ text }) => parts.every((part) => text.includes(part.trim())));
    return shown ? [] : [`${file} ${title ?? ''}`];
  });
}

test('every test and story named in the coverage exists', () => {
  const rows = readProjectFile('docs/coverage.md')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.flatMap(untrue)).toEqual([]);
});

test('a coverage title without a test is reported', () => {
  // Put together, since this file is a test, too.
  const title = ['no test', 'is called so'].join(' ');
  expect(untrue(`| a line | \`coverage.test.ts\` *${title} …* |`)).toEqual([
    `coverage.test.ts ${title} …`,
  ]);
});
