// What tests of the kernel stand on: a wire to the database that counts and breaks.
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '@tradehouse/database';

/** A way to the database that tests can watch and cut. */
export interface Wire {
  readonly connection: Connection;
  /** Times the server said "ready for the next statement" since the last call: the round trips. */
  readonly roundTrips: () => number;
  /** Waits until no connection is in a transaction or waits for an answer. */
  readonly quiet: () => Promise<void>;
  /** The next COMMIT reaches the database, its answer never comes back. */
  readonly loseNextCommit: () => void;
  readonly stop: () => Promise<void>;
}

/** Lays a wire to `connection`. */
export async function aWire(connection: Connection): Promise<Wire> {
  let ready = 0;
  let losing = false;
  const sockets = new Set<net.Socket>();
  const busy = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = connection.host.startsWith('/')
      ? net.connect({ path: `${connection.host}/.s.PGSQL.${connection.port}` })
      : net.connect({ host: connection.host, port: connection.port });
    let lost = false;
    const read = messageReader((type, body) => {
      if (type !== 'Z') return;
      ready += 1;
      // I: idle; T or E: in a transaction, which goes on or failed.
      if (body === 'I') busy.delete(near);
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        busy.delete(near);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      if (losing && bytes.includes('commit\0')) {
        losing = false;
        lost = true;
      }
      busy.add(near);
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      // The database has answered the commit, so it is done: now no one hears of it.
      if (lost) near.destroy();
      else near.write(bytes);
      read(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    connection: { ...connection, host: '127.0.0.1', port },
    roundTrips() {
      const before = ready;
      ready = 0;
      return before;
    },
    async quiet() {
      while (busy.size > 0) await wait(5);
    },
    loseNextCommit() {
      losing = true;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The round trips of some work: the fewest of a few tries, since now and then a session is looked up afresh. */
export async function fewestTrips(wire: Wire, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    wire.roundTrips();
    await work();
    // A read answers before its commit does.
    await wire.quiet();
    counts.push(wire.roundTrips());
  }
  return Math.min(...counts);
}

/** Walks the server's messages (a type byte and a length) however they are cut into chunks. */
function messageReader(seen: (type: string, body: string) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      seen(String.fromCharCode(rest[0] ?? 0), rest.toString('latin1', 5, length));
      rest = rest.subarray(length);
    }
  };
}
