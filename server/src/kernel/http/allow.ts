import type { TSchema } from 'typebox';

/** Copy function that keeps only fields declared by the reply's schema. */
export type Allow = (value: unknown) => unknown;

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | TSchema;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, TSchema>>;
}

type Definitions = Map<string, Allow>;

/** Turns a reply's schema into the function that copies only declared fields. */
export function allowBySchema(schema: TSchema, known: Definitions = new Map()): Allow {
  const { $defs, $ref, anyOf, properties, patternProperties, items, type }: JsonSchema = schema;
  for (const [name, definition] of Object.entries($defs ?? {}))
    defineShape(name, definition, known);
  if ($ref !== undefined) return (value) => known.get($ref)?.(value) ?? null;
  if (anyOf !== undefined) return allowOneShape(anyOf, known);
  if (properties !== undefined) return allowDeclaredProperties(schema, known);
  if (items !== undefined) return allowEach(allowBySchema(items, known));
  const [inner] = Object.values(patternProperties ?? {});
  if (type === 'object' && inner !== undefined) return everyKey(allowBySchema(inner, known));
  return type === undefined || type === 'object' || type === 'array'
    ? (value) => value
    : allowPlainValue;
}

/** Copies a single value; an object or array would carry undeclared fields. */
const allowPlainValue: Allow = (value) => {
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    throw new Error('the reply has no declared shape');
  return value;
};

function defineShape(name: string, schema: TSchema, known: Definitions): void {
  // Registered before being built, because a schema may refer to itself.
  let allow: Allow = (value) => value;
  known.set(name, (value) => allow(value));
  allow = allowBySchema(schema, known);
}

const allowEach =
  (allow: Allow): Allow =>
  (value) =>
    Array.isArray(value) ? value.map(allow) : [];

const everyKey =
  (allow: Allow): Allow =>
  (value) =>
    Object.fromEntries(Object.entries(value ?? {}).map(([key, inner]) => [key, allow(inner)]));

function allowDeclaredProperties(
  { properties = {}, required = [] }: JsonSchema,
  known: Definitions,
): Allow {
  const parts = Object.entries(properties).map(
    ([name, schema]) => [name, allowBySchema(schema, known), required.includes(name)] as const,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null) return null;
    const copy: Record<string, unknown> = {};
    for (const [name, allow, needed] of parts) {
      const part: unknown = Reflect.get(value, name);
      if (part !== undefined) copy[name] = part === null ? null : allow(part);
      else if (needed) throw new Error(`the reply lacks ${name}`);
    }
    return copy;
  };
}

/** Copies null or the value; among several shapes, the first with all required properties. */
function allowOneShape(schemas: readonly TSchema[], known: Definitions): Allow {
  const shapes = schemas.map((schema: JsonSchema) => ({
    ...schema,
    allow: allowBySchema(schema, known),
  }));
  const plain = shapes.every(
    ({ type, $ref, anyOf }) => type !== 'object' && type !== 'array' && !$ref && !anyOf,
  );
  if (plain) return allowPlainValue;
  return (value) => {
    if (value === null || value === undefined) return null;
    const fitting = shapes.find(({ type, required = [] }) => {
      if (Array.isArray(value)) return type === 'array';
      if (typeof value !== 'object') return type !== 'object' && type !== 'array';
      // A shape without a type is another's: a reference, or several shapes again.
      return (type ?? 'object') === 'object' && required.every((name) => name in value);
    });
    if (fitting === undefined) throw new Error('the reply has no declared shape');
    return fitting.allow(value);
  };
}
