import { setTimeout as wait } from 'node:timers/promises';
import { readAlong } from './books.ts';
import { reckonFolding } from './folding.ts';
import type { CrashEnvironment } from './place.ts';
import { startKillableProduct, untilReady } from './process.ts';
import type { KillableProduct } from './process.ts';
import { checkCrashPromises } from './reckoning.ts';
import type { SalesReckoning } from './reckoning.ts';
import { startSaleLoad } from './sales.ts';
import { signInToCrashShop } from './shop.ts';
import type { CrashShop } from './shop.ts';

/** Victims of a kill under load. */
export const victims = ['server', 'database', 'both'] as const;
export type Victim = (typeof victims)[number];

/** Sales acknowledged before the kill, on any machine. */
const LEAST = 20;
/** Milliseconds allowed for the first sales and a first read of the books. */
const WITHIN = 120_000;

export interface CrashRoundResult extends SalesReckoning {
  /** Postings unfolded at the check. */
  readonly waiting: number;
  /** How often the books were read beside the load. */
  readonly looks: number;
}

/** Number of reads of the books during the load. */
export async function crashRound(
  place: CrashEnvironment,
  shop: CrashShop,
  before: KillableProduct,
  { victim, milliseconds }: { readonly victim: Victim; readonly milliseconds: number },
): Promise<{ readonly product: KillableProduct; readonly round: CrashRoundResult }> {
  const load = startSaleLoad(before.port, await signInToCrashShop(before.port), shop);
  const reader = readAlong(place.look);
  const until = Date.now() + WITHIN;
  await wait(milliseconds);
  while (reader.looks === 0 || load.sales.filter(({ answer }) => answer !== null).length < LEAST) {
    if (Date.now() > until) throw new Error('nothing was sold or read', { cause: reader.failure });
    await wait(20);
  }
  if (victim !== 'server') await place.killDatabase();
  if (victim !== 'database') await before.kill();
  // A product that lost only its database sells on after its return.
  else await wait(milliseconds);
  if (victim !== 'server') await place.startDatabase();
  await load.stop();
  await reader.stop();
  const product = victim === 'database' ? before : await startKillableProduct(place);
  await untilReady(product.port);
  const admin = await place.look();
  const seat = { port: product.port, token: await signInToCrashShop(product.port), admin, shop };
  const folded = await reckonFolding(seat);
  const reckoning = await checkCrashPromises(seat, load.sales);
  const broken = [...reader.broken, ...folded.broken, ...reckoning.broken];
  return { product, round: { ...reckoning, ...folded, looks: reader.looks, broken } };
}
