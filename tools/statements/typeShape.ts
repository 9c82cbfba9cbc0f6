import type { SyntaxNode } from '../tidy/syntax.ts';
import { nameOf, partOf, partsOf, type ParsedSources, type TypeInFile } from './parsedSources.ts';

/** Values allowed by a declared type. */
export interface TypeShape {
  /** Results of `typeof`, and `null`. */
  readonly kinds: ReadonlySet<string>;
  /** Values of a string literal, or of a union of string literals. */
  readonly literals?: ReadonlySet<string>;
  /** Fields of an object type, absent if unknown; functions, because a type may contain itself. */
  readonly fields?: Fields;
  /** Elements of an array type. */
  readonly element?: () => TypeShape;
}

type Field = readonly [name: string, shape: () => TypeShape];
type Fields = ReadonlyMap<string, () => TypeShape>;

const shapeOfKinds = (...kinds: readonly string[]): TypeShape => ({ kinds: new Set(kinds) });
const ANY = shapeOfKinds('string', 'number', 'boolean', 'object', 'null');
/** A type computed from values, or with type parameters. Null is allowed only where written. */
const UNKNOWN = shapeOfKinds('string', 'number', 'boolean', 'object');
const OBJECT = shapeOfKinds('object');

const shapeOfLiterals = (literals: Iterable<string> | undefined): TypeShape =>
  literals === undefined
    ? shapeOfKinds('string')
    : { ...shapeOfKinds('string'), literals: new Set(literals) };

const BASIC: Readonly<Record<string, TypeShape>> = {
  TSStringKeyword: shapeOfKinds('string'),
  TSTemplateLiteralType: shapeOfKinds('string'),
  TSNumberKeyword: shapeOfKinds('number'),
  TSBooleanKeyword: shapeOfKinds('boolean'),
  TSNullKeyword: shapeOfKinds('null'),
  TSUndefinedKeyword: shapeOfKinds('undefined'),
  TSUnknownKeyword: ANY,
  TSAnyKeyword: ANY,
};

const OBJECTS = new Set(['Date', 'Map', 'ReadonlyMap', 'Set', 'ReadonlySet', 'Buffer']);

/** Wrappers that do not change the values in a row. */
const SAME_IN_A_ROW = new Set(['Readonly', 'Selectable', 'Generated', 'ColumnType']);

/** Reads the shape of a type from the syntax tree, with the types that the type names. */
export function shapeOf(sources: ParsedSources, { node, file }: TypeInFile): TypeShape {
  const shape = (part: SyntaxNode | undefined): TypeShape =>
    part === undefined ? UNKNOWN : shapeOf(sources, { node: part, file });
  const inner = (part: string): TypeShape => shape(partOf(node, part));
  switch (node.type) {
    case 'TSLiteralType': {
      const value = partOf(node, 'literal')?.['value'];
      if (typeof value === 'string') return shapeOfLiterals([value]);
      return value === undefined ? UNKNOWN : shapeOfKinds(typeof value);
    }
    case 'TSUnionType':
      return unionShape(partsOf(node, 'types').map(shape));
    case 'TSIntersectionType':
      return intersectionShape(partsOf(node, 'types').map(shape));
    case 'TSTypeLiteral':
      return objectShape(partsOf(node, 'members'), shape);
    case 'TSInterfaceDeclaration': {
      const own = objectShape(partsOf(partOf(node, 'body'), 'body'), shape);
      return intersectionShape([...partsOf(node, 'extends').map(shape), own]);
    }
    case 'TSTypeAliasDeclaration':
      return partOf(node, 'typeParameters') === undefined ? inner('typeAnnotation') : UNKNOWN;
    case 'TSArrayType':
      return { ...OBJECT, element: () => inner('elementType') };
    case 'TSTupleType':
      return OBJECT;
    case 'TSParenthesizedType':
      return inner('typeAnnotation');
    case 'TSTypeOperator':
      if (node['operator'] !== 'keyof') return inner('typeAnnotation');
      return shapeOfLiterals(inner('typeAnnotation').fields?.keys());
    case 'TSIndexedAccessType':
      return memberOf(inner('objectType'), inner('indexType'));
    case 'TSInterfaceHeritage':
      return referencedShape(sources, { node, file }, nameOf(partOf(node, 'expression')), shape);
    case 'TSTypeReference':
      return referencedShape(sources, { node, file }, nameOf(partOf(node, 'typeName')), shape);
    default:
      return BASIC[node.type] ?? UNKNOWN;
  }
}

type ShapeOfPart = (part: SyntaxNode | undefined) => TypeShape;

function referencedShape(
  sources: ParsedSources,
  { node, file }: TypeInFile,
  name: string,
  shape: ShapeOfPart,
): TypeShape {
  const [first, second] = partsOf(partOf(node, 'typeArguments'), 'params');
  if (SAME_IN_A_ROW.has(name)) return shape(first);
  if (name === 'Pick' || name === 'Omit')
    return withFields(shape(first).fields, shape(second).literals, name === 'Pick');
  if (name === 'Record') {
    const fields = [...(shape(first).literals ?? [])].map((field): Field => [
      field,
      () => shape(second),
    ]);
    return fields.length === 0 ? OBJECT : { ...OBJECT, fields: new Map(fields) };
  }
  if (OBJECTS.has(name)) return OBJECT;
  const declared = sources.typeNamed(name, file);
  return declared === null ? UNKNOWN : shapeOf(sources, declared);
}

function withFields(
  fields: Fields | undefined,
  names: ReadonlySet<string> | undefined,
  kept: boolean,
): TypeShape {
  if (fields === undefined || names === undefined) return OBJECT;
  return { ...OBJECT, fields: new Map([...fields].filter(([name]) => names.has(name) === kept)) };
}

/** Fields are unknown with members of other sorts, such as an index signature. */
function objectShape(members: readonly SyntaxNode[], shape: ShapeOfPart): TypeShape {
  if (members.some(({ type }) => type !== 'TSPropertySignature')) return OBJECT;
  const fields = members.map((member): Field => [
    nameOf(partOf(member, 'key')),
    () => {
      const declared = shape(partOf(partOf(member, 'typeAnnotation'), 'typeAnnotation'));
      if (member['optional'] !== true) return declared;
      return { ...declared, kinds: new Set([...declared.kinds, 'undefined']) };
    },
  ]);
  return { ...OBJECT, fields: new Map(fields) };
}

/** Type of a field, `Row['field']`, or of the elements, `Rows[number]`. */
function memberOf({ fields, element }: TypeShape, { kinds, literals }: TypeShape): TypeShape {
  const [name] = literals ?? [];
  const member = name === undefined && kinds.has('number') ? element : fields?.get(name ?? '');
  return member?.() ?? UNKNOWN;
}

function unionShape(parts: readonly TypeShape[]): TypeShape {
  const kinds = new Set(parts.flatMap((part) => [...part.kinds]));
  const literals = parts.map((part) => part.literals);
  if (literals.includes(undefined)) return { kinds };
  return { kinds, literals: new Set(literals.flatMap((part) => [...(part ?? [])])) };
}

/** Objects with the fields of all parts; a part without known fields makes the fields unknown. */
function intersectionShape(parts: readonly TypeShape[]): TypeShape {
  const kinds = parts[0]?.kinds ?? UNKNOWN.kinds;
  const fields = parts.map((part) => part.fields);
  if (fields.includes(undefined)) return { kinds };
  return { kinds, fields: new Map(fields.flatMap((part) => [...(part ?? [])])) };
}
