// Reckons what ten thousand companies of mixed sizes ask of machines, from what was measured, and prints the tables of
// docs/scaling.md. `--measure` measures again and prints what it found; `--history FOLDER` is where the bench's databases of
// 100,000 and 1,000,000 documents lie. `--processor`, `--memory` and `--disk` are what a month of a processor and of a gigabyte
// of each costs.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureDocument, measurePosting } from './src/measure.ts';
import { reckon, together } from './src/reckon.ts';
import type { Habits, Kind, Measured, Reckoned } from './src/reckon.ts';

const OUTPUT = path.resolve(import.meta.dirname, 'output');
const { values: asked } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    history: { type: 'string', default: OUTPUT },
    processor: { type: 'string', default: '15' },
    memory: { type: 'string', default: '3' },
    disk: { type: 'string', default: '0.1' },
  },
});

const MB = 1e6;
const measured: Measured = {
  company: { bytes: 50_790, rows: 299 },
  document: { bytes: 6_949, rows: 27.1 },
  kept: { log: 457, event: 400, repeat: 400 },
  changes: 18_169,
  // bench/README.md, *A whole run*: mixed load at 100,000 and 1,000,000 documents.
  call: { some: { server: 2.05, database: 10.9 }, many: { server: 2.41, database: 14.71 } },
  // The window: `npm run bench:sockets`, 52 MB for 2,000 of them.
  memory: { process: 332 * MB, window: 0.026 * MB, connection: 5.2 * MB },
};

const kinds: readonly Kind[] = [
  { name: 'small', companies: 8_000, documentsADay: 8, users: 2, large: false },
  { name: 'middle', companies: 1_800, documentsADay: 60, users: 8, large: false },
  { name: 'large', companies: 195, documentsADay: 500, users: 40, large: true },
  { name: 'huge', companies: 5, documentsADay: 5_000, users: 300, large: true },
];
const habits: Habits = {
  daysAYear: 300,
  years: 5,
  hoursADay: 8,
  peak: 3,
  callsAPosting: 20,
  hotDays: 75,
  fullness: 0.6,
  connectionsAProcess: 29,
  backups: 2,
  changeDays: 14,
};

const rounded = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits });
const gigabytes = (bytes: number): string => rounded(bytes / 1e9, bytes < 1e10 ? 1 : 0);

const lines: readonly (readonly [string, (one: Reckoned) => string])[] = [
  ['companies', ({ companies }) => rounded(companies)],
  ['documents after five years, million', ({ documents }) => rounded(documents / 1e6, 1)],
  ['rows, million', ({ rows }) => rounded(rows / 1e6)],
  ['database, GB', ({ bytes }) => gigabytes(bytes)],
  ['postings a second at the peak', ({ postingsAtPeak }) => rounded(postingsAtPeak, 1)],
  ['calls a second at the peak', ({ callsAtPeak }) => rounded(callsAtPeak)],
  ['processors of the web side', ({ serverProcessors }) => rounded(serverProcessors, 1)],
  ['processors of the database', ({ databaseProcessors }) => rounded(databaseProcessors, 1)],
  ['processes', ({ processes }) => rounded(processes)],
  ['connections', ({ connections }) => rounded(connections)],
  ['memory of the web side, GB', ({ webMemory }) => gigabytes(webMemory)],
  ['memory of the database, GB', ({ databaseMemory }) => gigabytes(databaseMemory)],
  ['log of changes a day, GB', ({ changesADay }) => gigabytes(changesADay)],
  ['backups, GB', ({ backupBytes }) => gigabytes(backupBytes)],
  ['a month of one company', ({ costOfOne }) => rounded(costOfOne, 2)],
];

function print(): void {
  const prices = {
    processor: Number(asked.processor),
    memory: Number(asked.memory),
    disk: Number(asked.disk),
  };
  const each = kinds.map((kind) => reckon(kind, measured, habits, prices));
  const columns = [...each, together(each, measured, habits)];
  console.log(`| | ${columns.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- |${columns.map(() => ' --: |').join('')}`);
  for (const [name, of] of lines) console.log(`| ${name} | ${columns.map(of).join(' | ')} |`);
}

if (asked.measure) {
  const document = await measureDocument(path.resolve(asked.history));
  console.log(JSON.stringify({ document, ...(await measurePosting(OUTPUT)) }, null, 2));
} else print();
