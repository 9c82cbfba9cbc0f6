import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGEST_FRAME } from './sockets.ts';
import type { Socket, Sockets } from './sockets.ts';

/**
 * Takes websockets at /websocket/{userId}, below the API base and at the root. The address only says whose the connection
 * claims to be: tokens stay out of addresses, which proxies write down.
 */
export async function takeSockets(
  app: FastifyInstance,
  sockets: Sockets,
  apiBase: string,
): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: LARGEST_FRAME, perMessageDeflate: false },
    // A broken frame closes its connection; it is no fault of the server's.
    errorHandler: (error, _, request) => request.log.debug({ err: error }, 'websocket'),
    preClose: (done) => {
      sockets.stop();
      done();
    },
  });
  for (const base of new Set(['', apiBase.replace(/\/+$/, '')])) {
    app.get(
      `${base}/websocket/:userId`,
      { websocket: true, schema: { hide: true } },
      (socket: Socket, { params }: FastifyRequest) => {
        const { userId } = params as { readonly userId: string };
        sockets.admit(socket, userId);
      },
    );
  }
}
