import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { PATIENCE } from './patience.ts';

// Every worker reads this file again: what may exist only once travels in the environment.
process.env['STORY_DATA_DIR'] ??= fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-stories-'));
/** The passwords that the stories sign in with. */
process.env['TRADEHOUSE_ADMIN_PASSWORD'] ??= 'Operator-of-stories-1';
process.env['TRADEHOUSE_LANGUAGE'] ??= 'zh-cn';
process.env['TRADEHOUSE_DEMO_PASSWORD'] ??= 'Owner-of-stories-1';
const port = process.env['STORY_PORT'];
const output = path.join(import.meta.dirname, 'output');

export default defineConfig({
  testDir: 'stories',
  testMatch: '**/*.spec.ts',
  // Stories in further languages and widths are played by `npm run test:all`.
  grepInvert: process.env['TEST_MATRIX'] === 'full' ? [] : /@matrix/,
  outputDir: path.join(output, 'results'),
  // One more than the cores of the smallest machine: while one story waits for a page, another has the processor.
  workers: 3,
  // A busy machine of continuous integration may tell a story twice; how it ended at first is printed all the same.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 1_800_000,
  expect: { timeout: PATIENCE },
  reporter: process.env['STORY_REPORT']
    ? [['list'], ['json', { outputFile: process.env['STORY_REPORT'] }]]
    : 'list',
  use: {
    ...(port !== undefined && { baseURL: `http://127.0.0.1:${port}` }),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    viewport: { width: 1366, height: 768 },
    // As for a user who wants no motion: what still moves is missed by a click on a busy machine. `look` keeps it.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing slows every story down: STORY_TRACE=1 keeps the traces of those that fail.
    trace: process.env['STORY_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Windows of a worker share compiled scripts.
        '--process-per-site',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A story is over before it pays to compile better what ran often; with more room, what is new is swept out seldom.
        '--js-flags=--no-maglev --no-opt --min-semi-space-size=32',
      ],
    },
  },
  // The product itself, as `npm start` runs it, on a database of its own and whatever port is free.
  webServer: {
    command: `"${process.execPath}" tools/start.ts`,
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      // Empty: one of its own. A cluster coordinator: the stories run there.
      DATABASE_URL: process.env['STORY_DATABASE_URL'] ?? '',
      BASE_PATH: '/',
      API_BASE: '/api',
      // A line for every request was most of what a run printed.
      LOG_LEVEL: 'warn',
      TRADEHOUSE_DEMO: 'empty',
      // Where the stories' CAS server is.
      INTERNAL_NETWORKS: '127.0.0.0/8',
      // And their carriers.
      CARRIER_NETWORKS: '127.0.0.0/8',
      DATA_DIR: process.env['STORY_DATA_DIR'],
    },
    wait: { stdout: /is ready after .*localhost:(?<STORY_PORT>\d+)/ },
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 180_000 },
    timeout: 900_000,
  },
});
