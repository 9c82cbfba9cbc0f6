// Master data of a history: used data can't be deleted, and deleted data can't be used.
import { documentKinds } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import { flowsOf, holderOf, otherAccount, partsOf } from './money.ts';
import { movesOf } from './owed.ts';
import {
  accounts,
  amountsOf,
  items,
  itemsOf,
  otherSpot,
  people,
  products,
  spotOf,
  spots,
} from './papers.ts';
import type { AccountName, ItemName, Paper, PersonName, ProductNumber, Spot } from './papers.ts';

export const partners = [
  'supplier',
  'otherSupplier',
  'customer',
  'otherCustomer',
  'member',
] as const;
type PartnerName = (typeof partners)[number];
export const productName = (product: ProductNumber) => `product ${product}` as const;
export type MasterName =
  | PartnerName
  | AccountName
  | ItemName
  | PersonName
  | Spot
  | ReturnType<typeof productName>;
export const masters: readonly MasterName[] = [
  ...partners,
  ...accounts,
  ...items,
  ...people,
  ...spots,
  ...products.map(productName),
];

type Kept = readonly (MasterName | null)[];
const named = (all: Kept): MasterName[] => [
  ...new Set(all.filter((name): name is MasterName => name !== null)),
];

/** Returns the partner of a paper; null without a partner. */
export function partnerOf(paper: Pick<Paper, 'kind' | 'other'>): PartnerName | null {
  if (documentKinds[paper.kind].partner?.required !== true && !paper.kind.startsWith('retail'))
    return null;
  const holder = holderOf(paper);
  return partners.find((name) => name === holder) ?? null;
}

/** Returns the master data used by a paper, in any state. */
export function namedBy(paper: Paper): MasterName[] {
  const { kind, item, lines, person } = paper;
  const stands = documentKinds[kind].warehouse;
  return named([
    partnerOf(paper),
    ...accountsOf(paper),
    kind === 'itemIn' || kind === 'itemOut' ? item : null,
    person,
    ...lines.flatMap((line): Kept => {
      const spot = stands ? spotOf(paper, line) : null;
      const there = kind === 'transfer' && spot !== null ? otherSpot(spot) : null;
      return [productName(line.product), spot, there];
    }),
  ]);
}

function accountsOf(paper: Paper): AccountName[] {
  const { kind, account, prepaid } = paper;
  if (kind === 'giro') return [account, otherAccount(paper)];
  if (kind.startsWith('advance')) return [account];
  if (documentKinds[kind].account === null || (prepaid && kind.startsWith('retail'))) return [];
  return partsOf(paper, amountsOf(paper).paidNow).map(([name]) => name);
}

/** Returns the master data in the ledger rows of a paper in force. */
export function bookedBy(paper: Paper): MasterName[] {
  const flows = flowsOf(paper).filter(
    ({ amount, original }) => !amount.isZero() || !original.isZero(),
  );
  const moves = movesOf(paper).filter(({ pieces }) => pieces > 0);
  const holders = flows.map(({ purse }) => purse.split(' ')[1]);
  const places = moves.flatMap(({ from, to }) =>
    [from, to].map((one) => one.replace(/^(to|of) /, '')),
  );
  return named([
    ...masters.filter((name) => holders.includes(name) || places.includes(name)),
    flows.length > 0 ? partnerOf(paper) : null,
    ...moves.map(({ product }) => productName(product)),
  ]);
}

const missing: readonly (readonly [readonly MasterName[], ErrorKey])[] = [
  [partners, 'document.partnerMissing'],
  [accounts, 'document.accountMissing'],
  [accounts, 'money.lineAccountMissing'],
  [items, 'money.itemMissing'],
  [people, 'document.person'],
  [spots, 'document.warehouseMissing'],
  [spots, 'document.targetWarehouseMissing'],
  [products.map(productName), 'document.unknownBarcode'],
];
export const missingKey = (master: MasterName): ErrorKey[] =>
  missing.flatMap(([names, key]) => (names.includes(master) ? [key] : []));

/** Refuses papers with deleted master data, or with an item of the wrong type. */
export const nameReasons = (gone: ReadonlySet<MasterName>, paper: Paper): ErrorKey[] =>
  namedBy(paper)
    .filter((name) => gone.has(name) || (isItem(name) && !itemsOf(paper.kind).includes(name)))
    .flatMap(missingKey);
const isItem = (name: MasterName): name is ItemName => items.some((item) => item === name);
