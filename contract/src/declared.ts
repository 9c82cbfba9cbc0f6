// All declared calls and tables, found by walking the contract, so that new ones are included
// automatically.
import * as contract from './index.ts';
import type { Endpoint, TableDeclaration } from './index.ts';

/** Named call of the contract: `POST /depot/add`. */
export interface ContractCall {
  readonly name: string;
  readonly endpoint: Endpoint;
}

type ContractObject = Readonly<Record<string, unknown>>;

const isContractObject = (value: unknown): value is ContractObject =>
  typeof value === 'object' && value !== null;
const isEndpoint = (value: ContractObject): boolean =>
  typeof value['method'] === 'string' && typeof value['path'] === 'string';
const isTableObject = (value: ContractObject): boolean =>
  isContractObject(value['columns']) && isContractObject(value['filters']);
/** TypeBox marks its schemas; a schema contains no declarations. */
const isSchema = (value: ContractObject): boolean => '~kind' in value;

const DEEPEST = 4;

function walkContract(value: unknown, found: (value: ContractObject) => void, depth = 0): void {
  if (!isContractObject(value) || depth > DEEPEST || isSchema(value)) return;
  if (isEndpoint(value) || isTableObject(value)) return found(value);
  for (const [name, part] of Object.entries(value)) {
    // A resource without a switch declares `setStatus` but does not serve it.
    if (name === 'setStatus' && value['unique'] !== undefined && value['status'] !== true) continue;
    walkContract(part, found, depth + 1);
  }
}

const declared: ContractObject[] = [];
walkContract(contract, (value) => declared.push(value));

/** Every endpoint once. */
export const everyCall: readonly ContractCall[] = [
  ...new Map(
    declared
      .filter((value) => isEndpoint(value))
      // SAFETY: only `endpoint` makes these objects.
      .map((value) => value as unknown as Endpoint)
      .map((endpoint) => {
        const name = `${endpoint.method} ${endpoint.path}`;
        return [name, { name, endpoint }] as const;
      }),
  ).values(),
];

/** Every table once, by id. */
export const everyTable: readonly TableDeclaration[] = [
  ...new Map(
    declared
      .filter((value) => isTableObject(value))
      // SAFETY: only `table` and the document tables make these objects.
      .map((value) => value as unknown as TableDeclaration)
      .map((table) => [table.id, table] as const),
  ).values(),
];

/** Returns true for calls of platform operators only. */
export const isOperators = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  typeof access === 'object' && 'operator' in access && access.operator === true;

/** Returns true for calls of programs only. */
export const isForPrograms = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  typeof access === 'object' && 'application' in access;

/** Every table for users of a company. */
export const companyTables: readonly TableDeclaration[] = everyTable.filter(
  (table) => !isOperators(table),
);

/**
 * Builds a table's minimal query: its selector, and each required filter's value from `known` by control,
 * else its first choice.
 */
export function neededSearch(
  { fixed = {}, filters }: TableDeclaration,
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
