// A process for tests to kill: starts the database on the folder it is given, prints its connection and waits.
import { startEmbedded } from './startEmbedded.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const { connection } = await startEmbedded({ dataDir });
  process.stdout.write(`${JSON.stringify(connection)}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
