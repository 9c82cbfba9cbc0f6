import type { ProjectSource } from '../tidy/sources.ts';
import { isSyntaxNode, parseSource, type SyntaxNode } from '../tidy/syntax.ts';

/** A parsed source file with its types by name. */
export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly tree: SyntaxNode;
  readonly types: ReadonlyMap<string, SyntaxNode>;
  readonly imports: ReadonlyMap<string, ImportedName>;
}

interface ImportedName {
  readonly name: string;
  readonly from: string;
}

/** A type, and the file that declares the names in the type. */
export interface TypeInFile {
  readonly node: SyntaxNode;
  readonly file: ParsedFile;
}

/** Source files, each parsed at most once, when needed. */
export class ParsedSources {
  readonly #sources: readonly ProjectSource[];
  readonly #parsed = new Map<ProjectSource, ParsedFile>();

  constructor(sources: readonly ProjectSource[]) {
    this.#sources = sources;
  }

  filesWith(isWanted: (source: ProjectSource) => boolean): ParsedFile[] {
    return this.#sources.filter(isWanted).map((source) => {
      const file = this.#parsed.get(source) ?? parseFile(source);
      this.#parsed.set(source, file);
      return file;
    });
  }

  /** Finds a type of the file, or an imported type, by name in the exporting room. */
  typeNamed(name: string, file: ParsedFile): TypeInFile | null {
    const own = file.types.get(name);
    if (own !== undefined) return { node: own, file };
    const imported = file.imports.get(name);
    if (imported === undefined) return null;
    const room = /^@tradehouse\/(\w+)/.exec(imported.from)?.[1] ?? file.path.split('/', 1)[0];
    const exported = new RegExp(`^export (interface|type) ${imported.name}\\b`, 'm');
    const found = this.filesWith(
      ({ path, text }) => path.startsWith(`${room}/`) && exported.test(text),
    ).flatMap((each): TypeInFile[] => {
      const node = each.types.get(imported.name);
      return node === undefined ? [] : [{ node, file: each }];
    });
    return found.length === 1 ? (found[0] ?? null) : null;
  }
}

function parseFile(source: ProjectSource): ParsedFile {
  const tree = parseSource(source);
  const statements = partsOf(tree, 'body');
  const types = statements
    .map((node) => partOf(node, 'declaration') ?? node)
    .filter(({ type }) => /^TS(Interface|TypeAlias)Declaration$/.test(type));
  return {
    ...source,
    tree,
    types: new Map(types.map((node) => [nameOf(partOf(node, 'id')), node])),
    imports: new Map(statements.flatMap(importedNames)),
  };
}

function importedNames(node: SyntaxNode): [string, ImportedName][] {
  if (node.type !== 'ImportDeclaration') return [];
  const from = nameOf(partOf(node, 'source'));
  return partsOf(node, 'specifiers').map((specifier) => [
    nameOf(partOf(specifier, 'local')),
    { name: nameOf(partOf(specifier, 'imported')), from },
  ]);
}

export function partOf(node: SyntaxNode | undefined, part: string): SyntaxNode | undefined {
  const value = node?.[part];
  return isSyntaxNode(value) ? value : undefined;
}

export function partsOf(node: SyntaxNode | undefined, part: string): SyntaxNode[] {
  const value = node?.[part];
  return Array.isArray(value) ? value.filter(isSyntaxNode) : [];
}

/** Name of an identifier, or value of a literal. */
export const nameOf = (node: SyntaxNode | undefined): string =>
  String(node?.['name'] ?? node?.['value'] ?? '');
