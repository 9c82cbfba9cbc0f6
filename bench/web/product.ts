import { spawn } from 'node:child_process';
import path from 'node:path';

/** Product started by `npm start`. */
export interface BenchProduct {
  readonly address: string;
  /** Password of the demo company's owner. */
  readonly password: string;
  readonly stop: () => Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const PASSWORD = 'Owner-of-bench-1';
const READY = /is ready after .*localhost:(\d+)/;

/** Builds stale pages; starts the product on a free port with data in `dataDir`. */
export async function startBenchProduct(dataDir: string): Promise<BenchProduct> {
  const child = spawn(process.execPath, ['tools/start.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      BASE_PATH: '/',
      API_BASE: '/api',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      TRADEHOUSE_LANGUAGE: 'en',
      TRADEHOUSE_DEMO_PASSWORD: PASSWORD,
    },
    // The channel tells the child that this process was killed, so that it ends too.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = READY.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`the product did not start:\n${said}`)));
  });
  return {
    address: `http://127.0.0.1:${port}`,
    password: PASSWORD,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
