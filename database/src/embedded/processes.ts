import { codeOf } from '../errorCode.ts';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Checks if a process runs. Zombies, possibly never reaped in a container, do not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\S+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Finds all PostgreSQL processes of this cluster by working directory. */
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

/** Sends a signal; a process already gone is no error. */
export function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** True once the process is gone, false if running after `milliseconds`. */
export async function waitForProcessEnd(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isRunning(pid)) {
    if (Date.now() > end) return false;
    await wait(10);
  }
  return true;
}
