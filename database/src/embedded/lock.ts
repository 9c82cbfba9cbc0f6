import fs from 'node:fs';
import net from 'node:net';
import { DatabaseError } from '../connection.ts';
import type { Connection } from '../connection.ts';
import { codeOf } from '../errorCode.ts';

/** Holder of a data folder: the process, and the connection once ready. */
export interface Holder {
  readonly pid: number;
  readonly connection: Connection | null;
}

export interface FolderLock {
  /** Publishes the connection of the database on this folder to other processes. */
  announce(connection: Connection): void;
  release(): Promise<void>;
}

// Name in Linux's abstract socket space, dropped by the kernel with the process: a killed holder leaves no
// stale lock.
function lockName(folder: string): string {
  const { dev, ino } = fs.statSync(folder);
  return `\0tradehouse:${dev}:${ino}`;
}

/** Locks the data folder. @throws DatabaseError if another process holds it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  let connection: Connection | null = null;
  const server = net.createServer((asker) => {
    asker.on('error', () => asker.destroy());
    asker.end(JSON.stringify({ pid: process.pid, connection } satisfies Holder));
  });
  await listenOnLock(server, folder);
  server.unref();
  return {
    announce: (known) => (connection = known),
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function listenOnLock(server: net.Server, folder: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(lockName(folder), resolve);
    });
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    const holder = await holderOf(folder);
    const who = holder === null ? '' : ` (process ${holder.pid})`;
    throw new DatabaseError(
      `Tradehouse is already running on ${folder}${who}: stop it first, or set DATA_DIR and PORT for a second one.`,
    );
  }
}

/** Returns the holder of this data folder, or null. */
export async function holderOf(folder: string): Promise<Holder | null> {
  if (!fs.existsSync(folder)) return null;
  return new Promise((resolve) => {
    let answer = '';
    net
      .connect(lockName(folder))
      .setEncoding('utf8')
      .setTimeout(5000, function giveUp(this: net.Socket) {
        this.destroy(new Error('no answer'));
      })
      .on('data', (text: string) => (answer += text))
      .on('end', () => resolve(JSON.parse(answer)))
      .on('error', () => resolve(null));
  });
}
