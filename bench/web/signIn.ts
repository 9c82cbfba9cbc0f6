// From sending the sign-in to the home page with its figures, each time in a browser that knows nothing yet.
import type { Figure } from './figure.ts';
import { share } from './figure.ts';
import { homeShown, openBrowser, signInShown } from './page.ts';
import { pageTime } from './pageTime.ts';
import type { Shop } from './shop.ts';

const RUNS = 9;

interface Taken {
  readonly seconds: number;
  /** Milliseconds of processor of the page. */
  readonly processor: number;
}

/** @param slower the browser's processor is made so many times slower than this one. */
async function signInOnce({ address, password }: Shop, slower: number): Promise<Taken> {
  const { browser, page } = await openBrowser();
  const enter = await signInShown(page, address, password);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const sinceBefore = await pageTime(page);
  const begun = performance.now();
  await enter();
  await homeShown(page);
  const seconds = (performance.now() - begun) / 1000;
  const processor = await sinceBefore();
  await browser.close();
  return { seconds, processor };
}

/** Seconds; the first run, which warms up the server, is not counted. */
export async function signIn(shop: Shop, slower: number): Promise<readonly Figure[]> {
  const taken: Taken[] = [];
  for (let run = 0; run <= RUNS; run += 1) taken.push(await signInOnce(shop, slower));
  const sorted = (of: (one: Taken) => number): number[] =>
    taken
      .slice(1)
      .map(of)
      .toSorted((one, other) => one - other);
  const seconds = sorted((one) => one.seconds);
  const at = (part: number): string => share(seconds, part).toFixed(2);
  const processor = share(
    sorted((one) => one.processor),
    0.5,
  );
  return [
    {
      what: 'sign-in to home with its figures, p50',
      value: share(seconds, 0.5),
      unit: 's',
      most: 1.5 * slower,
      beside: `${at(0)} to ${at(1)} s in ${RUNS} runs; processor p50 ${processor.toFixed(0)} ms`,
    },
  ];
}
