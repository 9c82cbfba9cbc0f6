import type { Kernel } from '../kernel.ts';
import type { Access, Button, Endpoint, InputOf, OpenScope, ReplyOf } from '@tradehouse/contract';
import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { Readable } from 'node:stream';
import { allowBySchema } from './allow.ts';
import { wrapInEnvelope, languageOf } from './answer.ts';
import { comesFrom } from './addresses.ts';
import { bodyLimitOf, isLarge } from './bodyLimit.ts';
import type { EndpointCall, FileReply, Upload } from './call.ts';
import { holdPlace } from './heavyWork.ts';
import type { Context, Language, Scope } from '../access/context.ts';
import { requestKey } from '../tx/idempotency.ts';
import { queryValues } from './queryValues.ts';
import { refuseWith } from '../refuse.ts';
import { mayOpen } from '../access/scope.ts';
import type { Application, LiveSession } from './session.ts';
import { laterPosition, positionOf, positionText } from '../tx/position.ts';
import type { Position } from '../tx/position.ts';
import { readAside } from '../tx/readAside.ts';
import { runReadOnly, runTransaction } from '../tx/transact.ts';
import type { Throttle } from './throttle.ts';
import { uploadDigestOf, readUpload } from './upload.ts';
import { logStandaloneEntry } from '../tx/writeDown.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `mountEndpoint` alone: a route below the API base without it can't be registered. */
    readonly endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Scope of the caller before admission; null for strangers. */
    asker: Scope | null;
    /** Program acting in the caller's name; null: none. */
    program: string | null;
    /** Session of the admitted caller. */
    session: LiveSession | null;
    /** Log position that the caller has seen or written; null: unknown. */
    position: Position | null;
  }
}

/**
 * Header with a log position: an answer carries its reader's position, a request the window's. Replica
 * reads are never older. A window without the header sees the current state.
 */
export const POSITION = 'x-log-position';

/** A call without a session. */
export interface Knock {
  readonly language: Language;
  readonly address: string;
  /** User agent reported by the caller. */
  readonly client: string;
}

/** Readonly form of a shape, at every depth: allowed handler answer. */
type Readonlies<T> = T extends readonly (infer Item)[]
  ? readonly Readonlies<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Readonlies<T[Key]> }
    : T;
type EndpointAnswer<E> = E extends { readonly envelope: 'file' }
  ? FileReply
  : Readonlies<ReplyOf<E>>;

/**
 * Registers an endpoint's route: checks input, session, page and button, calls the handler, and returns
 * only fields that the reply's schema declares.
 */
export function mountEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: InputOf<E>, call: EndpointCall) => Promise<EndpointAnswer<E>>,
): void {
  if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public: use mountPublic`);
  registerRoute(app, endpoint, async (request, reply) => {
    const session = requireSession(request);
    const answer = (upload: Upload | null): Promise<EndpointAnswer<E>> =>
      handler(inputOf<E>(request), callOf(app, request, session, upload));
    if (endpoint.upload !== true) return answer(null);
    // A file occupies memory from its first byte, so the limit is checked before another is read.
    return holdPlace(app.kernel.bringing, session.scope, async () =>
      answer(await readUpload(request, reply)),
    );
  });
}

/** Use case of an endpoint, in a transaction of the caller's tenant. */
type UseCase<E extends Endpoint> = (
  context: Context,
  input: InputOf<E>,
) => Promise<EndpointAnswer<E>>;

/** Mounts an endpoint that only reads, in one snapshot. */
export const mountRead = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  use: UseCase<E>,
): void =>
  mountEndpoint(app, endpoint, (input, { read }) => read((context) => use(context, input)));

/** Mounts an endpoint that writes. */
export const mountWrite = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  use: UseCase<E>,
): void =>
  mountEndpoint(app, endpoint, (input, { transact }) => transact((context) => use(context, input)));

export function mountPublic<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: InputOf<E>, knock: Knock) => Promise<EndpointAnswer<E>>,
): void {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: use mount`);
  registerRoute(app, endpoint, (request) =>
    handler(inputOf<E>(request), {
      language: languageOf(request),
      address: request.ip,
      client: String(request.headers['user-agent'] ?? '').slice(0, 200),
    }),
  );
}

function registerRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const allow = allowBySchema(endpoint.reply);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchemaOf(endpoint),
    config: { endpoint },
    bodyLimit: bodyLimitOf(endpoint),
    // Checks the headers before the body is read: a refused caller costs nothing, and learns nothing about
    // the input.
    onRequest: async (request, reply) => {
      if (endpoint.access !== 'public') await requireAdmission(app, endpoint, request);
      if (endpoint.upload !== true) holdWhileLarge(app.kernel, request, reply);
    },
    preValidation: async (request) => {
      if (readsQuery(endpoint)) request.query = queryValues(request.query, endpoint.input);
    },
    handler: async (request, reply) => {
      const value = await answer(request, reply)
        .finally(() => tellPosition(app, endpoint, request, reply))
        .catch((error: unknown) => {
          // A caller already answered with `server.busy`, or gone, gets no further answer.
          if (!reply.sent) throw error;
          request.log.info({ err: error }, 'failed after its answer');
        });
      if (reply.sent) return closeUnsentFile(endpoint, value, reply);
      // SAFETY: the handler of such a call returns a file, by the type `Handler`.
      if (endpoint.envelope === 'file') return sendFile(reply, value as FileReply);
      return sendJson(reply, wrapInEnvelope(endpoint, languageOf(request), allow(value)));
    },
  });
}

/** Limits a user's concurrent large bodies like files, because each occupies a core for a while. */
function holdWhileLarge(
  { bringing }: Kernel,
  { session, headers }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  if (session === null || !isLarge(headers)) return;
  const leave = bringing.enter(session.scope);
  if (raw.closed) leave();
  raw.once('close', leave);
}

/** Sends the log position, even after a failed call: part of it may be saved. */
async function tellPosition(
  app: FastifyInstance,
  endpoint: Endpoint,
  { session, position }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const wrote =
    session !== null && isWriting(endpoint)
      ? await app.kernel.lanes.replicas.wrote(session.scope)
      : null;
  const reached = wrote ?? position;
  if (reached !== null) reply.header(POSITION, positionText(reached));
}

const isWriting = ({ method, writes = method !== 'GET' }: Endpoint): boolean => writes;

const readsQuery = ({ method, upload }: Endpoint): boolean =>
  method === 'GET' || method === 'DELETE' || upload === true;

function routeSchemaOf(endpoint: Endpoint): FastifySchema & { readonly summary: string } {
  const { input, summary } = endpoint;
  return { summary, ...(readsQuery(endpoint) ? { querystring: input } : { body: input }) };
}

// SAFETY: the route's schema has checked the input before any handler runs.
const inputOf = <E extends Endpoint>(request: FastifyRequest): InputOf<E> =>
  (request.routeOptions.schema?.querystring ? request.query : request.body) as InputOf<E>;

/** The live session of a request; refuses with `session.missing`. */
export async function sessionOf(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<LiveSession> {
  const token = request.headers['x-access-token'];
  const session = typeof token === 'string' ? await app.kernel.sessions.find(token) : null;
  return session === null || session.application !== null ? refuseWith('session.missing') : session;
}

/**
 * Finds the live session of a program with the requested scope and an allowed address; a person's session
 * never matches.
 */
async function programOf(
  app: FastifyInstance,
  request: FastifyRequest,
  wanted: OpenScope,
): Promise<LiveSession> {
  const { calls, companyCalls, sessions } = app.kernel;
  const [, token] = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '') ?? [];
  const session = token === undefined ? null : await sessions.find(token);
  if (session === null || session.application === null || session.scope.readOnly !== null)
    refuseWith('application.token');
  const { id, scopes, addresses } = session.application;
  request.asker = session.scope;
  request.program = id;
  const { tenantId } = session.scope;
  const whose = `${tenantId}/${id}`;
  // Refused calls count separately: a leaked token uses up none of the program's minute.
  const mayCall = comesFrom(addresses, request.ip) && scopes.includes(wanted);
  countCall(calls, mayCall ? whose : `${whose}/refused`);
  if (!mayCall) refuseWith('access.denied');
  countCall(companyCalls, tenantId);
  return session;
}

/** Refuses with `request.tooMany` once a minute's calls are used up. */
function countCall(throttle: Throttle, whose: string): void {
  if (throttle.isShut(whose)) refuseWith('request.tooMany');
  throttle.tried(whose);
}

const requireSession = ({ session }: FastifyRequest): LiveSession =>
  session ?? refuseWith('session.missing');

async function requireAdmission(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const { access, beforePasswordChange } = endpoint;
  if (typeof access === 'object' && 'application' in access) {
    request.session = await programOf(app, request, access.application);
    return;
  }
  const session = await sessionOf(app, request);
  const { scope } = session;
  request.asker = scope;
  if (scope.mustChangePassword && beforePasswordChange !== true) refuseWith('password.mustChange');
  if (typeof access === 'object' && 'page' in access) refuseOutside(scope, access);
  // Before the handler: its comparisons and limits on the way to the books are closed to read-only sessions
  // too.
  if (isWriting(endpoint)) {
    refuseReadOnly(scope, endpoint);
    countWrite(app, scope);
  }
  request.session = session;
}

