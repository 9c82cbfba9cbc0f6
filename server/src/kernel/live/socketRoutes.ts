import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseWith } from '../refuse.ts';
import { LARGEST_FRAME } from './sockets.ts';
import type { Socket, Sockets } from './sockets.ts';

/** Host in address notation, without the default port; null if invalid. */
const hostIn = (address: string): string | null => URL.parse(address)?.host ?? null;

/** Refuses another site's page, whatever its token: browsers name the site in `origin`. */
async function refuseForeignPage({ headers, host }: FastifyRequest): Promise<void> {
  const { origin } = headers;
  if (origin === undefined) return;
  const [scheme] = origin.split('://');
  if (hostIn(origin) === null || hostIn(origin) !== hostIn(`${scheme}://${host}`))
    refuseWith('access.denied');
}

/**
 * Accepts websockets at /websocket/{userId}, below the API base and at the root. The address only claims
 * the user: tokens stay out of addresses, which proxies log.
 */
export async function takeSockets(
  app: FastifyInstance,
  sockets: Sockets,
  apiBase: string,
): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: LARGEST_FRAME, perMessageDeflate: false },
    // A broken frame closes the connection and is no server fault.
    errorHandler: (error, _, request) => request.log.debug({ err: error }, 'websocket'),
    preClose: (done) => {
      sockets.stop();
      done();
    },
  });
  for (const base of new Set(['', apiBase.replace(/\/+$/, '')])) {
    app.get(
      `${base}/websocket/:userId`,
      { websocket: true, schema: { hide: true }, preValidation: refuseForeignPage },
      (socket: Socket, { params }: FastifyRequest) => {
        // SAFETY: the route's address contains `userId`.
        const { userId } = params as { readonly userId: string };
        sockets.admit(socket, userId);
      },
    );
  }
}
