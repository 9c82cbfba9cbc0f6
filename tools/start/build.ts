import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Folder of the built pages. */
export const WEB_ROOT = path.join(ROOT, 'web/dist');
const STAMP = 'built-from.txt';
const SOURCES = ['package-lock.json', 'web', 'contract/src', 'domain/src'];

/** Addresses of the pages and of the API, both built into the pages. */
export interface Addresses {
  readonly basePath: string;
  readonly apiBase: string;
}

interface BuildFailure {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly signal?: NodeJS.Signals | null;
}

/** The pages can't be built; the message holds the builder's own words. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** Builds the web pages unless already built from identical sources. */
export async function buildWeb(addresses: Addresses, say: (line: string) => void): Promise<void> {
  const wanted = sourceHash(addresses);
  const stamp = path.join(WEB_ROOT, STAMP);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the web pages …');
  const fresh = `${WEB_ROOT}.new-${process.pid}`;
  const old = `${WEB_ROOT}.old-${process.pid}`;
  try {
    await runVite(fresh, addresses);
    compressBuild(fresh);
    fs.writeFileSync(path.join(fresh, STAMP), wanted);
    // Swapped in whole, so that a running server never serves half a build.
    if (fs.existsSync(WEB_ROOT)) fs.renameSync(WEB_ROOT, old);
    fs.renameSync(fresh, WEB_ROOT);
  } finally {
    for (const folder of [fresh, old]) fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function runVite(outDir: string, { basePath, apiBase }: Addresses): Promise<void> {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = ['--config', 'web/vite.config.ts', '--outDir', outDir, '--emptyOutDir'];
  const env = { ...process.env, BASE_PATH: basePath, API_BASE: apiBase, NODE_ENV: 'production' };
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', 'web', ...config], {
      cwd: ROOT,
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    // SAFETY: the error of a failed program has output and signal; another error has none of these fields.
    const { stdout, stderr, signal } = error as BuildFailure;
    const output = `${stdout ?? ''}${stderr ?? ''}`;
    const killed = signal === 'SIGKILL' ? '\nThe build was killed: it needs 1.5 GB of memory.' : '';
    throw new BuildError(`The web pages could not be built:\n${output}${killed}`, { cause: error });
  }
}

/** Hash of all inputs of the built pages. */
export function sourceHash({ basePath, apiBase }: Addresses, root: string = ROOT): string {
  const hash = createHash('sha256').update(`${basePath}\n${apiBase}\n`);
  for (const file of SOURCES.flatMap((source) => listBuildInputs(root, source)).toSorted()) {
    hash.update(`${file}\n`).update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

function listBuildInputs(root: string, relative: string): string[] {
  if (fs.statSync(path.join(root, relative)).isFile()) return [relative];
  return fs
    .readdirSync(path.join(root, relative), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('dist') && name !== 'node_modules')
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .flatMap(({ name }) => listBuildInputs(root, path.join(relative, name)));
}

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|wasm)$/;

function compressBuild(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!COMPRESSIBLE.test(name) || !fs.statSync(file).isFile()) continue;
    const content = fs.readFileSync(file);
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(content, { level: 9 }));
    const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 };
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(content, { params: quality }));
  }
}