/** Refuses with `request.tooMany` more changes per minute than people make. */
function countWrite({ kernel }: FastifyInstance, scope: Scope): void {
  countCall(kernel.writes, writerOf(scope));
}

const writerOf = ({ tenantId, userId }: Scope): string => `${tenantId}/${userId}`;

/** Excludes a change that the server made in the user's name from the user's changes per minute. */
export const excuseWrite = (kernel: Kernel, scope: Scope): void =>
  kernel.writes.excused(writerOf(scope));

async function whileWaited<T>(
  { raw: { socket } }: FastifyRequest,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const leave = (): void => gone.abort(new DomainError('server.tooLong'));
  if (socket.destroyed) leave();
  socket.once('close', leave);
  return work(gone.signal).finally(() => socket.off('close', leave));
}

/** Makes the call of a request; each writing transaction has its own place under the request's key. */
export function callOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { scope, tokenHash, application }: LiveSession,
  upload: Upload | null,
): EndpointCall {
  const asker = {
    lanes: app.kernel.lanes,
    scope,
    language: languageOf(request),
    address: request.ip,
  };
  const may = (page: string, button?: Button): boolean => mayOpen(scope, page, button);
  let writes = 0;
  return {
    scope,
    tokenHash,
    application,
    language: asker.language,
    address: asker.address,
    upload,
    read: (use) => runReadOnly(asker, use),
    readAside: async (use, gone) => {
      const seen = positionOf(request.headers[POSITION]);
      const aged = await readAside({ ...asker, gone }, seen, use);
      if (aged.position !== null)
        request.position = laterPosition(aged.position, request.position ?? 0n);
      return aged;
    },
    whileWaited: (work) => whileWaited(request, work),
    note: (entry) => logStandaloneEntry(asker, entry),
    transact: async (use) => {
      refuseReadOnly(scope, request.routeOptions.config.endpoint);
      writes += 1;
      let rightsChanged = false;
      const key = requestKeyOf(request, application, upload, writes);
      const answer = await runTransaction(asker, key, async (context) => {
        const result = await use(context);
        ({ rightsChanged } = context.journal);
        return result;
      });
      // Notices inform the other processes; this process forgets the rights at once.
      if (rightsChanged) app.kernel.sessions.forgetTenant(scope.tenantId);
      return answer;
    },
    may,
    must: (page, button) => {
      if (!may(page, button)) refuseWith('access.denied');
    },
  };
}

/**
 * Refuses callers who may open none of the pages or lack the button, and strangers at the platform's own
 * endpoints.
 */
export function refuseOutside(
  scope: Scope,
  { page, button, operator }: Extract<Access, { page: unknown }>,
): void {
  const pages = typeof page === 'string' ? [page] : page;
  if (operator === true && !scope.operator) refuseWith('access.denied');
  if (!pages.some((each) => mayOpen(scope, each, button))) refuseWith('access.denied');
}

/** Refuses changes in a read-only session, unless the call declares `whileReadOnly`. */
function refuseReadOnly({ readOnly }: Scope, endpoint: Endpoint | undefined): void {
  if (readOnly === null || endpoint?.whileReadOnly?.includes(readOnly) === true) return;
  refuseWith(readOnly === 'expired' ? 'company.readOnly' : 'session.viewing');
}

function requestKeyOf(
  request: FastifyRequest,
  application: Application | null,
  upload: Upload | null,
  write: number,
): ReturnType<typeof requestKey> | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > 100)
    refuseWith('request.field', { field: 'Idempotency-Key' });
  const { method, routeOptions, query, body = null } = request;
  // The file of a multipart request is not part of the body.
  const asked = [method, routeOptions.url, query, upload === null ? body : uploadDigestOf(upload)];
  // Programs of a user have their own keys, apart from the user's windows: no header holds a line break.
  const own = application === null ? key : `${application.id}\n${key}`;
  return requestKey(write === 1 ? own : `${own}#${write}`, asked);
}

/** Closes a file that came too late: no one reads it to the end. */
function closeUnsentFile(
  { envelope }: Endpoint,
  value: unknown,
  reply: FastifyReply,
): FastifyReply {
  // SAFETY: checked by the type `Handler`; a failed call has no value.
  const body = envelope === 'file' ? (value as FileReply | undefined)?.body : undefined;
  if (body instanceof Readable) body.destroy();
  return reply;
}

function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function sendFile(reply: FastifyReply, { name, type, body }: FileReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(body);
}
