import type { Endpoint } from './endpoint.ts';
import * as contract from './index.ts';

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const isEndpoint = (value: Members): boolean => 'method' in value && 'input' in value;

/** Every call that the contract exports, alone, in a map of calls or in a resource. */
const calls = (value: unknown): Endpoint[] => {
  if (!isObject(value)) return [];
  // SAFETY: nothing else of the contract has a method and an input.
  return isEndpoint(value)
    ? [value as unknown as Endpoint]
    : Object.values(value).filter(isObject).filter(isEndpoint).flatMap(calls);
};
/** Every call. */
export const every = [
  ...new Set(
    Object.values(contract as Members)
      .flat()
      .flatMap(calls),
  ),
];

/** A field of an input by its path, and its JSON schema. */
export interface Field {
  readonly at: string;
  readonly schema: Members;
}

/** The fields of a schema, however deep, each by its path. */
function fieldsOf(schema: unknown, at: string): Field[] {
  if (!isObject(schema)) return [];
  const { properties, items, anyOf } = schema;
  return [
    { at, schema },
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) =>
      fieldsOf(field, `${at}.${name}`),
    ),
    ...fieldsOf(items, at),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((one) => fieldsOf(one, at)) : []),
  ];
}
/** Lists the text fields in the inputs of the calls. */
export const textsOf = (calls: readonly Endpoint[]): readonly Field[] =>
  calls
    .flatMap(({ path, input }) => fieldsOf(input, path))
    .filter(({ schema }) => schema['type'] === 'string');
