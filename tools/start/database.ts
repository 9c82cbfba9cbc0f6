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
export async function reachDatabase(settings: Settings, voice: Voice): Promise<OpenDatabase> {
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

function given(url: string): OpenDatabase {
  const connection = connectionOf(url);
  const { host, port, database } = connection;
  return { connection, place: `${host}:${port}/${database}`, stop: async () => {} };
}
