// Server: the product's API and the means to run the server.
import { createApp } from './app.ts';
import type { AppOptions } from './app.ts';

export { createApp } from './app.ts';
export type { AppOptions, LogLevel } from './app.ts';
export { fillNameForms } from './modules/catalog/index.ts';
export { hasSealedSecrets, hashPassword, sealSecrets } from './modules/session/index.ts';

export interface ServerOptions extends AppOptions {
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface RunningServer {
  /** `http://host:port`. */
  readonly address: string;
  readonly port: number;
  /** Stops accepting requests, finishes those in progress, and closes the database. */
  readonly stop: () => Promise<void>;
}

/** Serves API and web. Fails when the port is taken. */
export async function startServer({
  host = '127.0.0.1',
  port,
  ...options
}: ServerOptions): Promise<RunningServer> {
  const app = await createApp({ log: true, ...options });
  try {
    const address = await app.listen({ host, port });
    return { address, port: portOf(app.server.address(), port), stop: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}

const portOf = (address: unknown, fallback: number): number =>
  typeof address === 'object' && address !== null && 'port' in address
    ? Number(address.port)
    : fallback;
