import { defineConfig } from 'vitest/config';

/** Tests that change what others load, or kill what others share: each gets modules of its own. */
const apart = ['**/madeUp*.test.ts', 'tools/crash/**/*.test.ts'];

const MINUTE = 60_000;

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    // One more than the cores of the smallest machine: while one waits for the database, another has the processor.
    maxWorkers: 3,
    globalSetup: ['./tools/testDatabase.ts'],
    setupFiles: ['./tools/testSeed.ts', './tools/testStatements.ts', './tools/testRowTypes.ts'],
    // Tests wait for events, also on a machine with a load of twenty. The limits end hanging tests.
    testTimeout: 30 * MINUTE,
    hookTimeout: 30 * MINUTE,
    teardownTimeout: 10 * MINUTE,
    expect: { poll: { timeout: 10 * MINUTE } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{domain,contract,database,server,web,bench,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...apart],
          // Files share a worker's modules: loading the server again for each would take half of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
