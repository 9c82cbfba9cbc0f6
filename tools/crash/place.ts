import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectionOf, runningDatabase } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { dropOn, migrateOn, nodesOf } from '@tradehouse/database/testing';
import type { Order } from './serve.ts';

/** Where the product that is killed keeps its books. */
export interface Place {
  /** The file to which a process of it writes. */
  readonly log: string;
  /** What such a process is told of its database. */
  readonly order: Omit<Order, 'port'>;
  /** How to look into the database while the product runs. */
  look(): Promise<Connection>;
  /** Ends the database, or a part of it, as a power cut would. */
  killDatabase(): Promise<void>;
  /** Brings back what does not come back with the product. */
  startDatabase(): Promise<void>;
  /** Leaves nothing of it behind but what lies in its folder. */
  end(): Promise<void>;
}

/** A PostgreSQL of the product's own in a folder, which the product starts again by itself. */
export function ownPlace(folder: string): Place {
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

/** The process that leads the PostgreSQL of a data folder. */
function postmasterOf(dataDir: string): number {
  const file = path.join(dataDir, 'postgres/postmaster.pid');
  return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
}

/**
 * A database of its own on a cluster.
 *
 * @param url a database of the coordinator, which knows its workers
 * @param commands what kills a node without warning, and what starts it again
 */
export async function clusterPlace(
  folder: string,
  url: string,
  commands: { readonly kill: string; readonly start: string },
): Promise<Place> {
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
