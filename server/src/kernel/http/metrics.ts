import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Passwords compared by this process: every sign-in by password compares one, whatever is wrong with it. */
export const passwordChecks = new Counter({
  name: 'password_checks_total',
  help: 'Passwords compared',
  registers: [],
});

/** Where the metrics are told: an address of their own, so that no proxy in front of the product reaches them. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
}

/** Measures every request by route, never by tenant or user. */
export function measure(app: FastifyInstance): Registry {
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
  return registry;
}

/** Answers `GET /metrics` there until the server closes; fails where the port is taken. Answers the port. */
export async function tellMetrics(
  app: FastifyInstance,
  registry: Registry,
  { host, port }: MetricsAddress,
): Promise<number> {
  const server = createServer(({ method, url }, reply) => {
    if (method !== 'GET' || url !== '/metrics') return reply.writeHead(404).end();
    registry.metrics().then(
      (text) => reply.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => reply.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // SAFETY: it listens at a port, so it has one.
  return (server.address() as AddressInfo).port;
}
