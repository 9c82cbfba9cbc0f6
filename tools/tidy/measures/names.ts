// Searchability of a room's names: a function or type name used in two files is found twice.
import type { ProjectSource } from '../sources.ts';
import { isSyntaxNode, parseSource, type SyntaxNode } from '../syntax.ts';

/** Top-level names of one file. */
export interface FileNames {
  readonly path: string;
  readonly functions: readonly string[];
  readonly types: readonly string[];
}

/** Names of component properties: every component has its own. */
const OWN_BY_CUSTOM = new Set(['Props']);

const identifierOf = (node: SyntaxNode): readonly string[] => {
  const id = node['id'];
  return isSyntaxNode(id) && typeof id['name'] === 'string' ? [id['name']] : [];
};

const isFunctionValue = (node: SyntaxNode): boolean =>
  isSyntaxNode(node['init']) && node['init'].type.includes('Function');

function functionNames(declaration: SyntaxNode): readonly string[] {
  if (declaration.type === 'FunctionDeclaration') return identifierOf(declaration);
  if (declaration.type !== 'VariableDeclaration') return [];
  return [declaration['declarations']]
    .flat()
    .filter(isSyntaxNode)
    .filter(isFunctionValue)
    .flatMap(identifierOf);
}

const typeNames = (declaration: SyntaxNode): readonly string[] =>
  /^TS(Interface|TypeAlias)Declaration$/.test(declaration.type)
    ? identifierOf(declaration).filter((name) => !OWN_BY_CUSTOM.has(name))
    : [];

/** Collects the functions and types at a file's top level. */
export function topLevelNames(source: ProjectSource): FileNames {
  const declarations = [parseSource(source)['body']]
    .flat()
    .filter(isSyntaxNode)
    .map((statement) =>
      isSyntaxNode(statement['declaration']) ? statement['declaration'] : statement,
    );
  return {
    path: source.path,
    functions: declarations.flatMap(functionNames),
    types: declarations.flatMap(typeNames),
  };
}

/** Names with the files declaring each. */
export type NameUses = ReadonlyMap<string, ReadonlySet<string>>;

export function usesOfNames(files: readonly FileNames[], sort: 'functions' | 'types'): NameUses {
  const uses = new Map<string, Set<string>>();
  for (const file of files) {
    for (const name of file[sort]) uses.set(name, (uses.get(name) ?? new Set()).add(file.path));
  }
  return uses;
}

/** Percent of declarations sharing their name with another file. */
export function percentShared(uses: NameUses): number {
  const sizes = [...uses.values()].map((files) => files.size);
  const shared = sizes.filter((size) => size > 1);
  return percentOfSums(shared, sizes);
}

export function percentOfOneWord(uses: NameUses): number {
  return (100 * oneWordNames(uses).length) / uses.size;
}

/** Single-word names. A component's name begins with a capital and does not count. */
export const oneWordNames = (uses: NameUses): readonly string[] =>
  [...uses.keys()].filter((name) => !/[A-Z]/.test(name));

const percentOfSums = (part: readonly number[], whole: readonly number[]): number =>
  (100 * sumNumbers(part)) / sumNumbers(whole);

const sumNumbers = (numbers: readonly number[]): number =>
  numbers.reduce((sum, next) => sum + next, 0);
