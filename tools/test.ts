// All checks of a change: `npm test` runs them and stops after the first failing row of steps.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { buildWeb } from './start/build.ts';
import { findChromium } from './test/chromium.ts';
import { addTestCounts, NONE, storyCounts, vitestCounts, type Counts } from './test/counts.ts';
import { scratchFolder } from './test/scratch.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const scratch = scratchFolder();
// Folder for the output of every program of the run.
process.env['TMPDIR'] = scratch;
const unitReport = path.join(scratch, 'unit.json');
const storyReport = path.join(scratch, 'stories.json');
const printTestLine = (line: string): void => console.log(line);

interface TestStep {
  readonly name: string;
  /** Fails by throwing. */
  readonly run: () => Promise<void>;
  readonly counts?: () => Counts;
}

/** Steps of a row run concurrently; the next row waits for them. */
const rows: readonly (readonly TestStep[])[] = [
  [
    { name: 'format', run: () => runCheck('oxfmt', '--check', '.') },
    { name: 'lint', run: () => runCheck('oxlint', '--deny-warnings') },
    { name: 'types', run: () => runCheck('tsc', '-p', 'tsconfig.json') },
    { name: 'types of the web', run: () => runCheck('tsc', '-p', 'web/tsconfig.json') },
    {
      name: 'dead code',
      run: () =>
        runCheck(
          'knip',
          '--no-progress',
          '--include',
          'files,unresolved,dependencies,unlisted,exports,types',
        ),
    },
    { name: 'web build', run: () => buildWeb({ basePath: '/', apiBase: '/api' }, printTestLine) },
  ],
  [
    {
      name: 'unit and database tests',
      run: () =>
        runTool('vitest', [
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${unitReport}`,
        ]),
      counts: () => vitestCounts(unitReport),
    },
  ],
  [{ name: 'browser stories', run: runStories, counts: () => storyCounts(storyReport) }],
];

// Begun at once: the installation waits for the network, other steps for the processor.
const ended = new AbortController();
const browser = findChromium(printTestLine, ended.signal);
browser.catch(() => {});

async function runStories(): Promise<void> {
  const env = {
    CHROMIUM: await browser,
    STORY_REPORT: storyReport,
    STORY_DATA_DIR: path.join(scratch, 'stories'),
  };
  await runTool('playwright', ['test', '-c', 'e2e/playwright.config.ts'], { env });
}

/** Runs a program as `runTool` does, beside others: what it writes is shown together, when it has ended. */
async function runCheck(name: string, ...args: string[]): Promise<void> {
  const file = path.join(scratch, `${name}-${args.at(-1)?.replaceAll('/', '-')}.txt`);
  const output = fs.openSync(file, 'w');
  await runTool(name, args, { output }).finally(() => {
    fs.closeSync(output);
    process.stdout.write(fs.readFileSync(file));
  });
}

interface ToolRunOptions {
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Open file for the output; default: the terminal. */
  readonly output?: number | 'inherit';
}

/** Runs a program of the project; fails with it. */
async function runTool(
  name: string,
  args: string[],
  { env = {}, output = 'inherit' }: ToolRunOptions = {},
): Promise<void> {
  const program = path.join(ROOT, 'node_modules/.bin', name);
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH: `${ROOT}/node_modules/.bin:${process.env['PATH']}`, ...env },
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  // SAFETY: the event has the exit code, null after a signal.
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', forward).off('SIGTERM', forward);
  if (code !== 0) throw new Error(`${name} ended with ${code ?? 'a signal'}`);
}

async function runCountedStep({ name, run, counts = () => NONE }: TestStep): Promise<Counts> {
  const began = performance.now();
  const failure = await run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const found = counts();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const end = failure === undefined ? 'passed' : `failed (${failure})`;
  printTestLine(`── ${name}: ${end} after ${seconds} s`);
  return failure === undefined ? found : { ...found, failed: Math.max(1, found.failed) };
}

async function runAll(): Promise<Counts> {
  let total = NONE;
  for (const row of rows) {
    printTestLine(`\n── ${row.map(({ name }) => name).join(', ')}`);
    total = (await Promise.all(row.map(runCountedStep))).reduce(addTestCounts, total);
    if (total.failed > 0) break;
  }
  return total;
}

const total = await runAll();
ended.abort();
await browser.catch(() => {});
fs.rmSync(scratch, { recursive: true, force: true });
if (total.flaky > 0) printTestLine(`\n${total.flaky} passed only when repeated: see "flaky" above`);
printTestLine(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
