import { expect, test } from 'vitest';
import { estimateCompanyKind, estimateSharedMachines } from './reckon.ts';
import type { Habits, CompanyKind, MeasuredCosts } from './reckon.ts';

const measured: MeasuredCosts = {
  company: { bytes: 1_000, rows: 100 },
  document: { bytes: 100, rows: 10 },
  kept: { log: 10, event: 1, repeat: 2 },
  changes: 50,
  call: { some: { server: 3, database: 6 }, many: { server: 4, database: 8 } },
  memory: { process: 1_000, window: 5, connection: 10 },
};
const habits: Habits = {
  daysAYear: 300,
  years: 2,
  hoursADay: 1,
  peak: 3.6,
  callsAPosting: 20,
  hotDays: 10,
  fullness: 0.5,
  connectionsAProcess: 3,
  backups: 1,
  changeDays: 2,
};
const prices = { processor: 10, memory: 0, disk: 0 };
const kind: CompanyKind = {
  name: 'one',
  companies: 10,
  documentsADay: 100,
  users: 2,
  large: false,
};

test('the required capacity follows from the daily work of companies', () => {
  expect(estimateCompanyKind(kind, measured, habits, prices)).toMatchObject({
    documents: 600_000,
    rows: 6_001_000,
    // For ever 110 bytes of each, 1,000 of each company, and a day's events for a week and repeats for two days.
    bytes: 66_000_000 + 10_000 + 1_000 * (7 + 4),
    postingsAtPeak: 1,
    callsAtPeak: 20,
    serverProcessors: 0.12,
    databaseProcessors: 0.24,
    processes: 1,
    connections: 3,
    webMemory: 1_100,
    databaseMemory: 1_100_000 + 30,
    changesADay: 50_000,
  });
});

test('companies sharing machines need fewer processes than each kind by itself', () => {
  const each = [kind, { ...kind, large: true }].map((one) =>
    estimateCompanyKind(one, measured, habits, prices),
  );
  const all = estimateSharedMachines(each, measured, habits);
  expect(all).toMatchObject({ companies: 20, processes: 1, connections: 3, webMemory: 1_200 });
  expect(all.costOfOne).toBeCloseTo(((0.12 + 0.24 + 0.16 + 0.32) * 10) / 20);
});
