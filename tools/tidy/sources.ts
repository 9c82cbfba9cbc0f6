import fs from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A file of the project, its path from the root with `/`. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const SKIPPED = new Set(['node_modules', 'dist', 'output', 'data', '.git', '.cache']);

/** Every file below a folder of the project whose name ends in one of the endings. */
export function filesBelow(folder: string, endings: readonly string[]): Source[] {
  const at = path.join(ROOT, folder);
  if (!fs.existsSync(at)) return [];
  return fs.readdirSync(at, { withFileTypes: true }).flatMap((entry): Source[] => {
    const relative = path.posix.join(folder, entry.name);
    if (SKIPPED.has(entry.name) || entry.name.startsWith('dist.')) return [];
    if (entry.isDirectory()) return filesBelow(relative, endings);
    if (!endings.some((ending) => entry.name.endsWith(ending))) return [];
    return [{ path: relative, text: fs.readFileSync(path.join(ROOT, relative), 'utf8') }];
  });
}

/** The text of one file of the project. */
export const textOf = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** What a TypeScript file imports or re-exports, as written. */
export function importsOf(text: string): string[] {
  const from = /^\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]/gm;
  const bare = /^\s*import\s+['"]([^'"]+)['"]/gm;
  const called = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [from, bare, called].flatMap((shape) =>
    [...text.matchAll(shape)].map((match) => match[1] ?? ''),
  );
}
