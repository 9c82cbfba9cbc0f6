import { expect, test } from 'vitest';
import { readSourcesBelow, type ProjectSource } from './sources.ts';
import { childNodes, isSyntaxNode, parseSource, type SyntaxNode } from './syntax.ts';

/** The rooms whose code says of every cast why it holds. */
const ROOMS = ['domain', 'contract', 'database', 'server', 'tools', 'bench', 'web'] as const;

const forTests =
  /\.test\.tsx?$|\.d\.ts$|\.generated\.ts$|\/testing\.ts$|\/test[A-Z]\w*(\/|\.tsx?$)/;

/** What a reason may stand above: the cast itself, or what it is a part of up to one statement, property or member. */
const whole = /Statement$|Declaration$|^Property$|^PropertyDefinition$|^MethodDefinition$/;

/** The casts of a file without a reason, each as `path:line`; `as const` says nothing that could be wrong. */
function unexplained({ path, text }: ProjectSource): string[] {
  const lines = text.split('\n');
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const explained = (offset: number) => reasonAbove(lines, lineAt(offset) - 2);
  const visit = (node: SyntaxNode, within: readonly SyntaxNode[]): string[] => {
    const around = whole.test(node.type) ? [node] : [...within, node];
    const found = childNodes(node).flatMap((part) => visit(part, around));
    if (!isCast(node, text)) return found;
    const places = [...around.map(({ start }) => start), typeOf(node).start, node.end];
    return places.some(explained) ? found : [`${path}:${lineAt(node.start)}`, ...found];
  };
  return visit(parseSource({ path, text }), []);
}

const typeOf = (node: SyntaxNode): SyntaxNode =>
  isSyntaxNode(node['typeAnnotation']) ? node['typeAnnotation'] : node;

const isCast = (node: SyntaxNode, text: string): boolean =>
  node.type === 'TSAsExpression' && text.slice(typeOf(node).start, typeOf(node).end) !== 'const';

/** Does the comment that ends on this line give a reason? */
function reasonAbove(lines: readonly string[], last: number): boolean {
  const line = lines[last]?.trim() ?? '';
  if (!line.startsWith('//')) return false;
  return line.startsWith('// SAFETY: ') || reasonAbove(lines, last - 1);
}

test.each(ROOMS)('every cast of %s has its reason', (room) => {
  const sources = readSourcesBelow(room, ['.ts', '.tsx']).filter(
    ({ path }) => !forTests.test(path),
  );
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.flatMap(unexplained)).toEqual([]);
});

test.each([
  ['const a = b as string;', ['x.ts:1']],
  ['// SAFETY: it is one.\nconst a = b as string;', []],
  ['// It is one.\nconst a = b as string;', ['x.ts:2']],
  ['const a = f(\n  // SAFETY: it is one, as\n  // can be seen.\n  b as string,\n);', []],
  ['// SAFETY: it is one.\nconst a = 1;\nconst c = b as string;', ['x.ts:3']],
  ['const a = [b] as const;', []],
])('a cast needs a reason directly above: %j', (text, found) => {
  expect(unexplained({ path: 'x.ts', text })).toEqual(found);
});
