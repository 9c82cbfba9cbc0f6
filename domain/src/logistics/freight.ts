import type { AnyKindCode } from '../document/kindCode.ts';
import { normalText } from '../searchText.ts';
import { normalTracking } from './tracking.ts';

/** States of freight: expected, billed, confirmed, paid; or cancelled, without effect. */
export const freightStates = ['expected', 'billed', 'confirmed', 'paid', 'cancelled'] as const;

/** Checks if the freight may change: neither confirmed nor cancelled. */
export const isFreightOpen = (state: string | null | undefined): boolean =>
  state === 'expected' || state === 'billed';

/** Kinds with freight entered by hand (orders before goods move), and the goods' direction. */
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

/** Match of a carrier bill's line: `double` if the bill names the freight twice; neither line is trusted. */
export const billMatches = [
  'matched',
  'unknown',
  'double',
  'cancelled',
  'confirmed',
  'ambiguous',
] as const;
export type BillMatch = (typeof billMatches)[number];

/** Freight record for matching to a line of a bill. */
export interface Billable {
  readonly id: string;
  /** All names: the carrier's number, the own number, and the document number. */
  readonly names: readonly string[];
  readonly state: (typeof freightStates)[number];
}

/** Stored forms of a typed freight number; an index finds each form. */
export const spellFreightNumber = (number: string): readonly string[] => {
  const normal = normalTracking(number);
  return [...new Set([number.trim(), normalText(number), normal, normal.toLowerCase()])];
};

/** Matches each bill line to freight. A cancelled number may be reused; the later shipment then wins. */
export function matchBill<T extends Billable>(
  numbers: readonly string[],
  rows: readonly T[],
): { readonly match: BillMatch; readonly row: T | null }[] {
  const byName = new Map<string, T[]>();
  for (const row of rows)
    for (const name of new Set(row.names.map(normalTracking)))
      if (name !== '') byName.set(name, [...(byName.get(name) ?? []), row]);
  const found = numbers.map((number) => matchFreightRow(byName.get(normalTracking(number)) ?? []));
  const times = new Map<string, number>();
  for (const { row } of found) if (row !== null) times.set(row.id, (times.get(row.id) ?? 0) + 1);
  return found.map(({ match, row }) =>
    row !== null && (times.get(row.id) ?? 0) > 1 ? { match: 'double', row } : { match, row },
  );
}

function matchFreightRow<T extends Billable>(
  rows: readonly T[],
): { match: BillMatch; row: T | null } {
  const standing = rows.filter(({ state }) => state !== 'cancelled');
  if (standing.length > 1) return { match: 'ambiguous', row: null };
  const row = standing[0] ?? rows[0];
  if (row === undefined) return { match: 'unknown', row: null };
  if (row.state === 'cancelled') return { match: 'cancelled', row };
  return { match: ['confirmed', 'paid'].includes(row.state) ? 'confirmed' : 'matched', row };
}
