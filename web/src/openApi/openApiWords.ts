// Describes the open API's declarations for its page: parameters, columns, samples.
import { openToken } from '@tradehouse/contract';
import type { TableColumn, Endpoint, OpenCall } from '@tradehouse/contract';
import { labelOfColumn } from '../record/labels.ts';

/** Parts of JSON Schema used by the contract. */
interface OpenApiSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
}

// SAFETY: TypeBox builds JSON Schema.
const toOpenApiSchema = (schema: Endpoint['input']): OpenApiSchema => schema as OpenApiSchema;

export interface OpenApiField {
  /** Path including the parents: `lines[].quantity`. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly must: boolean;
}

const describeLimitRange = (from: number | undefined, to: number | undefined): string => {
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return ` ≤ ${to}`;
  return to === undefined ? ` ≥ ${from}` : ` ${from}–${to}`;
};

/** `integer 1–200`, `string ≤ 60`, `"a" | "b"`. */
function describeSchemaType(schema: OpenApiSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeSchemaType).join(' | ');
  const { type = 'any', items, pattern } = schema;
  if (items !== undefined)
    return `${describeSchemaType(items)}[]${describeLimitRange(schema.minItems, schema.maxItems)}`;
  const bounds =
    describeLimitRange(schema.minimum, schema.maximum) +
    describeLimitRange(schema.minLength, schema.maxLength);
  return `${type}${bounds}${pattern === undefined || pattern.length > 40 ? '' : ` ${pattern}`}`;
}

/** Returns an object's fields, each followed by its nested fields. */
function listSchemaFields(
  { properties = {}, required = [] }: OpenApiSchema,
  before = '',
): readonly OpenApiField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${before}${name}`;
    const own = { path, name, type: describeSchemaType(schema), must: required.includes(name) };
    const inner = schema.items ?? schema;
    return [own, ...listSchemaFields(inner, `${path}${schema.items === undefined ? '' : '[]'}.`)];
  });
}

export const parametersOf = ({ call }: OpenCall): readonly OpenApiField[] =>
  listSchemaFields(toOpenApiSchema(call.input));
export const answersOf = ({ call }: OpenCall): readonly OpenApiField[] =>
  listSchemaFields(toOpenApiSchema(call.reply));

/** Returns the conditions for a list call's `search`: the screen's filters. */
export const listSearchConditions = ({ table }: OpenCall): readonly string[] =>
  Object.entries(table?.filters ?? {})
    .filter(
      ([name, { behind, linked }]) =>
        !(behind ?? linked ?? false) && !(name in (table?.fixed ?? {})),
    )
    .map(([name]) => name);

const EXAMPLES: Readonly<Record<TableColumn['type'], unknown>> = {
  text: null,
  integer: 1,
  quantity: '12',
  money: '12.50',
  price: '12.5',
  percent: '13',
  day: '2026-01-31',
  time: '2026-01-31T08:00:00.000Z',
  flag: true,
  choice: null,
  tags: [],
  id: '1001',
};

/** Returns an example from the field's declaration; a text's example is its label. */
function exampleOf(name: string, schema: OpenApiSchema, said: (name: string) => string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOf(name, schema.anyOf[0] ?? {}, said);
  if (schema.items !== undefined) return [exampleOf(name, schema.items, said)];
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([each, inner]) => [
        each,
        exampleOf(each, inner, said),
      ]),
    );
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum || 1;
  if (schema.type === 'object') return {};
  if (schema.type === 'boolean') return true;
  if (schema.format === 'date-time') return EXAMPLES.time;
  return schema.pattern === undefined ? said(name) : '1';
}

export function sampleReply(one: OpenCall): unknown {
  const { call, table } = one;
  const words = (name: string): string => labelOfColumn({ id: call.labels ?? '' }, name);
  if (table === undefined) return exampleOf('', toOpenApiSchema(call.reply), words);
  const columns = Object.entries(table.columns);
  const example = ([name, { type, choices = [] }]: [string, TableColumn]): [string, unknown] => {
    const value = type === 'tags' ? choices.slice(0, 1) : (choices[0] ?? EXAMPLES[type]);
    return [name, value ?? labelOfColumn(table, name)];
  };
  return {
    rows: [Object.fromEntries(columns.map(example))],
    total: 1,
    totals: Object.fromEntries(columns.filter(([, { sum }]) => sum === true).map(example)),
  };
}

/** Returns a call in the form of a shell command. */
export function shellOf(one: OpenCall, base: string): string {
  const { call } = one;
  const url = `${base}${call.path}`;
  if (call === openToken)
    return [
      'TIMESTAMP=$(date +%s%3N)',
      `SIGN=$(printf %s "$APP_ID$TIMESTAMP" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')`,
      `curl -X POST '${url}' -H 'Content-Type: application/json' \\`,
      `  -d '{"app_id":"'$APP_ID'","timestamp":'$TIMESTAMP',"sign":"'$SIGN'"}'`,
    ].join('\n');
  const token = `-H "Authorization: Bearer $TOKEN"`;
  if (call.method === 'GET') {
    const query = Object.entries(one.sample).map(([name, value]) => `${name}=${String(value)}`);
    return `curl '${url}?${query.join('&')}' ${token}`;
  }
  return [
    `curl -X ${call.method} '${url}' ${token} -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(one.sample, null, 2)}'`,
  ].join('\n');
}
