// The product as a process of its own, on a data folder of its own, for tests of how it starts and stops.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const PASSWORD = 'Given-by-hand-1';

interface Run {
  readonly child: ChildProcess;
  /** Everything it has said. */
  readonly text: () => string;
}

/** Sends a signal, if given, and waits for the exit code of a process. */
export async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const end = once(child, 'exit');
    if (signal !== undefined) child.kill(signal);
    await end;
  }
  return child.exitCode;
}

/** Creates a data folder, deleted after the tests of a file; its processes are stopped after each test. */
export function aProductFolder() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-start-'));
  const running: ChildProcess[] = [];
  afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  afterEach(async () => {
    for (const child of running.splice(0)) await ended(child, 'SIGTERM');
  });

  function run(command: 'start' | 'verify', settings: Record<string, string> = {}): Run {
    const child = spawn(process.execPath, ['tools/enter.mjs', command], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: dataDir,
        TRADEHOUSE_DEMO_PASSWORD: PASSWORD,
        ...settings,
      },
    });
    running.push(child);
    let said = '';
    child.stdout.on('data', (part) => (said += String(part)));
    child.stderr.on('data', (part) => (said += String(part)));
    return { child, text: () => said };
  }

  /** Starts the product and waits for its address. */
  async function started(settings?: Record<string, string>) {
    const product = run('start', settings);
    await expect.poll(product.text).toContain('Tradehouse is ready');
    const port = /localhost:(\d+)/.exec(product.text())?.[1] ?? '';
    return { ...product, port, url: `http://127.0.0.1:${port}` };
  }

  return { dataDir, run, started };
}
