// Measures this tree beside another tree of the product. One client sends both identical calls by turns for
// one company, so that further load on the machine falls on both. See bench/README.md.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createBenchClient, signInBenchUser } from './src/client.ts';
import type { BenchClient } from './src/client.ts';
import { PASSWORD } from './src/company.ts';
import type { BenchCompany } from './src/company.ts';
import { quantileOfTimes } from './src/load.ts';
import { SAVE, drawBenchSale } from './src/posting.ts';
import { processorTime } from './src/processor.ts';
import type { Spent } from './src/processor.ts';
import { questions } from './src/reading.ts';
import { POSTING } from './src/show.ts';

const { values: asked } = parseArgs({
  options: {
    beside: { type: 'string', default: '' },
    documents: { type: 'string', default: '10000' },
    products: { type: 'string' },
    calls: { type: 'string', default: '300' },
    clients: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output/pair') },
  },
});
const documents = Number(asked.documents);
const products = asked.products === undefined ? undefined : Number(asked.products);
const calls = Number(asked.calls);
const clients = Number(asked.clients);
const only = asked.only.split(',').filter((part) => part !== '');

/** One side of the pair: server, database and company. */
interface PairSide {
  readonly company: BenchCompany;
  readonly http: BenchClient;
  readonly clock: () => Spent;
  stop(): Promise<void>;
}

/** Starts a tree's own database and server with that tree's code. */
async function startPairSide(tree: string, name: string): Promise<PairSide> {
  const say = (line: string): void => console.log(`${name}: ${line}`);
  const of = (file: string): Promise<unknown> => import(path.join(tree, file));
  // SAFETY: both trees are this product's; differences between the trees show at start.
  const { startEmbedded } = (await of('database/src/index.ts')) as {
    startEmbedded: typeof import('@tradehouse/database').startEmbedded;
  };
  // SAFETY: see above.
  const { benchDatabase } = (await of('bench/src/company.ts')) as typeof import('./src/company.ts');
  // SAFETY: see above.
  const { startServer } = (await of('bench/src/server.ts')) as typeof import('./src/server.ts');
  const folder = path.join(path.resolve(asked.output), name);
  fs.mkdirSync(folder, { recursive: true });
  const embedded = await startEmbedded({ dataDir: folder, movable: true, say });
  const admin = {
    ...embedded.connection,
    database: `bench_${documents}${products === undefined ? '' : `_${products}_products`}`,
  };
  const database = await benchDatabase(admin, documents, { crowd: false, products, say });
  const api = await startServer({
    ...database,
    log: path.join(folder, 'server.log'),
    profile: asked.profile ? path.join(folder, 'profile') : undefined,
  });
  say(`database ${embedded.connection.host}:${embedded.connection.port}, server ${api.port}`);
  const token = await signInBenchUser(api.port, database.company.code, PASSWORD);
  const http = createBenchClient(api.port, token, clients);
  return {
    company: database.company,
    http,
    clock: processorTime(api.pid, embedded.folder),
    async stop() {
      http.close();
      await api.stop();
      await embedded.stop();
    },
  };
}

/** A call with values drawn now: said to both sides. */
type PairCall = (http: BenchClient) => Promise<unknown>;
type Scenario = readonly [name: string, draw: (company: BenchCompany) => PairCall];

const scenarios: readonly Scenario[] = [
  ...questions.map(({ scenario, ask }): Scenario => [
    scenario,
    (company) => {
      const { path: to, query } = ask(company);
      return (http) => http.get(to, query);
    },
  ]),
  [
    POSTING,
    (company) => {
      const body = drawBenchSale(company);
      return (http) => http.post(SAVE, body);
    },
  ],
];

async function timeSideCall(call: PairCall, { http }: PairSide): Promise<number> {
  const since = performance.now();
  await call(http);
  return performance.now() - since;
}

/**
 * Calls both servers with as many concurrent calls as clients, alternating the first; returns each one's
 * times in milliseconds.
 */
async function byTurns(draw: () => PairCall, sides: readonly [PairSide, PairSide], count: number) {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < count; n += clients) {
    const together = Array.from({ length: clients }, draw);
    const order = (n / clients) % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const at of order)
      times[at].push(...(await Promise.all(together.map((call) => timeSideCall(call, sides[at])))));
  }
  return times;
}

const WARM_UP = Math.min(40, calls);

async function comparePairSides(
  [name, draw]: Scenario,
  sides: readonly [PairSide, PairSide],
): Promise<void> {
  const one = (): PairCall => draw(sides[0].company);
  await byTurns(one, sides, WARM_UP);
  const before = sides.map(({ clock }) => clock());
  const times = await byTurns(one, sides, calls);
  const spent = sides.map(({ clock }, at) => {
    const now = clock();
    const then = before[at] ?? now;
    const count = times[0].length;
    return [(now.server - then.server) / count, (now.database - then.database) / count] as const;
  });
  const medians = times.map((all) =>
    quantileOfTimes(
      all.toSorted((a, b) => a - b),
      0.5,
    ),
  );
  const rows = [medians, spent.map(([server]) => server), spent.map(([, database]) => database)];
  const cells = rows.map(([then = 0, now = 0]) =>
    [then.toFixed(2), now.toFixed(2), (then / now).toFixed(2)]
      .map((cell) => cell.padStart(8))
      .join(''),
  );
  console.log(name.padEnd(32) + cells.join('  '));
}

const wanted = scenarios.filter(
  ([name]) => only.length === 0 || only.some((part) => name.includes(part)),
);
const sides: PairSide[] = [];
try {
  const there = await startPairSide(path.resolve(asked.beside), 'beside');
  sides.push(there);
  const here = await startPairSide(path.resolve(import.meta.dirname, '..'), 'here');
  sides.push(here);
  if (JSON.stringify(there.company) !== JSON.stringify(here.company))
    throw new Error('The two companies differ: the same call would not mean the same');
  console.log(
    `${''.padEnd(32)}   median ms, before now ÷      server ms of processor     database ms of processor`,
  );
  for (const scenario of wanted) await comparePairSides(scenario, [there, here]);
  if (process.env['HOLD']) {
    console.log('holding');
    await new Promise((r) => process.once('SIGUSR2', r));
  }
} finally {
  for (const side of sides) await side.stop();
}
