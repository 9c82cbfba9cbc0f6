import fs from 'node:fs';

/** How many tests ran, and how they ended. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Those among the passed that failed at first: each is a defect, of the story or of the product. */
  readonly flaky: number;
}

export const NONE: Counts = { passed: 0, failed: 0, flaky: 0 };

export const added = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  flaky: one.flaky + other.flaky,
});

/** What vitest's json report says; a report that was never written counts nothing. */
export function vitestCounts(file: string): Counts {
  const report: { numPassedTests?: number; numFailedTests?: number } = JSON.parse(written(file));
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0, flaky: 0 };
}

/** What playwright's json report says. */
export function storyCounts(file: string): Counts {
  const { stats }: { stats?: { expected?: number; unexpected?: number; flaky?: number } } =
    JSON.parse(written(file));
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  return { passed: expected + flaky, failed: unexpected, flaky };
}

const written = (file: string): string =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '{}';
