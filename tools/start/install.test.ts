import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ENTER = path.resolve(import.meta.dirname, '../enter.mjs');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

interface Package {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}
type Packages = Readonly<Record<string, Package>>;

const here = { optional: true, os: [process.platform], cpu: [process.arch] };
const elsewhere = { optional: true, os: ['aix'], cpu: ['ppc64'] };
const wanted: Packages = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', dev: true },
  'node_modules/native-here': { version: '3.0.0', ...here },
  'node_modules/native-elsewhere': { version: '3.0.0', ...elsewhere },
  'node_modules/of-native-elsewhere': { version: '4.0.0', optional: true },
};
const without = (...names: readonly string[]): Packages =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name]) => !names.includes(name.replace('node_modules/', ''))),
  );
const installed = without('native-elsewhere', 'of-native-elsewhere');

/**
 * A project with these packages in place, whose one command says that it ran. npm can't be found from it, so an install
 * that is begun fails.
 */
function entered(present: Packages | null, gone: readonly string[] = []): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-enter-'));
  folders.push(root);
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  fs.mkdirSync(path.join(root, 'tools'));
  fs.copyFileSync(ENTER, path.join(root, 'tools/enter.mjs'));
  write('tools/verify.ts', 'console.log("it ran");');
  const own = { '': { version: '0.0.0' } };
  write('package-lock.json', JSON.stringify({ packages: { ...own, ...wanted } }));
  if (present !== null) {
    for (const name of Object.keys(present)) {
      if (!gone.includes(name)) write(`${name}/package.json`, '{}');
    }
    write('node_modules/.package-lock.json', JSON.stringify({ packages: present }));
  }
  const { stdout } = spawnSync(process.execPath, ['tools/enter.mjs', 'verify'], {
    cwd: root,
    env: { PATH: root },
    encoding: 'utf8',
  });
  return stdout;
}

test('packages installed by a plain npm ci are used unchanged', () => {
  expect(entered(installed)).toBe('it ran\n');
});

test.each<[string, Packages | null, (readonly string[])?]>([
  ['nothing is installed', null],
  ['a package is missing', without('a')],
  ['the packages for development were left out', without('b')],
  ['what is made for this system was left out', without('native-here')],
  ['a package has another version', { ...installed, 'node_modules/a': { version: '1.0.1' } }],
  ['the folder of a package is gone', installed, ['node_modules/a']],
])('packages are installed when %s', (_when, present, gone) => {
  const said = entered(present, gone);
  expect(said).toContain('Installing what is missing');
  expect(said).not.toContain('it ran');
});
