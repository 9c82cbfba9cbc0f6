// Starts the product: database, schema, first company, web pages, server. Ends cleanly on a signal.
import { migrate, reachedAt } from '@tradehouse/database';
import { startServer } from '@tradehouse/server';
import { buildWeb, WEB_ROOT } from './start/build.ts';
import { openDatabase } from './start/database.ts';
import { fillBeside } from './start/fillBeside.ts';
import { seed, type FirstSignIn } from './start/firstRun.ts';
import { expectFreePort } from './start/port.ts';
import { addressOf, explained } from './start/report.ts';
import { secretKeys } from './start/secretKeys.ts';
import { readSettings, type Settings } from './start/settings.ts';

const say = (line: string): void => console.log(line);
// The job runner prints a stack beside the sentence that it logs, and nothing else here traces.
console.trace = () => {};
const began = performance.now();
const started: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

/** Stops what was started, last first. A second call waits for the first. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const step of started.toReversed()) await step();
  })();
  return stopping;
}

/** Runs a step of the start; a signal that came meanwhile ends the start after it. */
async function step<Result>(work: Promise<Result>): Promise<Result> {
  const result = await work;
  if (asked) throw new Error('stopped');
  return result;
}

let asked = false;
let ready = false;
const onSignal = (): void => {
  if (asked) return;
  asked = true;
  say('Stopping …');
  if (ready) void end(0);
};
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
// The channel to the entry closes when the entry is killed.
process.on('disconnect', onSignal);
process.channel?.unref();

async function end(code: number): Promise<never> {
  // A step that hangs must not keep the product from ending.
  setTimeout(() => process.exit(1), 60_000).unref();
  await stop();
  process.exit(code);
}

async function start(settings: Settings): Promise<void> {
  const lost = (reason: Error): void => {
    console.error(reason.message);
    void end(1);
  };
  const database = await openDatabase(settings, { say, lost });
  started.push(() => database.stop());
  await step(expectFreePort(settings.port, settings.host));
  const { applied, app, worker, owner } = await step(migrate(database.connection, { say }));
  if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`);
  const signIns = await step(seed(owner, settings));
  // Shown at once: were the start to fail after this, no one would ever learn them.
  if (signIns.length > 0) showSignIns(signIns);
  const folder = settings.databaseUrl === null ? database.place : settings.dataDir;
  const keys = await step(secretKeys(owner, settings, folder));
  await step(buildWeb(settings, say));
  const replicas = settings.replicaUrls.map((url) => reachedAt(app, url));
  const pooled = settings.poolerUrl === null ? app : reachedAt(app, settings.poolerUrl);
  const server = await step(
    startServer({
      ...settings,
      leaving: { drain: settings.drain },
      secretKeys: keys,
      database: app,
      pooled,
      replicas,
      worker,
      webRoot: WEB_ROOT,
    }),
  );
  started.push(() => server.stop(), fillBeside(owner));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Data: ${database.place}`);
  say(`Tradehouse is ready after ${seconds} s: ${addressOf(server.port, settings.basePath)}`);
}

function showSignIns(signIns: readonly FirstSignIn[]): void {
  say('\nFirst sign-in (write generated passwords down: they are not shown again)');
  for (const { who, loginName, password } of signIns) {
    say(`  ${loginName.padEnd(6)} ${(password ?? '(password as given)').padEnd(20)} ${who}`);
  }
  say('');
}

let settings: Settings | undefined;
try {
  settings = readSettings(process.env);
  await start(settings);
  ready = true;
  if (asked) await end(0);
} catch (error) {
  if (!asked) console.error(explained(error, settings?.port ?? 0));
  await end(asked ? 0 : 1);
}
