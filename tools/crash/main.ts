// Crash test: sells under load, kills the server, PostgreSQL or both without warning, and restarts. Checks
// promises during the load, and before and after folding: nothing acknowledged is lost, nothing is
// duplicated or partial, the books are right. Then eight concurrent clients repeatedly compete for a
// product's last unit: exactly one may get it. `--rounds 9`, each victim in turn; `--seconds 3` before each
// kill; `--fights 100` last units. On a cluster (TEST_CLUSTER_URL names a database, like in the tests),
// `--kill COMMAND` and `--start COMMAND` kill and restart a node.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verifyDatabase } from '@tradehouse/database';
import { fightForLastUnits } from './lastUnit.ts';
import { clusterPlace, ownPlace } from './place.ts';
import { startKillableProduct } from './process.ts';
import { crashRound, victims } from './round.ts';
import { makeShop, signInToCrashShop } from './shop.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
    fights: { type: 'string', default: '100' },
    kill: { type: 'string', default: '' },
    start: { type: 'string', default: '' },
  },
});
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-crash-'));
fs.chmodSync(root, 0o755);
const cluster = process.env['TEST_CLUSTER_URL'];
if (cluster !== undefined && (values.kill === '' || values.start === ''))
  throw new Error('On a cluster --kill and --start say how a node ends and comes back');
const place = cluster === undefined ? ownPlace(root) : await clusterPlace(root, cluster, values);
const broken: string[] = [];
let product = await startKillableProduct(place);
try {
  const shop = await makeShop(await place.look());
  console.log(
    'killed     asked  acknowledged  unheard: there  not there  looks  unfolded  broken  back in',
  );
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const victim = victims[round % victims.length] ?? 'server';
    const milliseconds = Number(values.seconds) * 1000 * (0.5 + Math.random());
    const end = await crashRound(place, shop, product, { victim, milliseconds });
    const restarted = end.product !== product;
    product = end.product;
    const { asked, acknowledged, kept, absent, looks, waiting } = end.round;
    const cells = [asked, acknowledged, kept, absent, looks, waiting, end.round.broken.length];
    const widths = [5, 14, 16, 11, 7, 10, 8];
    const back = restarted ? `${(product.startedIn / 1000).toFixed(1)} s` : '–';
    console.log(
      victim.padEnd(11) +
        cells.map((cell, at) => String(cell).padStart(widths[at] ?? 0)).join('') +
        back.padStart(9),
    );
    for (const sentence of end.round.broken.slice(0, 10)) console.error(`  ${sentence}`);
    broken.push(...end.round.broken);
  }
  const { port } = product;
  const admin = await place.look();
  const seat = { port, token: await signInToCrashShop(port), admin, shop };
  const fights = Number(values.fights);
  const wrong = await fightForLastUnits(seat, fights);
  for (const sentence of wrong.slice(0, 10)) console.error(`  ${sentence}`);
  const { total } = await verifyDatabase(admin);
  console.log(
    `last units: ${fights} fights of 8, ${wrong.length} wrong; verify: ${total} violations`,
  );
  broken.push(...wrong, ...(total === 0 ? [] : ['the books do not verify']));
} finally {
  await product.stop().finally(() => place.end());
}
if (broken.length === 0) fs.rmSync(root, { recursive: true });
console.log(
  broken.length === 0 ? 'Every promise was kept.' : `Broken: ${broken.length}; see ${root}`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
