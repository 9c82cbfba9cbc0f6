// What the crawl walks: every call and every table of the contract, and the places of their inputs.
import * as contract from '@tradehouse/contract';
import type { Access, Endpoint, Table } from '@tradehouse/contract';

/** A call of the contract under its name: `POST /depot/add`. */
export interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isEndpoint = (value: Fields): boolean =>
  typeof value['method'] === 'string' && typeof value['path'] === 'string';
const isTable = (value: Fields): boolean =>
  isObject(value['columns']) && isObject(value['filters']);
/** TypeBox marks its schemas; nothing declared stands inside one. */
const isSchema = (value: Fields): boolean => '~kind' in value;

const DEEPEST = 4;

function walk(value: unknown, found: (value: Fields) => void, depth = 0): void {
  if (!isObject(value) || depth > DEEPEST || isSchema(value)) return;
  if (isEndpoint(value) || isTable(value)) return found(value);
  for (const [name, part] of Object.entries(value)) {
    // A resource whose records can't be switched off declares the switch and serves none.
    if (name === 'setStatus' && value['unique'] !== undefined && value['status'] !== true) continue;
    walk(part, found, depth + 1);
  }
}

const declared: Fields[] = [];
walk(contract, (value) => declared.push(value));

/** Every endpoint once. */
export const everyCall: readonly Call[] = [
  ...new Map(
    declared
      .filter((value) => isEndpoint(value))
      // SAFETY: `endpoint` is the only thing that makes such objects.
      .map((value) => value as unknown as Endpoint)
      .map((endpoint) => {
        const name = `${endpoint.method} ${endpoint.path}`;
        return [name, { name, endpoint }] as const;
      }),
  ).values(),
];

/** Every table once, by its id. */
export const everyTable: readonly Table[] = [
  ...new Map(
    declared
      .filter((value) => isTable(value))
      // SAFETY: `table` and the document tables are the only ones that make such objects.
      .map((value) => value as unknown as Table)
      .map((table) => [table.id, table] as const),
  ).values(),
];

/** Pages that the contract guards something with. */
export const everyPage: readonly string[] = [
  ...new Set(
    [...everyCall.map(({ endpoint }) => endpoint), ...everyTable].flatMap(({ access }) =>
      pagesOf(access),
    ),
  ),
].filter((page) => page !== '');

export function pagesOf(access: Access): readonly string[] {
  if (typeof access !== 'object' || !('page' in access)) return [];
  return typeof access.page === 'string' ? [access.page] : access.page;
}

/** A place in an input, as the steps to it: `['lines', 0, 'warehouseId']`. */
export type Place = readonly (string | number)[];

/** Every place of an input that holds no object or list of its own. */
export function leavesOf(value: unknown, at: Place = []): Place[] {
  if (!isObject(value)) return [at];
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, [...at, Array.isArray(value) ? Number(name) : name]),
  );
}

export function valueAt(value: unknown, [step, ...rest]: Place): unknown {
  if (step === undefined) return value;
  return isObject(value) ? valueAt(Reflect.get(value, step), rest) : undefined;
}

/** The input with something else at a place. */
export function withValue(input: unknown, [step, ...rest]: Place, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(input))
    return input.map((part: unknown, at) => (at === step ? withValue(part, rest, value) : part));
  if (!isObject(input)) return input;
  return { ...input, [step]: withValue(input[String(step)], rest, value) };
}
