// Clarity of comments, test titles and documents: words for something unnamed, and sentences beginning with
// one.
import type { ProjectSource } from '../sources.ts';
import { childNodes, isSyntaxNode, parseSource, type SyntaxNode } from '../syntax.ts';

/** Words standing for a noun. */
const PRONOUNS = new Set(
  'what who whom whose which that it its they them those such one ones same others other here there so as'.split(
    ' ',
  ),
);

/** Sentence beginnings that hide the subject. */
const HIDDEN_SUBJECT = /(?:^|[.;:!?]\s+)(?:What|Who|Whose|Whether|Of|Its)\b/g;

const wordsOfText = (text: string): string[] => text.match(/[A-Za-z']+/g) ?? [];

const pronounsIn = (text: string): number =>
  wordsOfText(text).filter((word) => PRONOUNS.has(word.toLowerCase())).length;

/** Percent of words standing for something unnamed. */
export function percentPronouns(texts: readonly string[]): number {
  const words = texts.reduce((sum, text) => sum + wordsOfText(text).length, 0);
  const pronouns = texts.reduce((sum, text) => sum + pronounsIn(text), 0);
  return words === 0 ? 0 : (100 * pronouns) / words;
}

/** Counts sentences beginning with What, Who, Whether, Of or Its. */
export const hiddenSubjects = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (text.match(HIDDEN_SUBJECT)?.length ?? 0), 0);

/** Titles with three or more words for something unnamed. */
export const unclearTitles = (titles: readonly string[]): readonly string[] =>
  titles.filter((title) => pronounsIn(title) >= 3);

/** Comments of a TypeScript file; a comment's lines are one text. */
export function commentsOf({ text }: ProjectSource): readonly string[] {
  const blocks = [...text.matchAll(/\/\*\*?(.*?)\*\//gs)].map(([, body = '']) =>
    body.replaceAll(/^\s*\*/gm, ' '),
  );
  const lines = [...text.matchAll(/(?:^[ \t]*\/\/[^\n]*\n?)+/gm)].map(([body]) =>
    body.replaceAll(/^\s*\/\//gm, ' '),
  );
  return [...blocks, ...lines].map((comment) => comment.replaceAll(/\s+/g, ' ').trim());
}

/** Prose of a Markdown file, without code blocks. */
export const proseOf = ({ text }: ProjectSource): string => text.replaceAll(/```.*?```/gs, '');

const TITLED = new Set(['describe', 'test', 'it', 'story']);

/** Function name at the start of a call chain, like `test.each(…)(…)`. */
function calledName(node: unknown): string | undefined {
  if (!isSyntaxNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node['name']);
  return calledName(node['object'] ?? node['callee'] ?? node['tag']);
}

function literalText(node: unknown, text: string): string | undefined {
  if (!isSyntaxNode(node)) return undefined;
  if (typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  return text.slice(node.start + 1, node.end - 1).replaceAll(/\$\{[^}]*\}/g, '…');
}

/** Titles of a test file's tests, each prefixed by its groups. */
export function testTitles(source: ProjectSource): readonly string[] {
  const visit = (node: SyntaxNode, groups: readonly string[]): string[] => {
    const name = node.type === 'CallExpression' ? calledName(node['callee']) : undefined;
    const own =
      name !== undefined && TITLED.has(name)
        ? literalText([node['arguments']].flat().find(isSyntaxNode), source.text)
        : undefined;
    const within = own === undefined ? groups : [...groups, own];
    const below = childNodes(node).flatMap((child) => visit(child, within));
    const isTest = own !== undefined && name !== 'describe';
    return isTest ? [within.join(' › '), ...below] : below;
  };
  return visit(parseSource(source), []);
}
