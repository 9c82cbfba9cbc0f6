import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addTestCounts, NONE, storyCounts, vitestCounts } from './counts.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-counts-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const report = (content: unknown): string => {
  const file = path.join(folder, `${Math.random()}.json`);
  fs.writeFileSync(file, JSON.stringify(content));
  return file;
};

test('unit tests are counted from the report', () => {
  const counts = vitestCounts(
    report({ numPassedTests: 41, numFailedTests: 2, numPendingTests: 3 }),
  );
  expect(counts).toEqual({ passed: 41, failed: 2, flaky: 0 });
});

test('a story passed on a retry is counted separately', () => {
  const counts = storyCounts(
    report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } }),
  );
  expect(counts).toEqual({ passed: 6, failed: 1, flaky: 1 });
});

test('a missing report counts nothing', () => {
  expect(vitestCounts(path.join(folder, 'missing.json'))).toEqual(NONE);
});

test('counts of tests are added per outcome', () => {
  expect(
    addTestCounts({ passed: 1, failed: 2, flaky: 1 }, { passed: 3, failed: 4, flaky: 0 }),
  ).toEqual({
    passed: 4,
    failed: 6,
    flaky: 1,
  });
});
