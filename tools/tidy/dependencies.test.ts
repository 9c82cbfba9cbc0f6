import { expect, test } from 'vitest';
import { rooms } from './rooms.ts';
import { readProjectFile } from './sources.ts';

type Packages = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies?: Packages;
  readonly devDependencies?: Packages;
  readonly optionalDependencies?: Packages;
}

const manifests = ['package.json', ...rooms.map((room) => `${room}/package.json`)].map((file) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readProjectFile(file),
  ) as Manifest;
  return { ...dependencies, ...devDependencies, ...optionalDependencies };
});
const used = manifests.flatMap(Object.keys).filter((name) => !name.startsWith('@tradehouse/'));

test('each package has its line in docs/decisions/dependencies.md, and no line is left over', () => {
  const explained = readProjectFile('docs/decisions/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Package|---)/.test(line))
    .flatMap((line) => (line.split('|')[1] ?? '').split(',').map((name) => name.trim()));
  expect(explained.length).toBeGreaterThan(10);
  expect(explained.toSorted()).toEqual([...new Set(used)].toSorted());
});

test('versions are exact', () => {
  const loose = manifests
    .flatMap(Object.entries<string>)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});
