import fs from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** File of the project, with its `/` path from the root. */
export interface ProjectSource {
  readonly path: string;
  readonly text: string;
}

const SKIPPED = new Set(['node_modules', 'dist', 'output', 'data', '.git', '.cache']);

export function readSourcesBelow(folder: string, endings: readonly string[]): ProjectSource[] {
  const at = path.join(ROOT, folder);
  if (!fs.existsSync(at)) return [];
  return fs.readdirSync(at, { withFileTypes: true }).flatMap((entry): ProjectSource[] => {
    const relative = path.posix.join(folder, entry.name);
    if (SKIPPED.has(entry.name) || entry.name.startsWith('dist.')) return [];
    if (entry.isDirectory()) return readSourcesBelow(relative, endings);
    if (!endings.some((ending) => entry.name.endsWith(ending))) return [];
    return [{ path: relative, text: fs.readFileSync(path.join(ROOT, relative), 'utf8') }];
  });
}

export const readProjectFile = (file: string): string =>
  fs.readFileSync(path.join(ROOT, file), 'utf8');

/** Imports and re-exports of a TypeScript file, verbatim. */
export function importsOf(text: string): string[] {
  const from = /^\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]/gm;
  const bare = /^\s*import\s+['"]([^'"]+)['"]/gm;
  const called = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [from, bare, called].flatMap((shape) =>
    [...text.matchAll(shape)].map((match) => match[1] ?? ''),
  );
}
