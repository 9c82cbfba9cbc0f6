import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../refuse.ts';
import { LARGEST_FRAME } from './sockets.ts';
import type { Socket, Sockets } from './sockets.ts';

/** The host as addresses write it, without the port that goes without saying; null where it is none. */
const hostIn = (address: string): string | null => URL.parse(address)?.host ?? null;

/** A browser says which site's page opens the connection: another's may not, whatever token it has. */
async function refuseForeignPage({ headers, host }: FastifyRequest): Promise<void> {
  const { origin } = headers;
  if (origin === undefined) return;
  const [scheme] = origin.split('://');
  if (hostIn(origin) === null || hostIn(origin) !== hostIn(`${scheme}://${host}`))
    refuse('access.denied');
}

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
      { websocket: true, schema: { hide: true }, preValidation: refuseForeignPage },
      (socket: Socket, { params }: FastifyRequest) => {
        // SAFETY: the address above names it.
        const { userId } = params as { readonly userId: string };
        sockets.admit(socket, userId);
      },
    );
  }
}
