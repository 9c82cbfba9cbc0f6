import type http from 'node:http';
import multipart from '@fastify/multipart';
import {
  CALLS_PER_MINUTE,
  COMPANY_CALLS_PER_MINUTE,
  FILE_SIZE_LIMIT,
  apiVersion,
} from '@tradehouse/contract';
import type { Connection, Database } from '@tradehouse/database';
import Fastify from 'fastify';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { describeApi } from './kernel/http/apiPage.ts';
import { SMALLEST_BODY } from './kernel/http/bodyLimit.ts';
import { answerFailures } from './kernel/http/failures.ts';
import { createHostLookup } from './kernel/http/hostLookup.ts';
import { createOutgoing } from './kernel/http/outgoing.ts';
import { BRINGING, SENDING, WORK, createHeavyWork } from './kernel/http/heavyWork.ts';
import { MARGIN, answerInTime, usualLimits } from './kernel/http/inTime.ts';
import type { TimeLimits } from './kernel/http/inTime.ts';
import { createJobs } from './kernel/live/jobs.ts';
import type { JobHandlers } from './kernel/live/jobs.ts';
import { READ_LIMIT, closeLanes, createLanes, usualSizes } from './kernel/tx/lanes.ts';
import type { LaneSizes, Lanes } from './kernel/tx/lanes.ts';
import { leaveInPeace, usualLeaving } from './kernel/http/leave.ts';
import type { Leaving } from './kernel/http/leave.ts';
import { listenOnChannels } from './kernel/live/listener.ts';
import { withinTime } from './kernel/http/withinTime.ts';
import { measureRequests, tellMetrics } from './kernel/http/metrics.ts';
import type { MetricsAddress } from './kernel/http/metrics.ts';
import { NEWS, newsOf } from './kernel/live/news.ts';
import { PROGRESS, progressFromPayload } from './kernel/live/progress.ts';
import { refuseWith } from './kernel/refuse.ts';
import { RIGHTS } from './kernel/tx/rights.ts';
import { OneLine } from './kernel/http/oneLine.ts';
import { tellSafety } from './kernel/http/safetyHeaders.ts';
import { createSessions } from './kernel/http/session.ts';
import { takeSockets } from './kernel/live/socketRoutes.ts';
import { createSockets } from './kernel/live/sockets.ts';
import type { Sockets } from './kernel/live/sockets.ts';
import { isCanonical } from './kernel/http/target.ts';
import { compileAtFirstValue } from './kernel/http/validators.ts';
import { createVault } from './kernel/access/vault.ts';
import { createThrottle } from './kernel/http/throttle.ts';
import { serveWeb } from './kernel/http/webPages.ts';
import { crontab, createJobHandlers, modules, recurringWorkOf, unfolded } from './modules.ts';

/** Least severity logged. `info`: every request; `warn` and `error`: problems and failures. */
export type LogLevel = 'info' | 'warn' | 'error';

