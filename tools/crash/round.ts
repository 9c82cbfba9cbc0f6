import { setTimeout as wait } from 'node:timers/promises';
import { readAlong } from './books.ts';
import { reckonFolding } from './folding.ts';
import type { Place } from './place.ts';
import { startProduct, untilReady } from './process.ts';
import type { Product } from './process.ts';
import { reckon } from './reckoning.ts';
import type { Reckoning } from './reckoning.ts';
import { sell } from './sales.ts';
import { signIn } from './shop.ts';
import type { Shop } from './shop.ts';

/** What is killed under load. */
export const victims = ['server', 'database', 'both'] as const;
export type Victim = (typeof victims)[number];

/** Sales that are acknowledged before the kill, however slow the machine is. */
const LEAST = 20;
/** And how long they and a first look at the books may take, in milliseconds. */
const WITHIN = 120_000;

/** What a round showed. */
export interface Round extends Reckoning {
  /** Postings that were not folded when it was reckoned. */
  readonly waiting: number;
  /** How often the books were read beside the load. */
  readonly looks: number;
}

/** Sells for a while, kills, starts again where that is needed, and holds the product to its promises. */
export async function crashRound(
  place: Place,
  shop: Shop,
  before: Product,
  { victim, milliseconds }: { readonly victim: Victim; readonly milliseconds: number },
): Promise<{ readonly product: Product; readonly round: Round }> {
  const load = sell(before.port, await signIn(before.port), shop);
  const reader = readAlong(place.look);
  const until = Date.now() + WITHIN;
  await wait(milliseconds);
  while (reader.looks === 0 || load.sales.filter(({ answer }) => answer !== null).length < LEAST) {
    if (Date.now() > until) throw new Error('nothing was sold or read', { cause: reader.failure });
    await wait(20);
  }
  if (victim !== 'server') await place.killDatabase();
  if (victim !== 'database') await before.kill();
  // A product that only lost its database sells on once it is back.
  else await wait(milliseconds);
  if (victim !== 'server') await place.startDatabase();
  await load.stop();
  await reader.stop();
  const product = victim === 'database' ? before : await startProduct(place);
  await untilReady(product.port);
  const admin = await place.look();
  const seat = { port: product.port, token: await signIn(product.port), admin, shop };
  const folded = await reckonFolding(seat);
  const reckoning = await reckon(seat, load.sales);
  const broken = [...reader.broken, ...folded.broken, ...reckoning.broken];
  return { product, round: { ...reckoning, ...folded, looks: reader.looks, broken } };
}
