import path from 'node:path';
import { isKeyOf, keysOf } from '@tradehouse/domain';
import { importsOf, type ProjectSource } from './sources.ts';

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

/** Tests may import more, to compare a copy in their room with the original. */
const testsMayImport: Partial<Record<string, readonly string[]>> = { database: ['domain'] };

export const rooms = keysOf(mayImport);

/** Web folders of one capability each: above `document` and `list`, below `layouts`. */
const capabilityFolders = [
  'accounting',
  'bank',
  'catalog',
  'closing',
  'companySettings',
  'count',
  'externalOrder',
  'fileCorpus',
  'identity',
  'invoice',
  'labels',
  'log',
  'logistics',
  'message',
  'openApi',
  'platform',
  'pricing',
  'purchaseReview',
  'replenish',
  'report',
  'stock',
] as const;

/** Layers of the web, lowest first: a `web/src` folder never imports from a higher layer. */
const webLayers = [
  ['phrase'],
  ['control'],
  ['print', 'record'],
  ['list'],
  ['document'],
  capabilityFolders,
  ['layouts'],
  ['home', 'signIn'],
  ['views', 'main'],
] as const;

/** Forbidden imports of each `web/src` folder. */
const webAbove: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  webLayers.flatMap((folders, at) =>
    folders.map((folder) => [folder, webLayers.slice(at + 1).flat()]),
  ),
);

/** Lists imports of a file forbidden by rooms, doors or layers, each in a sentence. */
export function forbiddenImports(source: ProjectSource): string[] {
  return importsOf(source.text)
    .map((specifier) => findImportObjection(source.path, specifier))
    .filter((sentence) => sentence !== undefined);
}

function findImportObjection(file: string, specifier: string): string | undefined {
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
/** Files of the kernel that a module may import: the five doors, and the parts that tests share. */
const kernelDoors: readonly string[] = [
  ...['http', 'tx', 'table', 'live', 'access'].map((folder) => `${KERNEL}${folder}/index.ts`),
  `${KERNEL}testing.ts`,
];

/** A module of the server and the kernel are entered through their doors, and the kernel knows no module. */
function doorObjection(file: string, target: string): string | undefined {
  if (
    serverModuleOf(file) !== undefined &&
    target.startsWith(KERNEL) &&
    !kernelDoors.includes(target)
  )
    return `${file}: enters the kernel past its doors, by ${target}`;
  const module = serverModuleOf(target);
  if (module === undefined || module === serverModuleOf(file)) return undefined;
  if (file.startsWith(KERNEL)) return `${file}: the kernel may not import ${module}`;
  if (target === `server/src/modules/${module}/index.ts`) return undefined;
  if (isForTests(file) && isForTests(target)) return undefined;
  return `${file}: enters ${module} past its index.ts, by ${target}`;
}

/** Tests for a test file or shared test helper, like `testShop.ts` or a file in `testHistories`. */
const isForTests = (file: string): boolean => /\.test\.tsx?$|\/test[A-Z]\w*(?:\.ts$|\/)/.test(file);

const serverModuleOf = (file: string): string | undefined =>
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
/** Views named by menu rows begin with a capital; parts beside them with a lower-case letter. */
const isView = (file: string): boolean => /\/[A-Z]\w*\.tsx$/.test(file);
