// A database and a copy of it that follows its log of changes, for tests that read on the copy.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { processesOf, signalProcess } from './embedded/processes.ts';
import { startEmbedded } from './embedded/startEmbedded.ts';
import type { Embedded } from './embedded/startEmbedded.ts';

export interface TestPair {
  readonly primary: Connection;
  readonly replica: TestReplica;
  readonly stop: () => Promise<void>;
}

export interface TestReplica {
  readonly connection: Connection;
  /** From now on it takes over what was written so many milliseconds ago. */
  readonly delay: (milliseconds: number) => Promise<void>;
  /** Sends a signal to all its processes. Killed, it is started again by itself. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Starts a primary and its replica, after writing the initial data by `fill`. */
export async function aPair(fill: (primary: Connection) => Promise<void>): Promise<TestPair> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-pair-'));
  fs.chmodSync(root, 0o711);
  const folders = { primary: path.join(root, 'p'), replica: path.join(root, 'r') };
  const open = (dataDir: string): Promise<Embedded> => startEmbedded({ dataDir, profile: 'test' });
  const first = await open(folders.primary);
  await fill(first.connection);
  await first.stop();
  const inside = (folder: string, file: string): string => path.join(folder, 'postgres', file);
  fs.appendFileSync(inside(folders.primary, 'pg_hba.conf'), 'local replication all trust\n');
  spawnSync('cp', ['-a', folders.primary, folders.replica]);
  fs.rmSync(path.join(folders.replica, 'socket'), { recursive: true, force: true });
  const primary = await open(folders.primary);
  const { host, port, user } = primary.connection;
  fs.writeFileSync(inside(folders.replica, 'standby.signal'), '');
  fs.appendFileSync(
    inside(folders.replica, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
  );
  const replica = await following(
    () => open(folders.replica),
    path.join(folders.replica, 'postgres'),
  );
  return {
    primary: primary.connection,
    replica,
    async stop() {
      await replica.stop();
      await primary.stop();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

async function following(open: () => Promise<Embedded>, cluster: string): Promise<TestReplica> {
  let running: Embedded | null = await open();
  const { connection } = running;
  return {
    connection,
    delay: (milliseconds) =>
      withClient(connection, async (client) => {
        await client.query(`alter system set recovery_min_apply_delay = ${milliseconds}`);
        await client.query('select pg_reload_conf()');
      }),
    signal(name) {
      for (const pid of processesOf(cluster)) signalProcess(pid, name);
    },
    async start() {
      running ??= await open();
    },
    async stop() {
      await running?.stop();
      running = null;
    },
  };
}
