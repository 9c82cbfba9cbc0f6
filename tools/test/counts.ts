import fs from 'node:fs';

/** How many tests ran, and how they ended. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export const NONE: Counts = { passed: 0, failed: 0 };

export const added = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
});

/** What vitest's json report says; a report that was never written counts nothing. */
export function vitestCounts(file: string): Counts {
  const report = read(file) as {
    numPassedTests?: number;
    numFailedTests?: number;
  };
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0 };
}

/** What playwright's json report says; a flaky story is a failed one. */
export function storyCounts(file: string): Counts {
  const { stats = {} } = read(file) as {
    stats?: { expected?: number; unexpected?: number; flaky?: number };
  };
  return { passed: stats.expected ?? 0, failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0) };
}

function read(file: string): unknown {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}
