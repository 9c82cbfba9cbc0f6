import {
  connectionOf,
  runningDatabase,
  startEmbedded,
  withClient,
  type Connection,
} from '@tradehouse/database';
import type { Settings } from './settings.ts';

/** A database that is there, and how to leave it as it was found. */
export interface OpenDatabase {
  /** As its administrator. */
  readonly connection: Connection;
  /** Where it is, for a person. */
  readonly place: string;
  stop(): Promise<void>;
}

export interface Voice {
  readonly say: (line: string) => void;
  readonly lost?: (reason: Error) => void;
}

/**
 * The database the product runs on: the one DATABASE_URL names, else the embedded one, started now.
 * @param existing refuse to make one.
 */
export async function openDatabase(
  settings: Settings,
  voice: Voice,
  existing = false,
): Promise<OpenDatabase> {
  if (settings.databaseUrl !== null) return given(settings.databaseUrl);
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
 * The same database for a command beside the product: a running product's, else started for the duration.
 * A database that was never made is refused.
 */
async function reachDatabase(settings: Settings, voice: Voice): Promise<OpenDatabase> {
  if (settings.databaseUrl !== null) {
    const database = given(settings.databaseUrl);
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
/** How a shell calls the end of a command that was broken off. */
const BROKEN_OFF = 130;

/**
 * Works on that database and leaves it as it was found, however the work ends: a signal, or the end of the entry, stops
 * what was started before the command ends.
 */
export async function onDatabase<Result>(
  settings: Settings,
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
    // One that still starts is stopped once it is there.
    if (database !== undefined) void leave();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  process.channel?.unref();
  try {
    database = await reachDatabase(settings, voice);
    return asked ? await leave() : await work(database.connection);
  } catch (error) {
    // What fails because the database was stopped under it is no failure.
    if (asked) return await leave();
    throw error;
  } finally {
    await stop();
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

function given(url: string): OpenDatabase {
  const connection = connectionOf(url);
  const { host, port, database } = connection;
  return { connection, place: `${host}:${port}/${database}`, stop: async () => {} };
}
