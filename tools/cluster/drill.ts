// Cluster drill: sixteen companies sell on a separate database while one's shards move to another node, and
// a node is killed and returns. Then checks the promises: nothing acknowledged is lost, nothing is
// duplicated or partial, the books are right. TEST_CLUSTER_URL names a coordinator's database, like in the
// tests. `--kill COMMAND` and `--start COMMAND` kill a node without warning and restart it; `--companies
// 16`; `--seconds 5` between events.
import { exec, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { connectionOf, migrateDatabase, withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { dropOn, joined, nodesOf } from '@tradehouse/database/testing';
import type pg from 'pg';
import { wrongInBooks } from '../crash/books.ts';
import { untilReady } from '../crash/process.ts';
import { reckonSales } from '../crash/reckoning.ts';
import { startSaleLoad } from '../crash/sales.ts';
import type { CrashSale } from '../crash/sales.ts';
import type { ServeOrder } from '../crash/serve.ts';
import { makeShop, signInToCrashShop } from '../crash/shop.ts';
import type { CrashSeat, CrashShop } from '../crash/shop.ts';
import { distributeTables, moveCompany } from './steps.ts';
import type { Cluster } from './steps.ts';

const { values: asked } = parseArgs({
  options: {
    companies: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '5' },
    kill: { type: 'string' },
    start: { type: 'string' },
  },
});
const printDrillLine = (line: string): void => console.log(line);
const shell = promisify(exec);
const pauseDrill = (): Promise<void> => wait(Number(asked.seconds) * 1000);
const codes = Array.from({ length: Number(asked.companies) }, (_, at) => `drill${at + 1}`);

const url = process.env['TEST_CLUSTER_URL'];
if (url === undefined) throw new Error('Set TEST_CLUSTER_URL to a database of the coordinator.');
const nodes = await nodesOf(connectionOf(url));
const database = `drill_${randomBytes(4).toString('hex')}`;
await joined(nodes, database);
try {
  process.exitCode = (await drillCluster({ ...connectionOf(url), database })) ? 0 : 1;
} finally {
  await dropOn(nodes, database);
}

/** Runs the drill; true if all promises hold. */
async function drillCluster(admin: Connection): Promise<boolean> {
  const { app, worker } = await migrateDatabase(admin);
  const shops = new Map<string, CrashShop>();
  // Before distribution: the set-up statements are not the product's.
  for (const code of codes) shops.set(code, await makeShop(admin, code));
  await withClient(admin, (client) => distributeTables(makeQuietCluster(client)));
  const server = await forkDrillServer({ port: 0, database: app, worker });
  const seats = await Promise.all(
    [...shops].map(async ([code, shop]): Promise<CrashSeat> => ({
      port: server.port,
      token: await signInToCrashShop(server.port, code),
      admin,
      shop,
    })),
  );
  const loads = seats.map(({ port, token, shop }) => startSaleLoad(port, token, shop, 1));
  const sold = (): readonly CrashSale[] => loads.flatMap(({ sales }) => sales);
  const reportSales = makeSalesReporter(sold);
  await reportSales('sold undisturbed', pauseDrill());
  await reportSales('sold while a company moved', moveFirstCompany(admin));
  if (asked.kill !== undefined && asked.start !== undefined) {
    await reportSales('sold while a node was down', shell(asked.kill).then(pauseDrill));
    await reportSales('sold as it came back', shell(asked.start).then(pauseDrill));
  }
  await Promise.all(loads.map((load) => load.stop()));
  await untilReady(server.port);
  const reckoned = await Promise.all(
    seats.map((seat, at) => reckonSales(seat, loads[at]?.sales ?? [])),
  );
  const sum = (count: 'asked' | 'acknowledged' | 'kept' | 'absent'): number =>
    reckoned.reduce((all, one) => all + one[count], 0);
  printDrillLine(
    `${sum('asked')} asked, ${sum('acknowledged')} acknowledged, ${sum('kept')} kept unheard, ${sum('absent')} not there`,
  );
  const broken = [...reckoned.flatMap((one) => one.broken), ...(await wrongInBooks(admin))];
  for (const sentence of broken) printDrillLine(sentence);
  printDrillLine(
    broken.length === 0 ? 'Every promise was kept.' : `${broken.length} promises are broken.`,
  );
  server.stop();
  return broken.length === 0;
}

/** Reports the number of requested and acknowledged sales during an event, and its duration. */
function makeSalesReporter(sold: () => readonly CrashSale[]) {
  return async (what: string, happening: Promise<unknown>): Promise<void> => {
    const [began, before] = [performance.now(), sold().length];
    await happening;
    const sales = sold().slice(before);
    const heard = sold().filter(({ answer }) => answer !== null).length;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    printDrillLine(
      `${what}: ${sales.length} asked in ${seconds} s, ${heard} acknowledged until then`,
    );
  };
}

function makeQuietCluster(client: pg.Client): Cluster {
  return { client, say: () => {}, run: (sql) => client.query(sql) };
}

/** Moves the first company to another node. */
async function moveFirstCompany(admin: Connection): Promise<void> {
  await withClient(admin, async (client) => {
    const { rows } = await client.query<{ node: string }>(
      `select nodename || ':' || nodeport as node from pg_dist_node
       where groupid > 0 and nodeport <> (
         select nodeport from citus_shards
         where shardid = get_shard_id_for_distribution_column('document', (select id from tenant where code = $1)))`,
      [codes[0]],
    );
    await moveCompany(makeQuietCluster(client), codes[0] ?? '', rows[0]?.node ?? '');
  });
}

async function forkDrillServer(
  order: ServeOrder,
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const child = fork(path.join(import.meta.dirname, '../crash/serve.ts'), [], {
    env: { ...process.env, SERVE: JSON.stringify(order) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    // SAFETY: the first message of the server is its port.
    child.once('message', (message) => resolve((message as { readonly port: number }).port));
    child.once('exit', () => reject(new Error('the server did not start')));
  });
  return { port, stop: () => child.kill('SIGTERM') };
}
