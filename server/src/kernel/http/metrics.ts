import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Lanes } from '../tx/lanes.ts';
import type { PlaceCounts } from '../tx/places.ts';

/** Passwords compared by this process: every sign-in by password compares one, even if it fails. */
export const passwordChecks = new Counter({
  name: 'password_checks_total',
  help: 'Passwords compared',
  registers: [],
});

/** Postings waiting for the roll-ups in all companies, at this process's last look. */
export const unfoldedPostings = new Gauge({
  name: 'unfolded_postings',
  help: 'Postings that are not in the roll-ups yet, which every reader adds up',
  registers: [],
});

/** Address of the metrics, separate because a proxy in front of the product must not reach the metrics. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** Measures every request by route, and how full the lanes to the database are; never by tenant or user. */
export function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(passwordChecks);
  registry.registerMetric(unfoldedPostings);
  measureLanes(registry, app.kernel.lanes);
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

const laneGauges: readonly (readonly [keyof PlaceCounts, name: string, help: string])[] = [
  ['all', 'lane_places', 'Connections that companies share, by lane'],
  ['taken', 'lane_places_taken', 'Connections in use, by lane'],
  ['waiting', 'lane_waiting', 'Transactions that wait for a connection, by lane'],
];

function measureLanes(registry: Registry, { reading, writing, replicas }: Lanes): void {
  const options = { labelNames: ['lane'] as const, registers: [registry] };
  const counts = () =>
    Object.entries({ reading, writing }).map(
      ([lane, { places }]) => [{ lane }, places.counts()] as const,
    );
  for (const [count, name, help] of laneGauges) {
    const collect = (): void => {
      for (const [lane, of] of counts()) gauge.set(lane, of[count]);
    };
    const gauge = new Gauge({ ...options, name, help, collect });
  }
  const ages = new Gauge({
    name: 'replica_age_seconds',
    help: 'How old what a replica shows may be, endless while it is away',
    labelNames: ['replica'] as const,
    registers: [registry],
    collect() {
      for (const { name, age } of replicas.ages()) ages.set({ replica: name }, age / 1000);
    },
  });
  const putOff = new Counter({
    ...options,
    name: 'lane_put_off_total',
    help: 'Transactions refused because they waited too long, by lane',
    collect() {
      putOff.reset();
      for (const [lane, of] of counts()) putOff.inc(lane, of.putOff);
    },
  });
}

/** Serves `GET /metrics` until the server closes; fails if the port is taken. Returns the port. */
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
  // SAFETY: a listening server has a port.
  return (server.address() as AddressInfo).port;
}
