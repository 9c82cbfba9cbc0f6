// Sign-in: time from submitting to the home page with figures, in a new browser each time.
import type { WebFigure } from './figure.ts';
import { quantileOrZero } from './figure.ts';
import { homeShown, openBrowser, signInShown } from './page.ts';
import { pageTime } from './pageTime.ts';
import type { BenchShop } from './shop.ts';

const RUNS = 9;

interface SignInTimes {
  readonly seconds: number;
  /** Milliseconds of processor of the page. */
  readonly processor: number;
}

/** @param slower slowdown factor of the browser's processor */
async function signInOnce({ address, password }: BenchShop, slower: number): Promise<SignInTimes> {
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

/** Measures the sign-in in seconds; the first run warms up and is not counted. */
export async function measureSignIn(
  shop: BenchShop,
  slower: number,
): Promise<readonly WebFigure[]> {
  const taken: SignInTimes[] = [];
  for (let run = 0; run <= RUNS; run += 1) taken.push(await signInOnce(shop, slower));
  const sorted = (of: (one: SignInTimes) => number): number[] =>
    taken
      .slice(1)
      .map(of)
      .toSorted((one, other) => one - other);
  const seconds = sorted((one) => one.seconds);
  const at = (part: number): string => quantileOrZero(seconds, part).toFixed(2);
  const processor = quantileOrZero(
    sorted((one) => one.processor),
    0.5,
  );
  return [
    {
      what: 'sign-in to home with its figures, p50',
      value: quantileOrZero(seconds, 0.5),
      unit: 's',
      most: 1.5 * slower,
      beside: `${at(0)} to ${at(1)} s in ${RUNS} runs; processor p50 ${processor.toFixed(0)} ms`,
    },
  ];
}
