// Every call and every table that the contract declares, walked: who asks all of them joins a new one by itself.
import * as contract from './index.ts';
import type { Endpoint, Table } from './index.ts';

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

/** Is it for the platform's own people alone? */
export const isOperators = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  typeof access === 'object' && 'operator' in access && access.operator === true;

/** Is it asked by programs, and by no window? */
export const isForPrograms = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  typeof access === 'object' && 'application' in access;

/** Every table that people of a company open. */
export const companyTables: readonly Table[] = everyTable.filter((table) => !isOperators(table));

/**
 * What a table must at least be asked with: what picks it at its path, and a value for each filter that it can't do
 * without, by what its control asks for, else its first choice.
 */
export function neededSearch(
  { fixed = {}, filters }: Table,
  known: Readonly<Record<string, string | readonly string[]>>,
): Readonly<Record<string, string | readonly string[] | undefined>> {
  const needed = Object.entries(filters).filter(([, { required }]) => required === true);
  return {
    ...fixed,
    ...Object.fromEntries(
      needed.map(([name, { control, choices = [] }]) => [name, known[control] ?? choices[0]]),
    ),
  };
}
