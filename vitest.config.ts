import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{domain,contract,database,server,web,bench,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 2,
    // Files share a worker's modules: loading the server anew for each would take half of the time.
    isolate: false,
    globalSetup: ['./tools/testDatabase.ts'],
    // A test waits for a real database on a machine that may be busy; none of them measures time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
