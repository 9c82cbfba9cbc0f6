import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runningAs } from './account.ts';
import { DatabaseError } from '../connection.ts';
import { CLEAN_ENVIRONMENT } from './cluster.ts';
import type { DataFolder } from './folder.ts';
import { waitForProcessEnd, processesOf, signalProcess } from './processes.ts';

const LOG_LIMIT = 10 * 1024 * 1024;
const STOP_MILLISECONDS = 30_000;

export interface Launch {
  readonly native: string;
  readonly folder: DataFolder;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** Server accepting connections; `ended` settles on any end. */
export interface Postmaster {
  readonly pid: number;
  readonly ended: Promise<void>;
}

/**
 * Cleans up after an earlier server and starts a new one. @returns once connections are accepted. @throws
 * DatabaseError with the end of PostgreSQL's log.
 */
export async function launchPostgres(run: Launch): Promise<Postmaster> {
  await endLeftovers(run.folder.cluster);
  disownStaleFiles(run);
  const child = spawnPostgres(run);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  await waitUntilAccepting(run, child);
  return { pid: child.pid ?? 0, ended };
}

/** Stops the server: sessions are cut, committed work is kept. */
export async function shutDown(pid: number): Promise<void> {
  signalProcess(pid, 'SIGINT');
  if (await waitForProcessEnd(pid, STOP_MILLISECONDS)) return;
  signalProcess(pid, 'SIGQUIT');
  if (await waitForProcessEnd(pid, STOP_MILLISECONDS)) return;
  signalProcess(pid, 'SIGKILL');
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
    // Separate process group: Ctrl-C must reach the product, to stop the database last.
    detached: true,
    cwd: '/',
    stdio: ['ignore', output, output],
    env: CLEAN_ENVIRONMENT,
  });
  fs.closeSync(output);
  return child;
}

async function waitUntilAccepting({ folder, say }: Launch, child: ChildProcess): Promise<void> {
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

// Reads the server state from line eight of postmaster.pid, like pg_ctl; a replica is a standby.
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
 * Stops a killed process's server or orphaned backends. The caller holds the folder lock; no foreign server
 * is affected.
 */
async function endLeftovers(cluster: string): Promise<void> {
  const found = processesOf(cluster);
  const postmaster = Number(pidFile(cluster)[0]);
  if (found.includes(postmaster)) await shutDown(postmaster);
  // Backends without a postmaster accept no request; committed work is already in the log.
  for (const pid of processesOf(cluster)) {
    signalProcess(pid, 'SIGKILL');
    await waitForProcessEnd(pid, STOP_MILLISECONDS);
  }
}

// The pid in these files may belong to a zombie or another program, and PostgreSQL would refuse to start.
// With our pid PostgreSQL sees its parent and takes the file over; the shared memory check remains.
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
