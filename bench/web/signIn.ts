// From sending the sign-in to the home page with its figures, each time in a browser that knows nothing yet.
import type { Figure } from './figure.ts';
import { share } from './figure.ts';
import { homeShown, openBrowser, signInShown } from './page.ts';
import type { Shop } from './shop.ts';

const RUNS = 9;

/** @param slower the browser's processor is made so many times slower than this one. */
async function signInOnce({ address, password }: Shop, slower: number): Promise<number> {
  const { browser, page } = await openBrowser();
  const enter = await signInShown(page, address, password);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const begun = performance.now();
  await enter();
  await homeShown(page);
  const taken = performance.now() - begun;
  await browser.close();
  return taken / 1000;
}

/** Seconds; the first run, which warms up the server, is not counted. */
export async function signIn(shop: Shop, slower: number): Promise<readonly Figure[]> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) times.push(await signInOnce(shop, slower));
  const sorted = times.slice(1).toSorted((one, other) => one - other);
  const at = (part: number): string => share(sorted, part).toFixed(2);
  return [
    {
      what: 'sign-in to home with its figures, p50',
      value: share(sorted, 0.5),
      unit: 's',
      most: 1.5 * slower,
      beside: `${at(0)} to ${at(1)} s in ${RUNS} runs`,
    },
  ];
}
