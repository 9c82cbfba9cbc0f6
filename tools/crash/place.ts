import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectionOf, runningDatabase } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { dropOn, migrateOn, nodesOf } from '@tradehouse/database/testing';
import type { ServeOrder } from './serve.ts';

/** Location of the books of the killed product. */
export interface CrashEnvironment {
  /** File for the output of its processes. */
  readonly log: string;
  /** Start order of a process, with its database. */
  readonly order: Omit<ServeOrder, 'port'>;
  /** How to look into the database while the product runs. */
  look(): Promise<Connection>;
  /** Kills the database, or a part of it, like a power cut. */
  killDatabase(): Promise<void>;
  /** Restarts the parts that the product does not restart. */
  startDatabase(): Promise<void>;
  /** Removes everything outside its folder. */
  end(): Promise<void>;
}

/** Creates an embedded PostgreSQL in a folder; the product restarts it. */
export function ownPlace(folder: string): CrashEnvironment {
  const dataDir = path.join(folder, 'data');
  return {
    log: path.join(folder, 'server.log'),
    order: { dataDir },
    async look() {
      const connection = await runningDatabase({ dataDir });
      if (connection === null) throw new Error(`no product runs on ${dataDir}`);
      return connection;
    },
    async killDatabase() {
      process.kill(postmasterOf(dataDir), 'SIGKILL');
    },
    async startDatabase() {},
    async end() {},
  };
}

/** Finds the main PostgreSQL process of a data folder. */
function postmasterOf(dataDir: string): number {
  const file = path.join(dataDir, 'postgres/postmaster.pid');
  return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
}

/**
 * Creates a separate database on a cluster.
 *
 * @param url a database of the coordinator, which knows its workers @param commands commands to kill a node
 * without warning, and to restart it
 */
export async function clusterPlace(
  folder: string,
  url: string,
  commands: { readonly kill: string; readonly start: string },
): Promise<CrashEnvironment> {
  const coordinator = connectionOf(url);
  const nodes = await nodesOf(coordinator);
  const database = `crash_${randomBytes(4).toString('hex')}`;
  const { app, worker } = await migrateOn(nodes, database);
  const shell = promisify(exec);
  return {
    log: path.join(folder, 'server.log'),
    order: { database: app, worker },
    look: async () => ({ ...coordinator, database }),
    killDatabase: async () => void (await shell(commands.kill)),
    startDatabase: async () => void (await shell(commands.start)),
    end: () => dropOn(nodes, database),
  };
}
