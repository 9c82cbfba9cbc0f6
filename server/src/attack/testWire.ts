// The contract as lines of text: one for each field that travels, each column, each filter, so that a change of any is one line of a
// review.
import type { TableColumn, Endpoint, Filter, TableDeclaration } from '@tradehouse/contract';

/** The members of a JSON schema that say what may travel. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
}

/** What shapes the schema itself; all its other members limit the value. */
const SHAPE = new Set(['type', 'properties', 'required', 'items', 'anyOf', 'const']);

const spoken = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const limitsOf = (schema: Schema): string[] =>
  Object.entries(schema)
    .filter(([name, value]) => !SHAPE.has(name) && !(name === 'additionalProperties' && !value))
    .map(([name, value]) => `${name} ${spoken(value)}`);

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => wordsOf(one)).join(' | ');
  if (schema.items !== undefined) return `list of ${wordsOf(schema.items)}`;
  return schema.type ?? 'anything';
}

const wordsOf = (schema: Schema): string => [typeOf(schema), ...limitsOf(schema)].join(', ');

/** The object that a schema holds: itself, that of a list, or the one beside null. */
const objectIn = (schema: Schema): Schema | undefined =>
  schema.properties !== undefined
    ? schema
    : [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])]
        .map(objectIn)
        .find((one) => one !== undefined);

/** A line for each field of a schema and of what it holds, by name, indented by depth. */
function fieldLines(schema: Schema, depth: number): string[] {
  const held = objectIn(schema);
  const indent = '  '.repeat(depth);
  return Object.entries(held?.properties ?? {})
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, field]) => [
      `${indent}${name}${held?.required?.includes(name) === true ? '' : '?'}: ${wordsOf(field)}`,
      ...fieldLines(field, depth + 1),
    ]);
}

const schemaLines = (title: string, schema: object): string[] => {
  // SAFETY: a TypeBox schema is JSON schema; only these plain members are read.
  const shape = schema as Schema;
  return [`  ${title}: ${wordsOf(shape)}`, ...fieldLines(shape, 2)];
};

/** Describes a call as text: policy, input and reply. */
export const callLines = (name: string, { input, reply, ...declared }: Endpoint): string[] => [
  name,
  ...Object.entries(declared)
    .filter(([member]) => !['method', 'path'].includes(member))
    .map(([member, value]) => `  ${member}: ${spoken(value)}`),
  ...schemaLines('takes', input),
  ...schemaLines('answers', reply),
];

/** What looks are declared by: a change of these changes nothing that travels. */
const LOOKS = new Set(['width', 'signed', 'called', 'nameColumn', 'facts']);

/** What is declared of a column or filter, looks aside. */
const declarationOf = ({ ...members }: TableColumn | Filter): string =>
  Object.entries(members)
    .filter(([member, value]) => !LOOKS.has(member) && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([member, value]) => (value === true ? member : `${member} ${spoken(value)}`))
    .join(', ');

/** A list or report: its columns and filters in the order of the screen. */
export const tableLines = ({ id, columns, filters, ...declared }: TableDeclaration): string[] => [
  id,
  ...Object.entries(declared)
    .filter(([member]) => !LOOKS.has(member))
    .map(([member, value]) => `  ${member}: ${spoken(value)}`),
  '  columns',
  ...Object.entries(columns).map(([name, column]) => `    ${name}: ${declarationOf(column)}`),
  '  filters',
  ...Object.entries(filters).map(([name, filter]) => `    ${name}: ${declarationOf(filter)}`),
];
