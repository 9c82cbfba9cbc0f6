import type { AnyKindCode } from '../document/kindCode.ts';

/** How what carriers take for something stands: expected, billed, accepted, paid; or taken back, and counting nothing. */
export const freightStates = ['expected', 'billed', 'confirmed', 'paid', 'cancelled'] as const;

/** Whether it may still be changed: it is neither accepted nor void. */
export const isFreightOpen = (state: string | null | undefined): boolean =>
  state === 'expected' || state === 'billed';

/** Of which documents freight is noted by hand, orders before their goods move, and whether these come or go. */
export const freightOf: Readonly<Partial<Record<AnyKindCode, 'in' | 'out'>>> = {
  purchaseOrder: 'in',
  purchaseIn: 'in',
  otherIn: 'in',
  saleBack: 'in',
  saleOrder: 'out',
  saleOut: 'out',
  purchaseBack: 'out',
  otherOut: 'out',
  transfer: 'out',
};

/** What a line of a carrier's bill is: `double` where the bill names the same twice, and none of them can be believed. */
export const billMatches = [
  'matched',
  'unknown',
  'double',
  'cancelled',
  'confirmed',
  'ambiguous',
] as const;
export type BillMatch = (typeof billMatches)[number];

/** Freight that a line of a bill may be of. */
export interface Billable {
  readonly id: string;
  /** All that it is called by: the carrier's number, ours, and its document's. */
  readonly names: readonly string[];
  readonly state: (typeof freightStates)[number];
}

/** Numbers are typed with blanks, and in either case. */
const bare = (name: string): string => name.replaceAll(/\s/g, '').toUpperCase();

/** What each line of a bill is of. A number that was void is free for what is sent next, which is meant then. */
export function matchBill<T extends Billable>(
  numbers: readonly string[],
  rows: readonly T[],
): { readonly match: BillMatch; readonly row: T | null }[] {
  const byName = new Map<string, T[]>();
  for (const row of rows)
    for (const name of new Set(row.names.map(bare)))
      if (name !== '') byName.set(name, [...(byName.get(name) ?? []), row]);
  const found = numbers.map((number) => meant(byName.get(bare(number)) ?? []));
  const times = new Map<string, number>();
  for (const { row } of found) if (row !== null) times.set(row.id, (times.get(row.id) ?? 0) + 1);
  return found.map(({ match, row }) =>
    row !== null && (times.get(row.id) ?? 0) > 1 ? { match: 'double', row } : { match, row },
  );
}

function meant<T extends Billable>(rows: readonly T[]): { match: BillMatch; row: T | null } {
  const standing = rows.filter(({ state }) => state !== 'cancelled');
  if (standing.length > 1) return { match: 'ambiguous', row: null };
  const row = standing[0] ?? rows[0];
  if (row === undefined) return { match: 'unknown', row: null };
  if (row.state === 'cancelled') return { match: 'cancelled', row };
  return { match: ['confirmed', 'paid'].includes(row.state) ? 'confirmed' : 'matched', row };
}
