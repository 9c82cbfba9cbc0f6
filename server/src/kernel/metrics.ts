import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Passwords compared by this process: every sign-in by password compares one, whatever is wrong with it. */
export const passwordChecks = new Counter({
  name: 'password_checks_total',
  help: 'Passwords compared',
  registers: [],
});

/** Measures every request by route, never by tenant or user, and answers /metrics to this machine alone. */
export function measure(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(passwordChecks);
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isLoopback(request.socket.remoteAddress)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const isLoopback = (address = ''): boolean => /^(::ffff:)?127\.|^::1$/.test(address);
