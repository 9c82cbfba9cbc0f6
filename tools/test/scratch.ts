import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Peak bytes of a run's databases and browsers, with a margin. */
const ROOM = 6 * 1024 ** 3;

/**
 * Creates a folder for test output, open to databases and browsers: in memory if space allows. Hundreds of
 * databases of a thousand files took half of a run's time on a disk.
 */
export function scratchFolder(memory = IN_MEMORY, room = ROOM): string {
  const parent = hasRoom(memory, room) ? memory : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(parent, 'tradehouse-suite-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** Tests a memory folder for enough bytes, in the machine too, and for permission to run programs. */
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
