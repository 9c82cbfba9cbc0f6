// What the declarations of the open API say, as its page tells it: parameters, columns, samples.
import { openToken } from '@tradehouse/contract';
import type { Column, Endpoint, OpenCall } from '@tradehouse/contract';
import { labelOf } from '../../record/labels.ts';

/** A schema as it is written down: the parts of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

// SAFETY: what TypeBox makes is JSON Schema.
const schemaOf = (schema: Endpoint['input']): Schema => schema as Schema;

export interface Field {
  /** With those it stands in: `lines[].quantity`. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly must: boolean;
}

const range = (from: number | undefined, to: number | undefined): string => {
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return ` ≤ ${to}`;
  return to === undefined ? ` ≥ ${from}` : ` ${from}–${to}`;
};

/** `integer 1–200`, `string ≤ 60`, `"a" | "b"`. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  const { type = 'any', items, pattern } = schema;
  if (items !== undefined) return `${typeOf(items)}[]${range(schema.minItems, schema.maxItems)}`;
  const bounds = range(schema.minimum, schema.maximum) + range(schema.minLength, schema.maxLength);
  return `${type}${bounds}${pattern === undefined || pattern.length > 40 ? '' : ` ${pattern}`}`;
}

/** Every field of an object, those of the objects in it after them. */
function fieldsOf({ properties = {}, required = [] }: Schema, before = ''): readonly Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${before}${name}`;
    const own = { path, name, type: typeOf(schema), must: required.includes(name) };
    const inner = schema.items ?? schema;
    return [own, ...fieldsOf(inner, `${path}${schema.items === undefined ? '' : '[]'}.`)];
  });
}

export const parametersOf = ({ call }: OpenCall): readonly Field[] =>
  fieldsOf(schemaOf(call.input));
export const answersOf = ({ call }: OpenCall): readonly Field[] => fieldsOf(schemaOf(call.reply));

/** What `search` may ask a list for: what its screen asks for. */
export const conditionsOf = ({ table }: OpenCall): readonly string[] =>
  Object.entries(table?.filters ?? {})
    .filter(([name, { behind }]) => behind !== true && !(name in (table?.fixed ?? {})))
    .map(([name]) => name);

const EXAMPLES: Readonly<Record<Column['type'], unknown>> = {
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

/** An example of a field by what is declared of it; text is what it is called. */
function exampleOf(name: string, schema: Schema, said: (name: string) => string): unknown {
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

/** What it answers, as an example. */
export function sampleReply(one: OpenCall): unknown {
  const { call, table } = one;
  const words = (name: string): string => labelOf({ id: call.labels ?? '' }, name);
  if (table === undefined) return exampleOf('', schemaOf(call.reply), words);
  const columns = Object.entries(table.columns);
  const example = ([name, { type, choices = [] }]: [string, Column]): [string, unknown] => {
    const value = type === 'tags' ? choices.slice(0, 1) : (choices[0] ?? EXAMPLES[type]);
    return [name, value ?? labelOf(table, name)];
  };
  return {
    rows: [Object.fromEntries(columns.map(example))],
    total: 1,
    totals: Object.fromEntries(columns.filter(([, { sum }]) => sum === true).map(example)),
  };
}

/** A call as it is typed into a shell. */
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
