import { setTimeout as wait } from 'node:timers/promises';
import { postmasterOf, startProduct, untilReady } from './process.ts';
import type { Product } from './process.ts';
import { reckon } from './reckoning.ts';
import type { Reckoning } from './reckoning.ts';
import { sell } from './sales.ts';
import { lookInto, signIn } from './shop.ts';
import type { Shop } from './shop.ts';

/** What is killed under load. */
export const victims = ['server', 'database', 'both'] as const;
export type Victim = (typeof victims)[number];

/** Sales that are acknowledged before the kill, however slow the machine is. */
const LEAST = 20;

export interface Place {
  readonly dataDir: string;
  readonly log: string;
}

/** Sells for a while, kills, starts again where that is needed, and holds the product to its promises. */
export async function crashRound(
  place: Place,
  shop: Shop,
  before: Product,
  { victim, milliseconds }: { readonly victim: Victim; readonly milliseconds: number },
): Promise<{ readonly product: Product; readonly reckoning: Reckoning }> {
  const load = sell(before.port, await signIn(before.port), shop);
  await wait(milliseconds);
  while (load.sales.filter(({ answer }) => answer !== null).length < LEAST) await wait(20);
  if (victim !== 'server') process.kill(postmasterOf(place.dataDir), 'SIGKILL');
  if (victim !== 'database') await before.kill();
  // A product that only lost its database starts it again by itself and sells on.
  else await wait(milliseconds);
  await load.stop();
  const product = victim === 'database' ? before : await startProduct(place.dataDir, place.log);
  await untilReady(product.port);
  const seat = { port: product.port, token: await signIn(product.port) };
  const admin = await lookInto(place.dataDir);
  return { product, reckoning: await reckon(admin, shop.tenantId, load.sales, seat) };
}
