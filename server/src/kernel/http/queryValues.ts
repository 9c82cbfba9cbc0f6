import type { TSchema } from 'typebox';

interface Property {
  readonly type?: string;
  readonly anyOf?: readonly Property[];
}

/**
 * Converts query strings, which carry text: drops empty parameters, and types numbers and flags by the
 * schema.
 */
export function queryValues(query: unknown, schema: TSchema): Record<string, unknown> {
  const { properties = {} }: { properties?: Readonly<Record<string, Property>> } = schema;
  return Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, toTypedQueryValue(value, properties[name])]),
  );
}

const admitsType = (type: string, property?: Property): boolean =>
  property?.type === type || (property?.anyOf?.some((part) => admitsType(type, part)) ?? false);

function toTypedQueryValue(value: unknown, property?: Property): unknown {
  if (typeof value !== 'string') return value;
  const isNumber = admitsType('integer', property) || admitsType('number', property);
  if (isNumber && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value);
  if (admitsType('boolean', property) && (value === 'true' || value === 'false'))
    return value === 'true';
  return value;
}
