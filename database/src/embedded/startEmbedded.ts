import { codeOf } from '../errorCode.ts';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseError } from '../connection.ts';
import type { Connection } from '../connection.ts';
import { postgresFolder, reachableBinaries } from './binaries.ts';
import { ADMINISTRATOR, makeCluster } from './cluster.ts';
import { findDataFolder, openDataFolder, openSocketFolder, type DataFolder } from './folder.ts';
import { holderOf, lockFolder } from './lock.ts';
import { launchPostgres, shutDown, type Launch, type Postmaster } from './postmaster.ts';
import { signalProcess } from './processes.ts';
import { serverSettings, type Profile } from './settings.ts';

export interface EmbeddedOptions {
  /** Folder of the database, log and socket. */
  readonly dataDir: string;
  /** May be kept under /var/lib/tradehouse when PostgreSQL's user can't reach `dataDir`. Default false. */
  readonly movable?: boolean;
  readonly reachable?: string;
  readonly profile?: Profile;
  /** Refuses a folder without a database. Default false. */
  readonly existing?: boolean;
  /** Receives progress lines for the waiting user. Default: silent. */
  readonly say?: (line: string) => void;
  /** Called when the database ended and could not be started again. */
  readonly onLost?: (reason: Error) => void;
}

export interface Embedded {
  readonly connection: Connection;
  /** Where the data really is. */
  readonly folder: string;
  /** Finishes current work, stops the server and releases the folder. */
  stop(): Promise<void>;
}

interface Supervised {
  stop(): Promise<void>;
}

const DATABASE = 'tradehouse';
// A server repeatedly living shorter has a problem beyond a restart.
const SETTLED_MILLISECONDS = 5000;
const SHORT_LIVES = 3;

/**
 * Starts the bundled PostgreSQL on a data folder, creating the database first if needed. A server ending by
 * itself is restarted. @throws DatabaseError with one sentence: folder taken, unreachable or not writable,
 * or PostgreSQL refuses.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startOn(options);
  } catch (error) {
    throw toUnwritableFolderError(error, options.dataDir) ?? error;
  }
}

/** Sentence for an unwritable folder's file system error; null for other failures. */
function toUnwritableFolderError(error: unknown, dataDir: string): DatabaseError | null {
  const code = codeOf(error);
  if (typeof code !== 'string' || !['EROFS', 'EACCES', 'EPERM'].includes(code)) return null;
  return new DatabaseError(
    `The data folder ${path.resolve(dataDir)} can't be written to (${code}): make it writable, or set DATA_DIR to another.`,
    { cause: error },
  );
}

async function startOn(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, movable = false, reachable, existing = false } = options;
  const wanted = { dataDir, movable, ...(reachable && { reachable }) };
  if (existing) expectDatabase(findDataFolder(wanted));
  const folder = openDataFolder(wanted);
  const lock = await lockFolder(folder.root);
  try {
    const run = prepareLaunch(folder, options);
    const server = await supervisePostgres(run, options.onLost ?? (() => {}));
    const connection = {
      host: run.socketFolder,
      port: 5432,
      user: ADMINISTRATOR,
      database: DATABASE,
    };
    lock.announce(connection);
    const stop = async (): Promise<void> => {
      await server.stop();
      if (!run.socketFolder.startsWith(folder.root))
        fs.rmSync(run.socketFolder, { recursive: true });
      await lock.release();
    };
    return { connection, folder: folder.root, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function expectDatabase(folder: string): void {
  if (fs.existsSync(path.join(folder, 'postgres/PG_VERSION'))) return;
  throw new DatabaseError(`There is no database in ${folder}: run npm start first.`);
}

function prepareLaunch(folder: DataFolder, options: EmbeddedOptions): Launch {
  const { reachable, profile = 'durable', say = () => {} } = options;
  const native = reachableBinaries(postgresFolder(), folder.account, reachable);
  if (makeCluster(native, folder, profile)) say(`Made a database in ${folder.root}`);
  const socketFolder = openSocketFolder(folder);
  return { native, folder, socketFolder, settings: serverSettings(profile, socketFolder), say };
}

/** Connection to a data folder's running database, or null. */
export async function runningDatabase(options: {
  readonly dataDir: string;
  readonly movable?: boolean;
}): Promise<Connection | null> {
  const folder = findDataFolder({ movable: false, ...options });
  const holder = await holderOf(folder);
  if (holder !== null && holder.connection === null) {
    throw new DatabaseError(`Tradehouse is just starting on ${folder}: try again in a moment.`);
  }
  return holder?.connection ?? null;
}

/** Restarts an ended server, also after an end during recovery. */
async function relaunchPostgres(run: Launch, tries = SHORT_LIVES): Promise<Postmaster> {
  try {
    return await launchPostgres(run);
  } catch (error) {
    if (tries === 0) throw error;
    run.say('PostgreSQL ended in its recovery; starting it again …');
    return relaunchPostgres(run, tries - 1);
  }
}

async function supervisePostgres(
  run: Launch,
  onLost: (reason: Error) => void,
): Promise<Supervised> {
  let stopping = false;
  let current = await launchPostgres(run);
  const watch = async (shortLives = 0): Promise<void> => {
    const since = Date.now();
    await current.ended;
    if (stopping) return;
    const short = Date.now() - since < SETTLED_MILLISECONDS;
    if (short && shortLives === SHORT_LIVES) {
      throw new DatabaseError(`PostgreSQL ends right after its start: see ${run.folder.log}.`);
    }
    run.say('PostgreSQL ended unexpectedly; starting it again …');
    current = await relaunchPostgres(run);
    await (stopping ? shutDown(current.pid) : watch(short ? shortLives + 1 : 0));
  };
  const watching = watch().catch(onLost);
  // The database ends with this process, except on a kill.
  const lastWord = (): void => signalProcess(current.pid, 'SIGINT');
  process.once('exit', lastWord);
  return {
    async stop() {
      stopping = true;
      await shutDown(current.pid);
      await watching;
      process.off('exit', lastWord);
    },
  };
}
