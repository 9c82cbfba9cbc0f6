import type { ProjectSource } from '../tidy/sources.ts';
import { childNodes, type SyntaxNode } from '../tidy/syntax.ts';
import { nameOf, partOf, partsOf, ParsedSources, type ParsedFile } from './parsedSources.ts';
import { shapeOf, type TypeShape } from './typeShape.ts';

/** Declared type of the rows of a template, written sql<Type>`…`. */
export interface RowType {
  /** Path and line of the template. */
  readonly place: string;
  readonly fields: ReadonlyMap<string, TypeShape>;
  /** All columns of a table are selected with `*`: only those used are declared. */
  readonly selectsAll: boolean;
}

/** Reads declared row types from source texts: types are gone at run time. */
export class RowTypes {
  readonly #sources: ParsedSources;
  readonly #templates = new Map<ParsedFile, readonly SyntaxNode[]>();

  constructor(sources: readonly ProjectSource[]) {
    this.#sources = new ParsedSources(sources);
  }

  /**
   * Returns the row types of all templates with the same text; none if the fields of one are unknown, such
   * as `RowOf<typeof table>`.
   *
   * @param raw text of the template between the values, as in the source
   */
  ofTemplate(raw: readonly string[]): readonly RowType[] {
    if (raw.every((part) => part.trim() === '')) return [];
    const types = this.#sources
      .filesWith(({ text }) => raw.every((part) => text.includes(part)))
      .flatMap((file) =>
        this.#templatesOf(file)
          .filter((template) => textsOf(template).join('\0') === raw.join('\0'))
          .map((template) => this.#rowType(template, file)),
      );
    return types.every((type) => type !== null) ? types : [];
  }

  #templatesOf(file: ParsedFile): readonly SyntaxNode[] {
    const templates = this.#templates.get(file) ?? templatesIn(file.tree);
    this.#templates.set(file, templates);
    return templates;
  }

  #rowType(template: SyntaxNode, file: ParsedFile): RowType | null {
    const [type] = partsOf(partOf(template, 'typeArguments'), 'params');
    const fields = type && shapeOf(this.#sources, { node: type, file }).fields;
    if (fields === undefined) return null;
    const line = file.text.slice(0, template.start).split('\n').length;
    return {
      place: `${file.path}:${line}`,
      fields: new Map([...fields].map(([name, shape]) => [name, shape()])),
      selectsAll: textsOf(template).some((text) => /(\b(select|returning) |\.)\*/.test(text)),
    };
  }
}

const templatesIn = (node: SyntaxNode): SyntaxNode[] => [
  ...(node.type === 'TaggedTemplateExpression' && nameOf(partOf(node, 'tag')) === 'sql'
    ? [node]
    : []),
  ...childNodes(node).flatMap(templatesIn),
];

const textsOf = (template: SyntaxNode): string[] =>
  partsOf(partOf(template, 'quasi'), 'quasis').map(
    ({ value }) =>
      // SAFETY: a part of a template has its text as written.
      (value as { readonly raw: string }).raw,
  );

type Row = Readonly<Record<string, unknown>>;

/** Differences between a row and the declared types; the row may have any of the types. */
export function rowFaults(row: Row, types: readonly RowType[]): readonly string[] {
  const faults = types.map((type) => faultsByType(row, type));
  return faults.find((found) => found.length === 0) ?? faults[0] ?? [];
}

function faultsByType(row: Row, { place, fields, selectsAll }: RowType): string[] {
  const undeclared = selectsAll ? [] : Object.keys(row).filter((name) => !fields.has(name));
  const different = [...fields].filter(([name, { kinds }]) => !kinds.has(kindOf(row[name])));
  return [
    ...undeclared.map((name) => `${place}: column ${name} is selected, but not declared`),
    ...different.map(([name, { kinds }]) => {
      if (!(name in row)) return `${place}: column ${name} is declared, but not selected`;
      return `${place}: column ${name} is ${kindOf(row[name])}, but declared ${[...kinds].join(' | ')}`;
    }),
  ];
}

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);
