import * as contract from '@tradehouse/contract';

/** A call that the contract promises: `GET /depot/list`, and the export that declares it. */
export interface Declared {
  readonly call: string;
  readonly name: string;
  readonly path: string;
}

/** Every call of the contract: single ones, those of resources, lists and their exports. */
export function declaredCalls(): Declared[] {
  return Object.entries(contract).flatMap(([name, value]) => callsIn(name, value, 0));
}

function callsIn(name: string, value: unknown, depth: number): Declared[] {
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

/** A resource that can't be switched off declares the switch and serves none. */
const isAlwaysOn = ({ unique, status }: Readonly<Record<string, unknown>>): boolean =>
  unique !== undefined && status !== true;
