// Measures this tree beside another one of the same product: both serve the same company, one client asks them the same
// by turns, so that whatever else the machine does falls on both. bench/README.md says how to read the figures.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { client, signIn } from './src/client.ts';
import type { Client } from './src/client.ts';
import { PASSWORD } from './src/company.ts';
import type { Company } from './src/company.ts';
import { share } from './src/load.ts';
import { SAVE, aSale } from './src/posting.ts';
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

/** One of the two: its server, its database and its company. */
interface Side {
  readonly company: Company;
  readonly http: Client;
  readonly clock: () => Spent;
  stop(): Promise<void>;
}

/** Starts a tree's own database and server, each with what that tree says of them. */
async function start(tree: string, name: string): Promise<Side> {
  const say = (line: string): void => console.log(`${name}: ${line}`);
  const of = (file: string): Promise<unknown> => import(path.join(tree, file));
  // SAFETY: both trees are this product's; what they have come to differ in shows when they start.
  const { startEmbedded } = (await of('database/src/index.ts')) as {
    startEmbedded: typeof import('@tradehouse/database').startEmbedded;
  };
  // SAFETY: as above.
  const { benchDatabase } = (await of('bench/src/company.ts')) as typeof import('./src/company.ts');
  // SAFETY: as above.
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
  const token = await signIn(api.port, database.company.code, PASSWORD);
  const http = client(api.port, token, clients);
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
type Call = (http: Client) => Promise<unknown>;
type Scenario = readonly [name: string, draw: (company: Company) => Call];

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
      const body = aSale(company);
      return (http) => http.post(SAVE, body);
    },
  ],
];

async function timed(call: Call, { http }: Side): Promise<number> {
  const since = performance.now();
  await call(http);
  return performance.now() - since;
}

/** Asks both, as many calls at once as there are clients, changing which comes first; the times of each in milliseconds. */
async function byTurns(draw: () => Call, sides: readonly [Side, Side], count: number) {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < count; n += clients) {
    const together = Array.from({ length: clients }, draw);
    const order = (n / clients) % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const at of order)
      times[at].push(...(await Promise.all(together.map((call) => timed(call, sides[at])))));
  }
  return times;
}

const WARM_UP = Math.min(40, calls);

async function compare([name, draw]: Scenario, sides: readonly [Side, Side]): Promise<void> {
  const one = (): Call => draw(sides[0].company);
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
    share(
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
const sides: Side[] = [];
try {
  const there = await start(path.resolve(asked.beside), 'beside');
  sides.push(there);
  const here = await start(path.resolve(import.meta.dirname, '..'), 'here');
  sides.push(here);
  if (JSON.stringify(there.company) !== JSON.stringify(here.company))
    throw new Error('The two companies differ: the same call would not mean the same');
  console.log(
    `${''.padEnd(32)}   median ms, before now ÷      server ms of processor     database ms of processor`,
  );
  for (const scenario of wanted) await compare(scenario, [there, here]);
  if (process.env['HOLD']) {
    console.log('holding');
    await new Promise((r) => process.once('SIGUSR2', r));
  }
} finally {
  for (const side of sides) await side.stop();
}
