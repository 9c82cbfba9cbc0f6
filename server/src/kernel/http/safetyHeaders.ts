import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';

const policy = {
  // Pages on a LAN use plain http, and strict transport would lock them out; it is set only behind TLS.
  hsts: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      // Components write styles into the page at run time: style elements, not attributes.
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

/** Adds security headers to every answer. The headers never change, so the library builds them once. */
export async function tellSafety(app: FastifyInstance): Promise<void> {
  const headers = new Map(Object.entries(await safetyHeaders()));
  app.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeaders(headers);
    done();
  });
}

/** Returns the headers that the library sets first, by name. */
async function safetyHeaders(): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(helmet, policy);
  asked.get('/', async (_, { raw }) => raw.getHeaders());
  const reply = await asked.inject('/');
  await asked.close();
  return reply.json();
}
