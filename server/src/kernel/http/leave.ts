import { once } from 'node:events';
import { Server } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a server leaves, in milliseconds. */
export interface Leaving {
  /** How long `/ready` says no before anything else happens, so that a proxy in front sends its requests elsewhere. */
  readonly drain: number;
  /** How long kept connections may come with one more request, whose answer says that it is the last. */
  readonly linger: number;
  /** How long requests under way may take before their connections are cut. */
  readonly most: number;
}

export const usualLeaving: Leaving = { drain: 0, linger: 1_000, most: 10_000 };

/**
 * Lets a server that is closed go without cutting anybody off: a kept connection that is closed just as its next request
 * comes would lose it, so every answer from now on is the connection's last, and what is idle is closed only after a while.
 * Websockets are told to come back elsewhere once it is no longer said to be ready.
 * Anyone who sends or works too slowly is cut off at the end, since the process must not be killed with its work undone.
 */
export function leaveInPeace(
  app: FastifyInstance,
  { drain, linger, most }: Leaving,
): { readonly isLeaving: () => boolean } {
  const open = new Set<Socket>();
  let leaving = false;
  let cut: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) app.server.emit('left');
    });
  });
  app.addHook('onSend', async (_, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    leaving = true;
    if (drain > 0) await wait(drain);
    cut = setTimeout(() => app.server.closeAllConnections(), most);
    if (open.size > 0) {
      const ended = new AbortController();
      await Promise.race([
        once(app.server, 'left', { signal: ended.signal }),
        wait(linger, undefined, { signal: ended.signal }),
      ]).finally(() => ended.abort());
    }
    await stopListening(app.server);
  });
  app.addHook('onClose', async () => clearTimeout(cut));
  return { isLeaving: () => leaving };
}

/** Milliseconds of a turn of the event loop in which nothing happened. */
const QUIET_TURN = 1;
/** Milliseconds that a quiet turn is looked for. */
const LONGEST_LOOK = 5_000;

/**
 * Stops listening in a quiet turn of the event loop. Connections that the system has made, but this process has not taken
 * yet, are reset when listening ends; one is taken in each turn, so a turn without any means that none waits.
 */
async function stopListening(server: Server): Promise<void> {
  const end = performance.now() + LONGEST_LOOK;
  let isQuiet = false;
  const onConnection = (): void => {
    isQuiet = false;
  };
  server.on('connection', onConnection);
  for (let now = performance.now(); !isQuiet && now < end;) {
    isQuiet = true;
    await turn();
    const began = now;
    now = performance.now();
    if (now - began > QUIET_TURN) isQuiet = false;
  }
  server.off('connection', onConnection);
  // Connections that are open stay so: only the server of HTTP would close those that have sent nothing yet.
  Server.prototype.close.call(server);
}
