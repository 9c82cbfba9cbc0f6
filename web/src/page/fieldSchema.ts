import type { TSchema } from 'typebox';

/** The parts of a JSON schema that a form needs. */
interface Shape {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly anyOf?: readonly Shape[];
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** What a call's input schema says of one field. */
export interface FieldRule {
  readonly required: boolean;
  readonly minLength: number;
  readonly maxLength: number | null;
  /** How an empty field is sent: as null, as an empty text, or not at all. */
  readonly empty: null | '' | undefined;
}

/** Reads the rule of a field from the schema of the call that saves it, so that the form and the server never differ. */
export function ruleOf(input: TSchema, name: string): FieldRule {
  // SAFETY: a TypeBox schema is JSON schema; only these plain members are read.
  const { properties, required } = input as unknown as ObjectShape;
  const shape = properties?.[name] ?? {};
  const options = shape.anyOf ?? [shape];
  const text = options.find(({ type }) => type === 'string');
  const minLength = text?.minLength ?? 0;
  const takesNull = options.some(({ type }) => type === 'null');
  const takesEmpty =
    text !== undefined &&
    minLength === 0 &&
    text.pattern === undefined &&
    shape.anyOf === undefined;
  return {
    required: required?.includes(name) === true,
    minLength,
    maxLength: text?.maxLength ?? null,
    empty: takesNull ? null : takesEmpty ? '' : undefined,
  };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The body of a save: the given fields as the schema takes them, texts trimmed. */
export function bodyOf(
  input: TSchema,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const pairs = names.flatMap((name): [string, unknown][] => {
    const value = values[name];
    const { empty } = ruleOf(input, name);
    if (isEmpty(value)) return empty === undefined ? [] : [[name, empty]];
    return [[name, typeof value === 'string' ? value.trim() : value]];
  });
  return Object.fromEntries(pairs);
}
