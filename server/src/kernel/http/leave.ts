import { once } from 'node:events';
import { Server } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Delays of a server's shutdown, in milliseconds. */
export interface Leaving {
  /**
   * Milliseconds during which `/ready` answers no before anything else, so that a proxy sends requests
   * elsewhere.
   */
  readonly drain: number;
  /** Milliseconds during which kept connections may send one more request; its answer announces the last. */
  readonly linger: number;
  /** How long requests under way may take before their connections are cut. */
  readonly most: number;
}

export const usualLeaving: Leaving = { drain: 0, linger: 1_000, most: 10_000 };

/**
 * Shuts a server down without failed calls. A kept connection closed at the arrival of its next request
 * would lose the request. Therefore every reply now closes its connection, and idle connections close only
 * after a while. Websockets are told to reconnect once `/ready` reports not ready. Callers too slow to
 * send, and unfinished work, are cut off at the end, because the process would be killed otherwise.
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

/** Milliseconds of an event loop turn in which nothing happened. */
const QUIET_TURN = 1;
/** Milliseconds spent waiting for a quiet turn. */
const LONGEST_LOOK = 5_000;

/**
 * Stops listening in a quiet turn of the event loop. Connections made by the system but not yet accepted
 * here are reset when listening ends. Each turn accepts one, so a turn without any means that none waits.
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
  // Open connections stay: only the HTTP server's close would end those without a request.
  Server.prototype.close.call(server);
}
