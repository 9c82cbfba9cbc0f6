// What the crawl walks: every call and every table of the contract, and the places of their inputs.
import { pagesOfAccess } from '@tradehouse/contract';
import { everyCall, everyTable } from '@tradehouse/contract/declared';

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Pages that the contract guards something with. */
export const everyPage: readonly string[] = [
  ...new Set(
    [...everyCall.map(({ endpoint }) => endpoint), ...everyTable].flatMap(({ access }) =>
      pagesOfAccess(access),
    ),
  ),
].filter((page) => page !== '');

/** A place in an input, as the steps to it: `['lines', 0, 'warehouseId']`. */
export type Place = readonly (string | number)[];

/** Lists the paths of all simple values in an input. */
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
