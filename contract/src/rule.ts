import type { FieldRule } from '@tradehouse/domain';
import { isFieldRule } from '@tradehouse/domain';

/** How a field breaks its declaration, with what its sentence names. */
export interface Complaint {
  readonly rule: FieldRule;
  readonly least?: number;
  readonly most?: number;
}

/** The members of a JSON schema that a field's rules stand in. `rule` says what its pattern asks for. */
interface Shape {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly rule?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Shape[];
}

function ofText(shape: Shape, value: string): Complaint | null {
  const { minLength: least = 0, maxLength: most, pattern, rule } = shape;
  // A sign beyond the basic plane is one character, though it takes two places.
  const { length } = [...value];
  if (value.trim() === '' && least > 0) return { rule: 'missing' };
  if (most !== undefined && length > most) return { rule: 'tooLong', most };
  if (length < least) return { rule: 'tooShort', least };
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return null;
  return isFieldRule(rule) ? { rule } : null;
}

function ofInteger({ minimum, maximum }: Shape, value: unknown): Complaint | null {
  if (!Number.isInteger(value)) return { rule: 'wholeNumber' };
  if (minimum === undefined || maximum === undefined) return null;
  const fits = Number(value) >= minimum && Number(value) <= maximum;
  return fits ? null : { rule: 'range', least: minimum, most: maximum };
}

function ofList({ minItems = 0, maxItems: most }: Shape, { length }: readonly unknown[]) {
  if (length === 0 && minItems > 0) return { rule: 'missing' } as const;
  return most !== undefined && length > most ? ({ rule: 'tooMany', most } as const) : null;
}

/**
 * What is wrong with a field's value by the schema of the call that takes it; null where nothing is that it has words for.
 * The form asks before it sends and the server after: both say the same.
 */
export function complaintOf(schema: object, value: unknown): Complaint | null {
  // SAFETY: a TypeBox schema is JSON schema; only these plain members are read.
  const shape = schema as Shape;
  const [first] = (shape.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (first !== undefined) return value === null ? null : complaintOf(first, value);
  if (shape.type === 'string' && typeof value === 'string') return ofText(shape, value);
  if (shape.type === 'array' && Array.isArray(value)) return ofList(shape, value);
  return shape.type === 'integer' ? ofInteger(shape, value) : null;
}
