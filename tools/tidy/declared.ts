import * as contract from '@tradehouse/contract';

/** Call promised by the contract: `GET /depot/list`, and the declaring export. */
export interface DeclaredCall {
  readonly call: string;
  readonly name: string;
  readonly path: string;
}

/** Lists every call of the contract: single calls, resources, lists and exports. */
export function declaredCalls(): DeclaredCall[] {
  return Object.entries(contract).flatMap(([name, value]) => callsIn(name, value, 0));
}

function callsIn(name: string, value: unknown, depth: number): DeclaredCall[] {
  if (typeof value !== 'object' || value === null || depth > 2) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const { method, path, input, columns, exportPath } = fields;
  if (typeof method === 'string' && typeof path === 'string' && input !== undefined) {
    return [{ call: `${method} ${path}`, name, path }];
  }
  if (typeof path === 'string' && columns !== undefined) {
    const exports = typeof exportPath === 'string' ? ['GET', 'POST'] : [];
    return [
      { call: `GET ${path}`, name, path },
      ...exports.map((verb) => ({ call: `${verb} ${String(exportPath)}`, name, path })),
    ];
  }
  return Object.entries(fields)
    .filter(([part]) => !(part === 'setStatus' && isAlwaysOn(fields)))
    .flatMap(([, part]) => callsIn(name, part, depth + 1));
}

/** A resource without a status declares the switch but serves none. */
const isAlwaysOn = ({ unique, status }: Readonly<Record<string, unknown>>): boolean =>
  unique !== undefined && status !== true;