export interface AppOptions {
  /** Connection to the database in the application role. */
  readonly database: Connection;
  /**
   * Connection for all transactions, through a pooler that lends a connection to each; default `database`.
   */
  readonly pooled?: Connection;
  /** Replicas of the database for lists and reports; default none. */
  readonly replicas?: readonly Connection[];
  /** Connection of the relay and job runner; without it, this process runs no background work. */
  readonly worker?: Connection | null;
  readonly jobs?: JobHandlers;
  /** Where the API lies; default /api. */
  readonly apiBase?: string;
  /** Where the web pages lie; default /. */
  readonly basePath?: string;
  /** The folder of the built web pages; null serves none. */
  readonly webRoot?: string | null;
  /** Proxies whose forwarded-for header is trusted; default none. */
  readonly trustedProxies?: readonly string[];
  /** Connections at most. */
  readonly lanes?: LaneSizes;
  /** Milliseconds allowed for one statement of a list, report or export; default 30,000. */
  readonly readLimit?: number;
  /** Milliseconds that a call waits for a connection to the database; default 10,000. */
  readonly connectionWait?: number;
  /** Where the metrics are told; default nowhere. */
  readonly metrics?: MetricsAddress | null;
  /** Is the API page public? Default: only users get the API description, without a page. */
  readonly apiPage?: boolean;
  /** Private networks open to requests, for example with a CAS server; default none. */
  readonly internalNetworks?: readonly string[];
  /** Private networks where companies' carriers may be asked; default none. */
  readonly carrierNetworks?: readonly string[];
  /**
   * Keys that seal second-factor secrets: the first seals, all open. Without a key, no second factor can be
   * set up.
   */
  readonly secretKeys?: readonly string[];
  /** Writes logs in JSON lines to the standard output or the given writer; default no. */
  readonly log?: boolean | { readonly write: (line: string) => void };
  /** Lowest level logged; default every request. */
  readonly logLevel?: LogLevel;
  /** How long a call may take. */
  readonly limits?: TimeLimits;
  readonly leaving?: Partial<Leaving>;
  /** Changes allowed per user and minute; default 3,000, above any scanner or till. */
  readonly writesPerMinute?: number;
  /** More routes, for tests of the kernel itself. */
  readonly extra?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

const MALFORMED = '/.malformed-target';
const WRITES_PER_MINUTE = 3_000;
/** Limits of a rate request: people wait for rates, so slow carriers are skipped and answers are short. */
const CARRIER_TIMEOUT = 5_000;
const CARRIER_ANSWER = 64 * 1024;

/** Builds the server without a port. `close()` waits for work in progress. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { apiBase = '/api', basePath = '/', webRoot = null, worker = null } = options;
  const app = Fastify(serverOptions(options)).setValidatorCompiler(compileAtFirstValue);
  const lanes = createLanes(options.pooled ?? options.database, {
    sizes: options.lanes ?? usualSizes,
    readLimit: options.readLimit ?? READ_LIMIT,
    wait: options.connectionWait,
    waiting: unfolded,
    replicas: options.replicas ?? [],
    say: (sentence) => app.log.warn(sentence),
  });
  const db = lanes.short;
  const sockets = provideKernel(app, lanes, options);
  answerInTime(app, options.limits ?? usualLimits);
  const { isLeaving } = leaveInPeace(app, { ...usualLeaving, ...options.leaving });
  await protectRequests(app);
  if ((options.trustedProxies ?? []).length === 0) tellOfProxy(app);
  await takeSockets(app, sockets, apiBase);
  await describeApi(app, apiBase, options.apiPage ?? false);
  const registry = measureRequests(app);
  const { metrics = null } = options;
  if (metrics !== null) await tellMetrics(app, registry, metrics);
  answerHealth(app, db, isLeaving);
  await app.register(
    async (api) => {
      onlyDeclared(api);
      for (const module of [...modules, ...(options.extra ?? [])]) await module(api);
    },
    { prefix: apiBase },
  );
  await serveWeb(app, { webRoot, basePath, apiBase });
  if (worker !== null) await runJobs(app, worker, db, options.jobs);
  return app;
}

function serverOptions({
  log = false,
  logLevel = 'info',
  trustedProxies = [],
}: AppOptions): FastifyHttpOptions<http.Server> {
  return {
    // Another offered protocol, like curl's HTTP/2, is declined by an answer in this one (RFC 9110 7.8).
    http: {
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: usualLimits.call,
    connectionTimeout: usualLimits.file + MARGIN,
    forceCloseConnections: 'idle',
    // Requests still arriving on a kept connection are served; the answer announces the last.
    return503OnClosing: false,
    bodyLimit: SMALLEST_BODY,
    exposeHeadRoutes: false,
    // A non-canonical target reaches only the route that refuses the request.
    rewriteUrl: ({ url = '' }) => (isCanonical(url) ? url : MALFORMED),
    logController: new OneLine(),
    logger: log !== false && {
      level: logLevel,
      ...(log === true ? {} : { stream: log }),
      // No headers, no bodies, no query: tokens, passwords and names stay out of the log.
      serializers: {
        req: ({ method, url, ip }) => ({ method, path: url.split('?')[0], ip }),
        res: ({ statusCode }) => ({ statusCode }),
      },
    },
  };
}

function provideKernel(
  app: FastifyInstance,
  lanes: Lanes,
  {
    database,
    internalNetworks = [],
    carrierNetworks = [],
    secretKeys = [],
    writesPerMinute = WRITES_PER_MINUTE,
  }: AppOptions,
): Sockets {
  const db = lanes.short;
  const sessions = createSessions(db);
  const sockets = createSockets(db, sessions);
  app.decorate('kernel', {
    db,
    lanes,
    sessions,
    heavy: createHeavyWork(WORK),
    uploads: createHeavyWork(WORK),
    bringing: createHeavyWork(BRINGING),
    sending: createHeavyWork(SENDING),
    exports: new Map(),
    lists: new Map(),
    calls: createThrottle(CALLS_PER_MINUTE, 60_000),
    companyCalls: createThrottle(COMPANY_CALLS_PER_MINUTE, 60_000),
    egress: { internal: internalNetworks },
    carriers: {
      internal: carrierNetworks,
      timeout: CARRIER_TIMEOUT,
      most: CARRIER_ANSWER,
      lookup: createHostLookup(),
    },
    outgoing: createOutgoing(),
    vault: createVault(secretKeys),
    writes: createThrottle(writesPerMinute, 60_000),
  });
  app.decorateRequest('asker', null);
  app.decorateRequest('program', null);
  app.decorateRequest('session', null);
  app.decorateRequest('position', null);
  const channels = {
    [RIGHTS]: (tenantId: string) => {
      sessions.forgetTenant(tenantId);
      sockets.recheck(tenantId);
    },
    [NEWS]: (payload: string) => {
      const news = newsOf(payload);
      if (news !== null) sockets.news(news);
    },
    [PROGRESS]: (payload: string) => {
      const progress = progressFromPayload(payload);
      if (progress !== null) sockets.progress(progress);
    },
  };
  const listener = listenOnChannels(database, channels, () => {
    sessions.forgetAll();
    sockets.recheck();
    sockets.newsForAll();
  });
  app.addHook('onClose', async () => {
    await listener.stop();
    await closeLanes(lanes);
  });
  return sockets;
}

/** Logs once that an untrusted proxy forwards requests: all callers then count as one client. */
function tellOfProxy(app: FastifyInstance): void {
  let isReported = false;
  app.addHook('onRequest', async (request) => {
    if (isReported || request.headers['x-forwarded-for'] === undefined) return;
    isReported = true;
    app.log.warn(`${request.ip} forwards requests, but TRUSTED_PROXIES does not name it`);
  });
}

async function protectRequests(app: FastifyInstance): Promise<void> {
  answerFailures(app);
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'],
    url: MALFORMED,
    schema: { hide: true },
    handler: async () => refuseWith('request.malformed'),
  });
  await tellSafety(app);
  // Two Host headers are refused: one machine reads the first and another the second (RFC 9112 3.2).
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) refuseWith('request.malformed');
  });
  app.addHook('onRequest', async ({ protocol }, reply) => {
    if (protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
  app.addHook('onRequest', async ({ routeOptions: { config } }, reply) => {
    if (config.endpoint?.path.startsWith('/openapi/') === true)
      reply.header('x-api-version', apiVersion);
  });
  await app.register(multipart, {
    limits: { files: 1, fileSize: FILE_SIZE_LIMIT, fields: 0, parts: 1 },
  });
}

/** Below the API base a route comes from `mount`, or the server does not start. */
function onlyDeclared(api: FastifyInstance): void {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.endpoint === undefined)
      throw new Error(`${String(method)} ${url} is not declared in the contract`);
  });
}

/** Milliseconds that a readiness check waits for the database. */
const READY_WAIT = 2_000;

function answerHealth(app: FastifyInstance, db: Kysely<Database>, isLeaving: () => boolean): void {
  const hidden = { schema: { hide: true } };
  app.get('/health', hidden, async () => ({ status: 'ok' }));
  app.get('/ready', hidden, async (_, reply) => {
    if (isLeaving()) return reply.status(503).send({ status: 'stopping' });
    try {
      await withinTime(sql`select 1`.execute(db), READY_WAIT);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'database unreachable' });
    }
  });
}

async function runJobs(
  app: FastifyInstance,
  worker: Connection,
  db: Kysely<Database>,
  more: JobHandlers = {},
): Promise<void> {
  const jobs = await createJobs({
    connection: worker,
    handlers: { ...createJobHandlers(db), ...more },
    crontab,
    rounds: recurringWorkOf(app.kernel),
    log: app.log,
  });
  app.addHook('onClose', () => jobs.stop());
}
