import { complaintOf } from '@tradehouse/contract';
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
  readonly maxLength: number | null;
  /** How a field that was emptied is sent; undefined: it can't be. */
  readonly cleared: null | '' | '0' | 0 | undefined;
}

/** A text that is a number: its pattern takes digits and no letters. */
const isNumeric = ({ pattern = '' }: Shape): boolean =>
  new RegExp(pattern, 'u').test('0') && !new RegExp(pattern, 'u').test('x');

function clearedAs(shape: Shape, options: readonly Shape[]): FieldRule['cleared'] {
  if (options.some(({ type }) => type === 'null')) return null;
  if (shape.type === 'integer') return 0;
  if (shape.type !== 'string') return undefined;
  if (complaintOf(shape, '') === null) return '';
  return isNumeric(shape) ? '0' : undefined;
}

const shapeOf = (input: TSchema): ObjectShape => input;

/** The schema of one field of a call; the empty one, which takes everything, where it declares no such field. */
export const schemaOf = (input: TSchema, name: string): Shape =>
  shapeOf(input).properties?.[name] ?? {};

/** Reads the rule of a field from the schema of the call that saves it, so that the form and the server never differ. */
export function ruleOf(input: TSchema, name: string): FieldRule {
  const { required } = shapeOf(input);
  const shape = schemaOf(input, name);
  const options = shape.anyOf ?? [shape];
  const text = options.find(({ type }) => type === 'string');
  return {
    required: required?.includes(name) === true,
    maxLength: text?.maxLength ?? null,
    cleared: clearedAs(shape, options),
  };
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

type Values = Readonly<Record<string, unknown>>;

/**
 * The body of a save: the given fields as the schema takes them, texts trimmed. A field that is and was empty is not sent:
 * it may be an amount this user can't see, and sending it would wipe it.
 */
export function bodyOf(
  input: TSchema,
  names: readonly string[],
  values: Values,
  before: Values | null,
): Record<string, unknown> {
  const pairs = names.flatMap((name): [string, unknown][] => {
    const value = values[name];
    if (!isBlank(value)) return [[name, typeof value === 'string' ? value.trim() : value]];
    const { cleared } = ruleOf(input, name);
    return isBlank(before?.[name]) || cleared === undefined ? [] : [[name, cleared]];
  });
  return Object.fromEntries(pairs);
}
