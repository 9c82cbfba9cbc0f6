// Serves the API alone: over a database that a parent process names, for the bench, which measures it; or with a
// database of its own in a folder, as the product runs, for the crash test, which kills both. The parent gets the port
// over the channel; without the parent it ends.
import { migrate, startEmbedded } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { startServer } from '@tradehouse/server';

/** What the parent says in SERVE, as JSON. */
export interface Order {
  /** 0 takes any free port. */
  readonly port: number;
  /** The folder of an embedded database, started here; else `database` and `worker` say where it is. */
  readonly dataDir?: string;
  readonly database?: Connection;
  /** null: it relays and folds nothing. */
  readonly worker?: Connection | null;
  /** Milliseconds between a signal and the end of its taking requests. */
  readonly drain?: number;
}

const end = (code: number): never => process.exit(code);

// SAFETY: written by the parent, which is the product's own.
const { port, dataDir, drain = 0, ...given } = JSON.parse(process.env['SERVE'] ?? '{}') as Order;
const embedded =
  dataDir === undefined ? null : await startEmbedded({ dataDir, onLost: () => end(1) });
const { app: database, worker } =
  embedded === null
    ? { app: given.database, worker: given.worker }
    : await migrate(embedded.connection);
if (database === undefined) throw new Error('SERVE must name a database or a folder for one.');
const server = await startServer({
  port,
  database,
  worker: worker ?? null,
  leaving: { drain },
  // Few users here do the work of many.
  writesPerMinute: Number.POSITIVE_INFINITY,
});

let ending = false;
async function stop(): Promise<void> {
  if (ending) return;
  ending = true;
  await server.stop();
  await embedded?.stop();
  end(0);
}
process.once('disconnect', () => void stop());
process.once('SIGTERM', () => void stop());
process.send?.({ port: server.port });
