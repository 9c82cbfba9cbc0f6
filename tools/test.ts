// Everything that must hold before a change is believed: `npm test` runs it, and stops after the first steps that fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { buildWeb } from './start/build.ts';
import { findChromium } from './test/chromium.ts';
import { added, NONE, storyCounts, vitestCounts, type Counts } from './test/counts.ts';
import { scratchFolder } from './test/scratch.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const scratch = scratchFolder();
// Where every program of the run puts what it writes.
process.env['TMPDIR'] = scratch;
const unitReport = path.join(scratch, 'unit.json');
const storyReport = path.join(scratch, 'stories.json');
const say = (line: string): void => console.log(line);

interface Step {
  readonly name: string;
  /** Fails by throwing. */
  readonly run: () => Promise<void>;
  readonly counts?: () => Counts;
}

/** The steps of a row run at the same time, and the next row waits for them. */
const rows: readonly (readonly Step[])[] = [
  [
    { name: 'format', run: () => check('oxfmt', '--check', '.') },
    { name: 'lint', run: () => check('oxlint', '--deny-warnings') },
    { name: 'types', run: () => check('tsc', '-p', 'tsconfig.json') },
    { name: 'types of the web', run: () => check('tsc', '-p', 'web/tsconfig.json') },
    {
      name: 'dead code',
      run: () =>
        check(
          'knip',
          '--no-progress',
          '--include',
          'files,unresolved,dependencies,unlisted,exports,types',
        ),
    },
    { name: 'web build', run: () => buildWeb({ basePath: '/', apiBase: '/api' }, say) },
  ],
  [
    {
      name: 'unit and database tests',
      run: () =>
        tool('vitest', [
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${unitReport}`,
        ]),
      counts: () => vitestCounts(unitReport),
    },
  ],
  [{ name: 'browser stories', run: stories, counts: () => storyCounts(storyReport) }],
];

// Begun at once: what is installed waits for the network while the rest has the processor.
const ended = new AbortController();
const browser = findChromium(say, ended.signal);
browser.catch(() => {});

async function stories(): Promise<void> {
  const env = {
    CHROMIUM: await browser,
    STORY_REPORT: storyReport,
    STORY_DATA_DIR: path.join(scratch, 'stories'),
  };
  await tool('playwright', ['test', '-c', 'e2e/playwright.config.ts'], { env });
}

/** Runs a program as `tool` does, beside others: what it writes is shown together, when it has ended. */
async function check(name: string, ...args: string[]): Promise<void> {
  const file = path.join(scratch, `${name}-${args.at(-1)?.replaceAll('/', '-')}.txt`);
  const output = fs.openSync(file, 'w');
  await tool(name, args, { output }).finally(() => {
    fs.closeSync(output);
    process.stdout.write(fs.readFileSync(file));
  });
}

interface Running {
  /** What its environment has beside that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The open file that it writes to; default: what is seen. */
  readonly output?: number | 'inherit';
}

/** Runs a program of the project and fails when it does. */
async function tool(
  name: string,
  args: string[],
  { env = {}, output = 'inherit' }: Running = {},
): Promise<void> {
  const program = path.join(ROOT, 'node_modules/.bin', name);
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH: `${ROOT}/node_modules/.bin:${process.env['PATH']}`, ...env },
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  // SAFETY: the event comes with the code, null where a signal ended it.
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', forward).off('SIGTERM', forward);
  if (code !== 0) throw new Error(`${name} ended with ${code ?? 'a signal'}`);
}

async function counted({ name, run, counts = () => NONE }: Step): Promise<Counts> {
  const began = performance.now();
  const failure = await run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const found = counts();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const end = failure === undefined ? 'passed' : `failed (${failure})`;
  say(`── ${name}: ${end} after ${seconds} s`);
  return failure === undefined ? found : { ...found, failed: Math.max(1, found.failed) };
}

async function runAll(): Promise<Counts> {
  let total = NONE;
  for (const row of rows) {
    say(`\n── ${row.map(({ name }) => name).join(', ')}`);
    total = (await Promise.all(row.map(counted))).reduce(added, total);
    if (total.failed > 0) break;
  }
  return total;
}

const total = await runAll();
ended.abort();
await browser.catch(() => {});
fs.rmSync(scratch, { recursive: true, force: true });
if (total.flaky > 0) say(`\n${total.flaky} passed only when told again: see "flaky" above`);
say(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
