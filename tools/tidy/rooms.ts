import path from 'node:path';
import { isKeyOf, keysOf } from '@tradehouse/domain';
import { importsOf, type Source } from './sources.ts';

/** Room → the rooms it may import: the architecture (docs/decisions/0001). */
export const mayImport = {
  domain: [],
  contract: ['domain'],
  database: [],
  server: ['domain', 'contract', 'database'],
  web: ['domain', 'contract'],
  e2e: ['contract'],
  bench: ['domain', 'contract', 'database'],
  tools: ['domain', 'contract', 'database', 'server'],
} as const satisfies Record<string, readonly string[]>;

/** A test may look further, to compare what its room says again with where it was first said. */
const testsMayImport: Partial<Record<string, readonly string[]>> = { database: ['domain'] };

export const rooms = keysOf(mayImport);

/** Layers of the web, lowest first: a folder of `web/src` never imports one that stands above it. */
const webAbove: Readonly<Record<string, readonly string[]>> = {
  phrase: ['control', 'print', 'record', 'list', 'document', 'count', 'layouts', 'views'],
  control: ['print', 'record', 'list', 'document', 'count', 'layouts', 'views'],
  print: ['record', 'list', 'document', 'count', 'layouts', 'views'],
  record: ['print', 'list', 'document', 'count', 'layouts', 'views'],
  list: ['document', 'count', 'layouts', 'views'],
  document: ['count', 'layouts', 'views'],
  count: ['layouts', 'views'],
  layouts: ['print', 'record', 'list', 'document', 'count', 'views'],
};

/** Imports of a file that the table of rooms, the doors or the layers forbid, each as a sentence. */
export function forbiddenImports(source: Source): string[] {
  return importsOf(source.text)
    .map((specifier) => objection(source.path, specifier))
    .filter((sentence) => sentence !== undefined);
}

function objection(file: string, specifier: string): string | undefined {
  const [room = ''] = file.split('/');
  const forTests = isForTests(file) ? (testsMayImport[room] ?? []) : [];
  const own: readonly string[] = [
    ...(isKeyOf(mayImport, room) ? mayImport[room] : []),
    ...forTests,
  ];
  const workspace = /^@tradehouse\/([^/]+)/.exec(specifier)?.[1];
  if (workspace !== undefined) {
    return own.includes(workspace) ? undefined : `${file}: ${room} may not import ${workspace}`;
  }
  if (!specifier.startsWith('.')) return undefined;
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (!target.startsWith(`${room}/`)) return `${file}: reaches into another room by ${specifier}`;
  return doorObjection(file, target) ?? layerObjection(file, target);
}

const KERNEL = 'server/src/kernel/';
/** What a module may import of the kernel: its door, and what tests share. */
const kernelDoors: readonly string[] = [`${KERNEL}index.ts`, `${KERNEL}testing.ts`];

/** A module of the server and the kernel are entered through their doors, and the kernel knows no module. */
function doorObjection(file: string, target: string): string | undefined {
  if (moduleOf(file) !== undefined && target.startsWith(KERNEL) && !kernelDoors.includes(target))
    return `${file}: enters the kernel past its index.ts, by ${target}`;
  const module = moduleOf(target);
  if (module === undefined || module === moduleOf(file)) return undefined;
  if (file.startsWith(KERNEL)) return `${file}: the kernel may not import ${module}`;
  if (target === `server/src/modules/${module}/index.ts`) return undefined;
  if (isForTests(file) && isForTests(target)) return undefined;
  return `${file}: enters ${module} past its index.ts, by ${target}`;
}

/** A test, or a part that tests share, such as `testShop.ts` or a file of the folder `testHistories`. */
const isForTests = (file: string): boolean => /\.test\.tsx?$|\/test[A-Z]\w*(?:\.ts$|\/)/.test(file);

const moduleOf = (file: string): string | undefined =>
  /^server\/src\/modules\/([^/]+)\//.exec(file)?.[1];

function layerObjection(file: string, target: string): string | undefined {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === undefined || to === undefined) return undefined;
  if (from === 'views' && to === 'views' && isView(target)) {
    return `${file}: views never import each other, here ${target}`;
  }
  return webAbove[from]?.includes(to) ? `${file}: ${from} may not import ${to}` : undefined;
}

const layerOf = (file: string): string | undefined => /^web\/src\/([^/]+)\//.exec(file)?.[1];
/** Files that a menu row can name begin with a capital; parts of a view stand beside it in lower case. */
const isView = (file: string): boolean => /\/[A-Z]\w*\.tsx$/.test(file);
