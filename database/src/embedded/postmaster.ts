import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runningAs } from './account.ts';
import { DatabaseError } from '../connection.ts';
import { CLEAN_ENVIRONMENT } from './cluster.ts';
import type { DataFolder } from './folder.ts';
import { gone, processesOf, signal } from './processes.ts';

const LOG_LIMIT = 10 * 1024 * 1024;
const STOP_MILLISECONDS = 30_000;

/** What one run of the server needs. */
export interface Launch {
  readonly native: string;
  readonly folder: DataFolder;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** A server that accepts connections; `ended` settles when it ends, for whatever reason. */
export interface Postmaster {
  readonly pid: number;
  readonly ended: Promise<void>;
}

/**
 * Clears what an earlier server left and starts one.
 * @returns once it accepts connections.
 * @throws DatabaseError with the end of PostgreSQL's log.
 */
export async function launch(run: Launch): Promise<Postmaster> {
  await endLeftovers(run.folder.cluster);
  disownStaleFiles(run);
  const child = spawnPostgres(run);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  await accepting(run, child);
  return { pid: child.pid ?? 0, ended };
}

/** Ends the server: sessions are cut, what they committed is kept. */
export async function shutDown(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await gone(pid, STOP_MILLISECONDS)) return;
  signal(pid, 'SIGQUIT');
  if (await gone(pid, STOP_MILLISECONDS)) return;
  signal(pid, 'SIGKILL');
}

/** The end of PostgreSQL's log, for a message. */
export function logTail({ log }: DataFolder, lines = 5): string {
  const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
  return text.trim().split('\n').slice(-lines).join('\n');
}

function spawnPostgres({ native, folder, settings }: Launch): ChildProcess {
  const { cluster, log, account } = folder;
  if ((fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) {
    fs.renameSync(log, `${log}.1`);
  }
  const output = fs.openSync(log, 'a', 0o640);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(native, 'bin/postgres'), ['-D', cluster, ...options], {
    ...runningAs(account),
    // A group of its own: Ctrl-C in the terminal must reach the product, which then stops the database last.
    detached: true,
    cwd: '/',
    stdio: ['ignore', output, output],
    env: CLEAN_ENVIRONMENT,
  });
  fs.closeSync(output);
  return child;
}

async function accepting({ folder, say }: Launch, child: ChildProcess): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  let nextWord = Date.now() + 5000;
  while (!isReady(folder, child)) {
    if (failure !== undefined || child.exitCode !== null || child.signalCode !== null) {
      const reason = failure?.message ?? logTail(folder);
      throw new DatabaseError(`PostgreSQL did not start: ${reason}`);
    }
    if (Date.now() > nextWord) {
      nextWord += 5000;
      say('PostgreSQL is recovering what was written before the last stop …');
    }
    await wait(10);
  }
}

// The eighth line of postmaster.pid is the server's state, as pg_ctl reads it; a copy that follows another is a standby.
function isReady({ cluster }: DataFolder, child: ChildProcess): boolean {
  const lines = pidFile(cluster);
  return Number(lines[0]) === child.pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
}

function pidFile(cluster: string): string[] {
  try {
    return fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Ends the server or the orphaned backends of a process that was killed. The caller holds the folder's lock,
 * so no one else's server can be among them.
 */
async function endLeftovers(cluster: string): Promise<void> {
  const found = processesOf(cluster);
  const postmaster = Number(pidFile(cluster)[0]);
  if (found.includes(postmaster)) await shutDown(postmaster);
  // Backends without a postmaster can't be asked; what they committed is in the log already.
  for (const pid of processesOf(cluster)) {
    signal(pid, 'SIGKILL');
    await gone(pid, STOP_MILLISECONDS);
  }
}

// The pid in these files may be a zombie's or belong to another program by now, and PostgreSQL would refuse to start.
// With our own pid in it PostgreSQL sees its parent and takes the file over; its check of shared memory stays.
function disownStaleFiles({ folder, socketFolder }: Launch): void {
  const lines = pidFile(folder.cluster);
  if (lines.length > 0) {
    const text = [String(process.pid), ...lines.slice(1)].join('\n');
    fs.writeFileSync(path.join(folder.cluster, 'postmaster.pid'), text);
  }
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    fs.rmSync(path.join(socketFolder, name), { force: true });
  }
}
