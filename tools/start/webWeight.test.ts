// Size of the first pages: gzipped bytes of scripts and styles.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { WEB_ROOT, buildWeb } from './build.ts';

/** Most bytes until the sign-in page stands, and until the home page stands after the sign-in. */
const SIGN_IN = 250_000;
const HOME = 450_000;

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

const weigh = (sources: readonly string[]): number =>
  [...new Set(sources.flatMap((source) => [...listLoadedFiles(source)]))].reduce(
    (sum, file) => sum + fs.statSync(path.join(WEB_ROOT, `${file}.gz`)).size,
    0,
  );

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
    expect(weights.signIn).toBeGreaterThan(SIGN_IN / 2);
    expect(weights.signIn).toBeLessThanOrEqual(SIGN_IN);
    expect(weights.home).toBeLessThanOrEqual(HOME);
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
