// Size of the first pages: gzipped bytes of scripts and styles, and number of files.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { WEB_ROOT, buildWeb } from './build.ts';

/** Most bytes until the sign-in page stands, and until the home page stands after the sign-in. */
const SIGN_IN = 250_000;
const HOME = 450_000;
/** Most files until then: each costs a request. */
const SIGN_IN_FILES = 15;
const HOME_FILES = 30;

interface BuiltFile {
  readonly file: string;
  /** Loaded on demand by `import()`. */
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
let manifest: Readonly<Record<string, BuiltFile>>;

beforeAll(async () => {
  // `npm test` has built the pages by now: this builds them for a run of the tests alone.
  await buildWeb({ basePath: '/', apiBase: '/api' }, console.log);
  manifest = JSON.parse(fs.readFileSync(path.join(WEB_ROOT, '.vite/manifest.json'), 'utf8'));
});

function findBuiltFile(source: string): BuiltFile {
  const file = manifest[source];
  if (file === undefined) throw new Error(`the build has no file of ${source}`);
  return file;
}

/** Lists the built files of a source with everything imported, in no order. */
function listLoadedFiles(source: string, found = new Set<string>()): Set<string> {
  const { file, imports = [], css = [] } = findBuiltFile(source);
  if (found.has(file)) return found;
  for (const each of [file, ...css]) found.add(each);
  for (const each of imports) listLoadedFiles(each, found);
  return found;
}

function weigh(sources: readonly string[]): { readonly bytes: number; readonly files: number } {
  const files = [...new Set(sources.flatMap((source) => [...listLoadedFiles(source)]))];
  const sizes = files.map((file) => fs.statSync(path.join(WEB_ROOT, `${file}.gz`)).size);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.length };
}

const librariesOf = { 'zh-cn': 'zh_CN', en: 'en_US' } as const;

test.each(['zh-cn', 'en'] as const)(
  'the sign-in page and the home page in %s stay within their weight',
  (language) => {
    const signIn = [
      'index.html',
      `src/phrase/sign.${language}.ts`,
      `../node_modules/antd/locale/${librariesOf[language]}.js`,
    ];
    const home = [
      ...signIn,
      `src/phrase/${language}.ts`,
      `src/layouts/Shell${language === 'en' ? 'English' : 'Chinese'}.ts`,
      'src/layouts/NoticesHost.tsx',
      'src/views/dashboard/Analysis.tsx',
    ];
    const weights = { signIn: weigh(signIn), home: weigh(home) };
    console.log(language, weights);
    expect(weights.signIn.bytes).toBeGreaterThan(SIGN_IN / 2);
    expect(weights.signIn.bytes).toBeLessThanOrEqual(SIGN_IN);
    expect(weights.signIn.files).toBeLessThanOrEqual(SIGN_IN_FILES);
    expect(weights.home.bytes).toBeLessThanOrEqual(HOME);
    expect(weights.home.files).toBeLessThanOrEqual(HOME_FILES);
  },
);

test('no built file imports a file loaded on demand, so a second fetch makes no second copy', () => {
  const imported = Object.entries(manifest).flatMap(([source, { imports = [] }]) =>
    imports
      .filter((each) => findBuiltFile(each).isDynamicEntry === true)
      .map((each) => `${source} imports ${each}`),
  );
  expect(imported).toEqual([]);
});
