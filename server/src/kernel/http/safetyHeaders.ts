import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';

const policy = {
  // Pages on a LAN are plain http: a strict transport would lock them out, so it is asked for behind TLS alone.
  hsts: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      // The components write their styles into the page as it runs: style elements, not attributes of markup.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'frame-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'self'"],
    },
  },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  originAgentCluster: false,
} as const;

/**
 * Says with every answer what a browser is to refuse. It is the same each time, so the library is asked for it once: by
 * itself it would put it together for each answer.
 */
export async function tellSafety(app: FastifyInstance): Promise<void> {
  const headers = new Map(Object.entries(await safetyHeaders()));
  app.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeaders(headers);
    done();
  });
}

/** What the library sets before anything else does, by the names of the headers. */
async function safetyHeaders(): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(helmet, policy);
  asked.get('/', async (_, { raw }) => raw.getHeaders());
  const reply = await asked.inject('/');
  await asked.close();
  return reply.json();
}
