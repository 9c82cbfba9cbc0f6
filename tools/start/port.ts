import net from 'node:net';

/** Fails like listening would if the port is unavailable, before any slow step. */
export async function expectFreePort(port: number, host: string): Promise<void> {
  const probe = net.createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(port, host, resolve);
  });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}
