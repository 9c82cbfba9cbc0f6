// How long it takes from sending the sign-in to the home page with its figures, each time in a browser that knows nothing yet.
//
//   TRADEHOUSE_URL=http://localhost:3000 TRADEHOUSE_DEMO_PASSWORD=… node bench/web/signIn.ts [runs] [slower]
//
// Needs a running server and Chromium. `slower` makes the browser's processor so many times slower than this one. The first run, which warms up the server, is not counted.
import { openSignIn } from './page.ts';

const address = process.env['TRADEHOUSE_URL'] ?? 'http://localhost:3000';
const password = process.env['TRADEHOUSE_DEMO_PASSWORD'] ?? '';
const runs = Number(process.argv[2] ?? 9);
const slower = Number(process.argv[3] ?? 1);
const BUDGET = 1500;

async function signIn(): Promise<number> {
  const { browser, page, enter } = await openSignIn(address, password);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const begun = performance.now();
  await enter();
  await page.locator('.side-card .today .number').nth(3).waitFor();
  const taken = performance.now() - begun;
  await browser.close();
  return taken;
}

const times: number[] = [];
for (let run = 0; run <= runs; run += 1) times.push(await signIn());
const sorted = times.slice(1).toSorted((one, other) => one - other);
const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
console.log(
  `sign-in to home with figures: p50 ${seconds(median)} s (${seconds(sorted[0] ?? 0)} to ${seconds(sorted.at(-1) ?? 0)} s, ${runs} runs)`,
);
if (median > BUDGET * slower) process.exitCode = 1;
