import fs from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Passed tests that failed at first: each a defect of story or product. */
  readonly flaky: number;
}

export const NONE: Counts = { passed: 0, failed: 0, flaky: 0 };

export const addTestCounts = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  flaky: one.flaky + other.flaky,
});

/** Reads vitest's JSON report; a missing report counts nothing. */
export function vitestCounts(file: string): Counts {
  const report: { numPassedTests?: number; numFailedTests?: number } = JSON.parse(
    readReportOrEmpty(file),
  );
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0, flaky: 0 };
}

/** Reads playwright's JSON report. */
export function storyCounts(file: string): Counts {
  const { stats }: { stats?: { expected?: number; unexpected?: number; flaky?: number } } =
    JSON.parse(readReportOrEmpty(file));
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  return { passed: expected + flaky, failed: unexpected, flaky };
}

const readReportOrEmpty = (file: string): string =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '{}';
