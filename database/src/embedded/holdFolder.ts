// Process for kill tests: starts the database on a folder, prints the connection and waits.
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
