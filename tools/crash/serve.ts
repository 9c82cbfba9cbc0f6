// Serves the API alone over the database that a parent process names: for the bench, which measures it, and for the
// crash test, which kills it. The parent gets the port over the channel; without the parent it ends.
import type { Connection } from '@tradehouse/database';
import { startServer } from '@tradehouse/server';

/** What the parent says in SERVE, as JSON. */
interface Order {
  readonly database: Connection;
  readonly worker: Connection;
  readonly port: number;
}

// SAFETY: written by the parent, which is the product's own.
const { database, worker, port } = JSON.parse(process.env['SERVE'] ?? '') as Order;
const server = await startServer({ host: '127.0.0.1', port, database, worker });
process.send?.({ port: server.port });
process.once('disconnect', () => void end());
process.once('SIGTERM', () => void end());

async function end(): Promise<never> {
  await server.stop();
  process.exit(0);
}
