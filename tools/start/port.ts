import net from 'node:net';

/** Fails as listening would when the port can't be had, before anything slow is begun. */
export async function expectFreePort(port: number, host: string): Promise<void> {
  const probe = net.createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(port, host, resolve);
  });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}
