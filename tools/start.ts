// Starts the product: database, schema, first company, web pages, server. Ends cleanly on a signal.
import { migrateDatabase, reachedAt } from '@tradehouse/database';
import { startServer } from '@tradehouse/server';
import { buildWeb, WEB_ROOT } from './start/build.ts';
import { openDatabase } from './start/database.ts';
import { fillBeside } from './start/fillBeside.ts';
import { seedFirstRun, type FirstSignIn } from './start/firstRun.ts';
import { expectFreePort } from './start/port.ts';
import { localAddressOf, explainStartFailure } from './start/report.ts';
import { secretKeys } from './start/secretKeys.ts';
import { readOperatorSettings, type OperatorSettings } from './start/settings.ts';
import { releaseStartMemory } from './start/startMemory.ts';

const printStartLine = (line: string): void => console.log(line);
// The job runner prints a stack beside its log line; nothing else traces.
console.trace = () => {};
const began = performance.now();
const started: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

/** Stops the started parts in reverse order; a second call waits for the first. */
function stopProductParts(): Promise<void> {
  stopping ??= (async () => {
    for (const step of started.toReversed()) await step();
  })();
  return stopping;
}

/** Runs a step of the start; a signal received meanwhile ends the start afterwards. */
async function runStartStep<Result>(work: Promise<Result>): Promise<Result> {
  const result = await work;
  if (asked) throw new Error('stopped');
  return result;
}

let asked = false;
let ready = false;
const onSignal = (): void => {
  if (asked) return;
  asked = true;
  printStartLine('Stopping …');
  if (ready) void exitProduct(0);
};
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
// The channel to the entry closes when the entry is killed.
process.on('disconnect', onSignal);
process.channel?.unref();

async function exitProduct(code: number): Promise<never> {
  // A hanging step must not keep the product from ending.
  setTimeout(() => process.exit(1), 60_000).unref();
  await stopProductParts();
  process.exit(code);
}

async function startProductParts(settings: OperatorSettings): Promise<void> {
  const lost = (reason: Error): void => {
    console.error(reason.message);
    void exitProduct(1);
  };
  const database = await openDatabase(settings, { say: printStartLine, lost });
  started.push(() => database.stop());
  await runStartStep(expectFreePort(settings.port, settings.host));
  const { applied, app, worker, owner } = await runStartStep(
    migrateDatabase(database.connection, { say: printStartLine }),
  );
  if (applied.length > 0)
    printStartLine(`Brought the database up to date (${applied.length} steps)`);
  const signIns = await runStartStep(seedFirstRun(owner, settings));
  // Shown at once: if the start failed later, no one would learn the passwords.
  if (signIns.length > 0) showSignIns(signIns);
  const folder = settings.databaseUrl === null ? database.place : settings.dataDir;
  const keys = await runStartStep(secretKeys(owner, settings, folder));
  await runStartStep(buildWeb(settings, printStartLine));
  const replicas = settings.replicaUrls.map((url) => reachedAt(app, url));
  const pooled = settings.poolerUrl === null ? app : reachedAt(app, settings.poolerUrl);
  const server = await runStartStep(
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
  printStartLine(`Data: ${database.place}`);
  printStartLine(
    `Tradehouse is ready after ${seconds} s: ${localAddressOf(server.port, settings.basePath)}`,
  );
}

function showSignIns(signIns: readonly FirstSignIn[]): void {
  printStartLine('\nFirst sign-in (write generated passwords down: they are not shown again)');
  for (const { who, loginName, password } of signIns) {
    printStartLine(
      `  ${loginName.padEnd(6)} ${(password ?? '(password as given)').padEnd(20)} ${who}`,
    );
  }
  printStartLine('');
}

let settings: OperatorSettings | undefined;
try {
  settings = readOperatorSettings(process.env);
  await startProductParts(settings);
  ready = true;
  if (asked) await exitProduct(0);
  releaseStartMemory();
} catch (error) {
  if (!asked) console.error(explainStartFailure(error, settings?.port ?? 0));
  await exitProduct(asked ? 0 : 1);
}
