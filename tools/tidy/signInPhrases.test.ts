import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, readProjectFile } from './sources.ts';

/** Files that load with the phrases of the shell. */
const BEHIND_SIGN_IN = new Set([
  'web/src/layouts/ShellChinese.ts',
  'web/src/layouts/ShellEnglish.ts',
  'web/src/layouts/NoticesHost.tsx',
]);

/** Lists the files that are loaded before the shell, at once or on demand. */
function listFilesBeforeShell(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || BEHIND_SIGN_IN.has(file) || file.startsWith('web/src/phrase/'))
    return found;
  found.add(file);
  for (const specifier of importsOf(readProjectFile(file).replaceAll(/import type[^;]*;/g, '')))
    if (/^\..*\.tsx?$/.test(specifier))
      listFilesBeforeShell(path.posix.join(path.posix.dirname(file), specifier), found);
  return found;
}

const phraseKeysIn = (text: string): string[] =>
  [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1] ?? '');

test('every phrase used before the shell is loaded is among the phrases of the sign-in', () => {
  const files = [...listFilesBeforeShell('web/src/main.tsx')];
  expect(files).toContain('web/src/signIn/secondStep.tsx');
  const keys = files.flatMap((file) => phraseKeysIn(readProjectFile(file)));
  expect(keys.length).toBeGreaterThan(30);
  const phrases = readProjectFile('web/src/phrase/sign.en.ts');
  expect(keys.filter((key) => !phrases.includes(`'${key}':`))).toEqual([]);
});
