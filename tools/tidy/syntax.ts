import { parseAst } from 'vitest/node';
import type { Source } from './sources.ts';

/** A node of a file's syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The syntax tree of a TypeScript file. */
export function parseSource({ path, text }: Source): SyntaxNode {
  // SAFETY: the parser's nodes all have a type, a start and an end.
  return parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode;
}

/** The nodes directly below a node, in any of its parts. */
export const childNodes = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flat().filter(isSyntaxNode);

/** Is a file a test, or a part that tests share? */
export const isTestFile = (path: string): boolean =>
  /\.test\.tsx?$|^e2e\/|\/testing\.ts$|\/test[A-Z]\w*(\/|\.tsx?$)|\/testModel\/|^server\/src\/attack\//.test(
    path,
  );

/** Is a file written by a command and read by no one? */
export const isGenerated = (path: string): boolean => /\.d\.ts$|\.generated\.ts$/.test(path);
