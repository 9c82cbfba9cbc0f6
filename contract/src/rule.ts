import type { FieldRule } from '@tradehouse/domain';
import { isCurrencyCode, isFieldRule } from '@tradehouse/domain';

/** Violated rule, with values for its message. */
export interface Complaint {
  readonly rule: FieldRule;
  readonly least?: number;
  readonly most?: number;
}

/** JSON schema members with a field's rules. `rule` names its pattern's meaning. */
interface RuleSchema {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly rule?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly RuleSchema[];
}

/** Rules beyond patterns: letters alone are not a currency code. */
export const followsRule = (rule: string | undefined, text: string): boolean =>
  rule !== 'currency' || isCurrencyCode(text);

function ofText(shape: RuleSchema, value: string): Complaint | null {
  const { minLength: least = 0, maxLength: most, pattern, rule } = shape;
  // A character beyond the basic plane counts once, though stored in two units.
  const { length } = [...value];
  if (value.trim() === '' && least > 0) return { rule: 'missing' };
  if (most !== undefined && length > most) return { rule: 'tooLong', most };
  if (length < least) return { rule: 'tooShort', least };
  const isOfPattern = pattern === undefined || new RegExp(pattern, 'u').test(value);
  if (isOfPattern && followsRule(rule, value)) return null;
  return isFieldRule(rule) ? { rule } : null;
}

function ofInteger({ minimum, maximum }: RuleSchema, value: unknown): Complaint | null {
  if (!Number.isInteger(value)) return { rule: 'wholeNumber' };
  if (minimum === undefined || maximum === undefined) return null;
  const fits = Number(value) >= minimum && Number(value) <= maximum;
  return fits ? null : { rule: 'range', least: minimum, most: maximum };
}

function ofList({ minItems = 0, maxItems: most }: RuleSchema, { length }: readonly unknown[]) {
  if (length === 0 && minItems > 0) return { rule: 'missing' } as const;
  return most !== undefined && length > most ? ({ rule: 'tooMany', most } as const) : null;
}

/**
 * Returns the rule that a value violates under a call's schema; null if none, or none with a message. Used
 * by form and server alike.
 */
export function complaintOf(schema: object, value: unknown): Complaint | null {
  // SAFETY: a TypeBox schema is JSON schema; only these plain members are read.
  const shape = schema as RuleSchema;
  const [first] = (shape.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (first !== undefined) return value === null ? null : complaintOf(first, value);
  if (shape.type === 'string' && typeof value === 'string') return ofText(shape, value);
  if (shape.type === 'array' && Array.isArray(value)) return ofList(shape, value);
  return shape.type === 'integer' ? ofInteger(shape, value) : null;
}
