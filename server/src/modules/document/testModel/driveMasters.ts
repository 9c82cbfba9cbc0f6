// Deletes the master data of a history on the server.
import { accounts, inOutItems, partners, people, products, warehouses } from '@tradehouse/contract';
import * as own from './papers.ts';
import { partners as partnerNames } from './masters.ts';
import type { MasterName } from './masters.ts';
import type { World } from './world.ts';

const calls = [
  [partnerNames, partners],
  [own.accounts, accounts],
  [own.items, inOutItems],
  [own.people, people],
  [own.spots, warehouses],
] as const;

export async function removeMaster(
  master: MasterName,
  { shop: { server }, ids }: World,
): Promise<void> {
  const known = calls.find(([names]) => (names as readonly MasterName[]).includes(master));
  const { remove } = known?.[1] ?? products;
  await server.call(remove, { id: ids[master] });
}
