import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';

/**
 * The headless shell first: the same browser without windows, which cost processor time and serve no story.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * Finds the browser's program: CHROMIUM, an installed one, or Debian's, installed now if root may. Fails if
 * `signal` ends the installation.
 */
export async function findChromium(
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const found = findInstalledChromium() ?? (await installChromium(say, signal));
  if (found !== undefined) return found;
  throw new Error(
    'The browser stories need Chromium: install it (on Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM to its program file.',
  );
}

function findInstalledChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':').concat('/usr/bin', '/usr/local/bin');
  const known = folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
  return [process.env['CHROMIUM'] ?? '', ...known].find(
    (file) => file !== '' && canRunChromium(file),
  );
}

function canRunChromium(file: string): boolean {
  return fs.existsSync(file) && spawnSync(file, ['--version', '--no-sandbox']).status === 0;
}

async function installChromium(
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
    return findInstalledChromium();
  };
  return (
    (await add('chromium-headless-shell', 'fonts-noto-cjk')) ??
    (await add('chromium', 'fonts-noto-cjk'))
  );
}
