// Serves the API alone. For the bench: over a database named by the parent. For the crash test, which kills
// both: with an embedded database, like the product. Sends the port to the parent over the channel; ends
// with the parent.
import { migrateDatabase, startEmbedded } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { startServer } from '@tradehouse/server';

/** Parent's order in SERVE, in JSON. */
export interface ServeOrder {
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of an embedded database, started here; otherwise `database` and `worker` locate it. */
  readonly dataDir?: string;
  readonly database?: Connection;
  /** null: relays and folds nothing. */
  readonly worker?: Connection | null;
  /** Milliseconds between a signal and the end of accepting requests. */
  readonly drain?: number;
}

const exitServeProcess = (code: number): never => process.exit(code);

// SAFETY: written by the parent, a part of the product.
const {
  port,
  dataDir,
  drain = 0,
  ...given
} = JSON.parse(process.env['SERVE'] ?? '{}') as ServeOrder;
const embedded =
  dataDir === undefined
    ? null
    : await startEmbedded({ dataDir, onLost: () => exitServeProcess(1) });
const { app: database, worker } =
  embedded === null
    ? { app: given.database, worker: given.worker }
    : await migrateDatabase(embedded.connection);
if (database === undefined) throw new Error('SERVE must name a database or a folder for one.');
const server = await startServer({
  port,
  database,
  worker: worker ?? null,
  leaving: { drain },
  // Few users do the work of many.
  writesPerMinute: Number.POSITIVE_INFINITY,
});

let ending = false;
async function stopServeProcess(): Promise<void> {
  if (ending) return;
  ending = true;
  await server.stop();
  await embedded?.stop();
  exitServeProcess(0);
}
process.once('disconnect', () => void stopServeProcess());
process.once('SIGTERM', () => void stopServeProcess());
process.send?.({ port: server.port });
