import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Bytes that the databases and browsers of a run take there at most, with room to spare. */
const ROOM = 6 * 1024 ** 3;

/**
 * A new folder for all that the tests write, which databases and browsers may enter: in memory where there is room.
 * A run makes and drops hundreds of databases of a thousand files each, which took a disk half of the time.
 */
export function scratchFolder(memory = IN_MEMORY, room = ROOM): string {
  const parent = hasRoom(memory, room) ? memory : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(parent, 'tradehouse-suite-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** Whether a folder in memory has so many bytes left, the machine too, and lets programs run. */
function hasRoom(folder: string, room: number): boolean {
  if (!fs.existsSync(folder) || process.availableMemory() < room) return false;
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= room && runsPrograms(folder);
}

function runsPrograms(folder: string): boolean {
  const program = path.join(folder, `tradehouse-probe-${process.pid}`);
  try {
    fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    fs.rmSync(program, { force: true });
  }
}
