import type { TSchema } from 'typebox';

interface Property {
  readonly type?: string;
  readonly anyOf?: readonly Property[];
}

/** Query strings carry text: empty parameters are dropped, and numbers and flags become what the schema says. */
export function queryValues(query: unknown, schema: TSchema): Record<string, unknown> {
  const { properties = {} }: { properties?: Readonly<Record<string, Property>> } = schema;
  return Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, typed(value, properties[name])]),
  );
}

const admits = (type: string, property?: Property): boolean =>
  property?.type === type || (property?.anyOf?.some((part) => admits(type, part)) ?? false);

function typed(value: unknown, property?: Property): unknown {
  if (typeof value !== 'string') return value;
  const isNumber = admits('integer', property) || admits('number', property);
  if (isNumber && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value);
  if (admits('boolean', property) && (value === 'true' || value === 'false'))
    return value === 'true';
  return value;
}
