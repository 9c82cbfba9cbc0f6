import { codeOf } from '../errorCode.ts';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Whether a process runs. A zombie, which no one may ever reap in a container, does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\S+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Every running process of the PostgreSQL on this cluster: each of them works inside its folder. */
export function processesOf(cluster: string): number[] {
  const folder = fs.realpathSync(cluster);
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isRunning(pid) && isPostgresIn(pid, folder));
}

function isPostgresIn(pid: number, folder: string): boolean {
  try {
    const name = path.basename(fs.readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return name === 'postgres' && fs.readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Sends a signal; a process that is gone already is what was wanted. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** True once the process is gone, false when it still runs after `milliseconds`. */
export async function gone(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isRunning(pid)) {
    if (Date.now() > end) return false;
    await wait(10);
  }
  return true;
}
