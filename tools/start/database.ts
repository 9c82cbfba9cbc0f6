import {
  connectionOf,
  runningDatabase,
  startEmbedded,
  withClient,
  type Connection,
} from '@tradehouse/database';
import type { OperatorSettings } from './settings.ts';

/** Open database, with the way to leave it unchanged. */
export interface OpenDatabase {
  /** Administrator connection. */
  readonly connection: Connection;
  /** Location, for people. */
  readonly place: string;
  stop(): Promise<void>;
}

export interface Voice {
  readonly say: (line: string) => void;
  readonly lost?: (reason: Error) => void;
}

/**
 * Opens the product's database: DATABASE_URL, or the embedded one, started now. @param existing refuse to
 * create one
 */
export async function openDatabase(
  settings: OperatorSettings,
  voice: Voice,
  existing = false,
): Promise<OpenDatabase> {
  if (settings.databaseUrl !== null) return connectExternalDatabase(settings.databaseUrl);
  voice.say('Starting PostgreSQL …');
  const server = await startEmbedded({
    dataDir: settings.dataDir,
    movable: !settings.dataDirChosen,
    existing,
    say: voice.say,
    ...(voice.lost && { onLost: voice.lost }),
  });
  return { connection: server.connection, place: server.folder, stop: () => server.stop() };
}

/**
 * Opens the product's database for a command: a running product's, or one started meanwhile. Refuses a
 * missing database.
 */
async function reachDatabase(settings: OperatorSettings, voice: Voice): Promise<OpenDatabase> {
  if (settings.databaseUrl !== null) {
    const database = connectExternalDatabase(settings.databaseUrl);
    await withClient(database.connection, async () => {});
    return database;
  }
  const { dataDir, dataDirChosen } = settings;
  const connection = await runningDatabase({ dataDir, movable: !dataDirChosen });
  if (connection === null) return openDatabase(settings, voice, true);
  return { connection, place: dataDir, stop: async () => {} };
}

/** The channel to the entry closes when the entry is killed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;
/** Shell exit code of an interrupted command. */
const BROKEN_OFF = 130;

/**
 * Runs work on that database and leaves it unchanged, however the work ends: after a signal or the entry's
 * end, everything started stops first.
 */
export async function onDatabase<Result>(
  settings: OperatorSettings,
  voice: Voice,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  let asked = false;
  let database: OpenDatabase | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= database?.stop() ?? Promise.resolve());
  const leave = async (): Promise<never> => {
    await stop();
    process.exit(BROKEN_OFF);
  };
  const onSignal = (): void => {
    asked = true;
    // A database still starting is stopped once ready.
    if (database !== undefined) void leave();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  process.channel?.unref();
  try {
    database = await reachDatabase(settings, voice);
    return asked ? await leave() : await work(database.connection);
  } catch (error) {
    // Errors caused by stopping the database are no failure.
    if (asked) return await leave();
    throw error;
  } finally {
    await stop();
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

function connectExternalDatabase(url: string): OpenDatabase {
  const connection = connectionOf(url);
  const { host, port, database } = connection;
  return { connection, place: `${host}:${port}/${database}`, stop: async () => {} };
}
