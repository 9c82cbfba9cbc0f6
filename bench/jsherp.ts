// Imports a company of a given size from a jshERP dump with the product's own command. Reports milliseconds
// per document, early and late, of time and processor time. See bench/README.md.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import {
  openDatabasePool,
  migrateDatabase,
  seedPlatform,
  startEmbedded,
} from '@tradehouse/database';
import { jsherpDump } from './src/jsherpDump.ts';
import { processorTime } from './src/processor.ts';
import type { Spent } from './src/processor.ts';

const { values: asked } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,5000,20000' },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output') },
  },
});
const OUTPUT = path.resolve(asked.output);
const ROOT = path.resolve(import.meta.dirname, '..');

type Clock = ReturnType<typeof processorTime>;

/** Runs a command on its own database; returns the exit code. */
async function runBenchCommand(
  program: string,
  args: readonly string[],
  data: string,
  hear: (line: string, clock: Clock) => void,
): Promise<number> {
  const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
    env: { ...process.env, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number>((resolve) =>
    child.once('close', (code) => resolve(code ?? -1)),
  );
  const spent = processorTime(child.pid ?? 0, data);
  createInterface(child.stdout).on('line', (line) => hear(line, spent));
  return ended;
}

/** Documents done, time of the report, and processor time used until then. */
interface ImportProgressMark {
  readonly done: number;
  readonly at: number;
  readonly spent: Spent;
}

/** Milliseconds per document between two marks: time, and processor time of the command and of the database. */
function formatTimePerDocument(
  from: ImportProgressMark | undefined,
  to: ImportProgressMark | undefined,
): string {
  if (from === undefined || to === undefined || from.done === to.done) return '–';
  const of = (ms: number): string => (ms / (to.done - from.done)).toFixed(1);
  const [server, database] = [
    to.spent.server - from.spent.server,
    to.spent.database - from.spent.database,
  ];
  return `${of(to.at - from.at)} (processor ${of(server)} + ${of(database)})`;
}

/** Runs `work` beside a database without any company. */
async function onFresh<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir, movable: false, say: () => {} });
  try {
    const { owner } = await migrateDatabase(server.connection);
    const db = openDatabasePool(owner, { size: 1 });
    await seedPlatform(db, async () => 'none');
    await db.destroy();
    return await work();
  } finally {
    await server.stop();
  }
}

async function measureJsherpImport(size: number): Promise<boolean> {
  const folder = path.join(OUTPUT, `jsherp_${size}`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const data = path.join(folder, 'data');
  return onFresh(data, () => importJsherpDump(size, folder, data));
}

async function importJsherpDump(size: number, folder: string, data: string): Promise<boolean> {
  const file = path.join(folder, 'dump.sql');
  fs.writeFileSync(file, [...jsherpDump(size)].join(''));
  const marks: ImportProgressMark[] = [];
  const refused: string[] = [];
  const began = performance.now();
  const imported = await runBenchCommand(
    'tools/import-jsherp/main.ts',
    [file],
    data,
    (line, clock) => {
      const progress = /^documents (\d+) of/.exec(line);
      if (progress !== null)
        marks.push({ done: Number(progress[1]), at: performance.now(), spent: clock() });
      if (line.startsWith('jsh_depot_head\t') && line.includes(': ')) refused.push(line);
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const tenth = (share: number): ImportProgressMark | undefined =>
    marks.findLast(({ done }) => done <= size * share);
  console.log(
    `${size} documents: ${seconds.toFixed(0)} s, ${refused.length} refused; ms per document: first tenth ` +
      `${formatTimePerDocument(marks[0], tenth(0.1))}, last tenth ${formatTimePerDocument(tenth(0.9), marks.at(-1))}, all ${formatTimePerDocument(marks[0], marks.at(-1))}`,
  );
  const verified = await runBenchCommand('tools/verify.ts', [], data, (line) =>
    console.log(`  ${line}`),
  );
  return imported === 0 && verified === 0;
}

let whole = true;
for (const size of asked.sizes.split(',').map(Number))
  whole = (await measureJsherpImport(size)) && whole;
process.exitCode = whole ? 0 : 1;
