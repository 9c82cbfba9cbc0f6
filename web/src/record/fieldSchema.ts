import { complaintOf } from '@tradehouse/contract';
import type { TSchema } from 'typebox';

/** Parts of a JSON schema used by a form. */
interface FieldSchemaShape {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly anyOf?: readonly FieldSchemaShape[];
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, FieldSchemaShape>>;
  readonly required?: readonly string[];
}

/** Rule of one field in a call's input schema. */
export interface FormFieldRule {
  readonly required: boolean;
  readonly maxLength: number | null;
  /** Value sent for an emptied field; undefined: the field can't be emptied. */
  readonly cleared: null | '' | '0' | 0 | undefined;
}

/** Returns true for a numeric text: the pattern accepts digits and no letters. */
const isNumericSchema = ({ pattern = '' }: FieldSchemaShape): boolean =>
  new RegExp(pattern, 'u').test('0') && !new RegExp(pattern, 'u').test('x');

function clearedAs(
  shape: FieldSchemaShape,
  options: readonly FieldSchemaShape[],
): FormFieldRule['cleared'] {
  if (options.some(({ type }) => type === 'null')) return null;
  if (shape.type === 'integer') return 0;
  if (shape.type !== 'string') return undefined;
  if (complaintOf(shape, '') === null) return '';
  return isNumericSchema(shape) ? '0' : undefined;
}

const objectShapeOf = (input: TSchema): ObjectShape => input;

/** Returns a field's schema in a call; if undeclared, the empty schema, which accepts everything. */
export const schemaOfField = (input: TSchema, name: string): FieldSchemaShape =>
  objectShapeOf(input).properties?.[name] ?? {};

/** Reads a field's rule from the saving call's schema, so that form and server never differ. */
export function ruleOf(input: TSchema, name: string): FormFieldRule {
  const { required } = objectShapeOf(input);
  const shape = schemaOfField(input, name);
  const options = shape.anyOf ?? [shape];
  const text = options.find(({ type }) => type === 'string');
  return {
    required: required?.includes(name) === true,
    maxLength: text?.maxLength ?? null,
    cleared: clearedAs(shape, options),
  };
}

export const isBlankValue = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

type FormBodyValues = Readonly<Record<string, unknown>>;

/**
 * Builds a save's body: fields in the schema's form, texts trimmed. Fields empty before and after are not
 * sent: a hidden amount would be erased.
 */
export function bodyOfForm(
  input: TSchema,
  names: readonly string[],
  values: FormBodyValues,
  before: FormBodyValues | null,
): Record<string, unknown> {
  const pairs = names.flatMap((name): [string, unknown][] => {
    const value = values[name];
    if (!isBlankValue(value)) return [[name, typeof value === 'string' ? value.trim() : value]];
    const { cleared } = ruleOf(input, name);
    return isBlankValue(before?.[name]) || cleared === undefined ? [] : [[name, cleared]];
  });
  return Object.fromEntries(pairs);
}
