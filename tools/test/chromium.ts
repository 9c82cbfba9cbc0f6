import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';

/** The shell first: it is the same browser without the windows, which cost processor time and which no story sees. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * The browser's program file: CHROMIUM, else one that is installed, else Debian's, installed now when root may.
 * Fails when `signal` ends the installation.
 */
export async function findChromium(
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const found = installed() ?? (await install(say, signal));
  if (found !== undefined) return found;
  throw new Error(
    'The browser stories need Chromium: install it (on Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM to its program file.',
  );
}

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':').concat('/usr/bin', '/usr/local/bin');
  const known = folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
  return [process.env['CHROMIUM'] ?? '', ...known].find((file) => file !== '' && runs(file));
}

function runs(file: string): boolean {
  return fs.existsSync(file) && spawnSync(file, ['--version', '--no-sandbox']).status === 0;
}

async function install(
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const apt = '/usr/bin/apt-get';
  if (process.getuid?.() !== 0 || !fs.existsSync(apt)) return undefined;
  say('Installing Chromium and Chinese fonts …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: readonly string[]): Promise<unknown> =>
    once(spawn(apt, args, { stdio: ['ignore', 'ignore', 'inherit'], env, signal }), 'close');
  await run('update', '-q');
  const add = async (...packages: readonly string[]): Promise<string | undefined> => {
    await run('install', '-y', '-q', '--no-install-recommends', ...packages);
    return installed();
  };
  return (
    (await add('chromium-headless-shell', 'fonts-noto-cjk')) ??
    (await add('chromium', 'fonts-noto-cjk'))
  );
}
