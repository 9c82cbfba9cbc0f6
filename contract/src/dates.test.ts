import { expect, test } from 'vitest';
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
const every = [...new Set(Object.values(contract).flatMap(calls))];

interface Field {
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
const texts = every
  .flatMap(({ path, input }) => fieldsOf(input, path))
  .filter(({ schema }) => schema['type'] === 'string');
const isDate = ({ schema }: Field): boolean => String(schema['format']).startsWith('date');

test('every date that a call takes says how far it may lie from today', () => {
  const dates = texts.filter(isDate);
  expect(dates.length).toBeGreaterThan(10);
  expect(dates.filter(({ schema }) => schema['reach'] === undefined)).toEqual([]);
});

test('what is named like a date is declared as one', () => {
  const named =
    /(At|On|Date|Day|Time|Until|Since|Expiry)$|\.(date|day|time|expiry|since|until|dates)$/;
  expect(
    texts.filter(({ at, schema }) => named.test(at) && !isDate({ at, schema })).map(({ at }) => at),
  ).toEqual([]);
});
