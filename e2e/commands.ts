import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Runs a command of the product on the database of the stories and returns the output; throws if the
 * command fails.
 */
export async function command(name: string, ...given: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    DATABASE_URL: process.env['STORY_DATABASE_URL'] ?? '',
    DATA_DIR: process.env['STORY_DATA_DIR'],
  };
  const file = path.join('tools', name);
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...given], {
    cwd: ROOT,
    env,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}
