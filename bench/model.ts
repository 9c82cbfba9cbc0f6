// Estimates the machines for ten thousand companies of mixed sizes from measured costs; prints the tables
// of docs/scaling.md. `--measure` measures again and prints the results. `--history FOLDER` holds the
// bench's databases of 100,000 and 1,000,000 documents. `--processor`, `--memory` and `--disk` are monthly
// prices of a processor and of a gigabyte.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureDocument, measurePosting } from './src/measure.ts';
import { estimateCompanyKind, estimateSharedMachines } from './src/reckon.ts';
import type { Habits, CompanyKind, MeasuredCosts, Reckoned } from './src/reckon.ts';

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
const measured: MeasuredCosts = {
  company: { bytes: 50_790, rows: 299 },
  document: { bytes: 6_949, rows: 27.1 },
  kept: { log: 457, event: 400, repeat: 400 },
  changes: 18_169,
  // bench/README.md, *A whole run*: mixed load at 100,000 and 1,000,000 documents.
  call: { some: { server: 2.05, database: 10.9 }, many: { server: 2.41, database: 14.71 } },
  // Window: `npm run bench:sockets`, 52 MB for 2,000 windows.
  memory: { process: 332 * MB, window: 0.026 * MB, connection: 5.2 * MB },
};

const kinds: readonly CompanyKind[] = [
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

const formatRoundedNumber = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits });
const formatGigabytes = (bytes: number): string =>
  formatRoundedNumber(bytes / 1e9, bytes < 1e10 ? 1 : 0);

const lines: readonly (readonly [string, (one: Reckoned) => string])[] = [
  ['companies', ({ companies }) => formatRoundedNumber(companies)],
  [
    'documents after five years, million',
    ({ documents }) => formatRoundedNumber(documents / 1e6, 1),
  ],
  ['rows, million', ({ rows }) => formatRoundedNumber(rows / 1e6)],
  ['database, GB', ({ bytes }) => formatGigabytes(bytes)],
  ['postings a second at the peak', ({ postingsAtPeak }) => formatRoundedNumber(postingsAtPeak, 1)],
  ['calls a second at the peak', ({ callsAtPeak }) => formatRoundedNumber(callsAtPeak)],
  [
    'processors of the web side',
    ({ serverProcessors }) => formatRoundedNumber(serverProcessors, 1),
  ],
  [
    'processors of the database',
    ({ databaseProcessors }) => formatRoundedNumber(databaseProcessors, 1),
  ],
  ['processes', ({ processes }) => formatRoundedNumber(processes)],
  ['connections', ({ connections }) => formatRoundedNumber(connections)],
  ['memory of the web side, GB', ({ webMemory }) => formatGigabytes(webMemory)],
  ['memory of the database, GB', ({ databaseMemory }) => formatGigabytes(databaseMemory)],
  ['log of changes a day, GB', ({ changesADay }) => formatGigabytes(changesADay)],
  ['backups, GB', ({ backupBytes }) => formatGigabytes(backupBytes)],
  ['a month of one company', ({ costOfOne }) => formatRoundedNumber(costOfOne, 2)],
];

function printCostModel(): void {
  const prices = {
    processor: Number(asked.processor),
    memory: Number(asked.memory),
    disk: Number(asked.disk),
  };
  const each = kinds.map((kind) => estimateCompanyKind(kind, measured, habits, prices));
  const columns = [...each, estimateSharedMachines(each, measured, habits)];
  console.log(`| | ${columns.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- |${columns.map(() => ' --: |').join('')}`);
  for (const [name, of] of lines) console.log(`| ${name} | ${columns.map(of).join(' | ')} |`);
}

if (asked.measure) {
  const document = await measureDocument(path.resolve(asked.history));
  console.log(JSON.stringify({ document, ...(await measurePosting(OUTPUT)) }, null, 2));
} else printCostModel();
