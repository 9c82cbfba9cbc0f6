import { parseAst } from 'vitest/node';
import type { ProjectSource } from './sources.ts';

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
export function parseSource({ path, text }: ProjectSource): SyntaxNode {
  // SAFETY: the parser's nodes all have a type, a start and an end.
  return parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode;
}

/** Child nodes of a node, in any of its fields. */
export const childNodes = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flat().filter(isSyntaxNode);

/** Tests for a test file or a shared test helper. */
export const isTestFile = (path: string): boolean =>
  /\.test\.tsx?$|^e2e\/|\/testing\.ts$|\/test[A-Z]\w*(\/|\.tsx?$)|\/testModel\/|^server\/src\/attack\//.test(
    path,
  );

/** Returns true for a generated file. */
export const isGenerated = (path: string): boolean => /\.d\.ts$|\.generated\.ts$/.test(path);
