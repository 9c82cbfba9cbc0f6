import type { Kernel } from '../kernel.ts';
import type { Access, Button, Endpoint, InputOf, OpenScope, ReplyOf } from '@tradehouse/contract';
import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { Readable } from 'node:stream';
import { allowing } from './allow.ts';
import { envelope, languageOf } from './answer.ts';
import { comesFrom } from './addresses.ts';
import { bodyLimitOf, isLarge } from './bodyLimit.ts';
import type { Call, FileReply, Upload } from './call.ts';
import { holdPlace } from './heavyWork.ts';
import type { Language, Scope } from '../context.ts';
import { requestKey } from '../tx/idempotency.ts';
import { queryValues } from './queryValues.ts';
import { refuse } from '../refuse.ts';
import { mayOpen } from '../scope.ts';
import type { Application, Session } from './session.ts';
import { later, positionOf, positionText } from '../tx/position.ts';
import type { Position } from '../tx/position.ts';
import { readAside } from '../tx/readAside.ts';
import { read, transact } from '../tx/transact.ts';
import type { Throttle } from './throttle.ts';
import { digestOf, readUpload } from './upload.ts';
import { note } from '../tx/writeDown.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `mount` alone: a route below the API base without it can't be registered. */
    readonly endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Whose request it is, before it is known whether they may ask; null for strangers. */
    asker: Scope | null;
    /** The program that asks in their name; null: no program does. */
    program: string | null;
    /** Of who was admitted. */
    session: Session | null;
    /** Up to where the caller has seen or written; null: nothing is known of it. */
    position: Position | null;
  }
}

/**
 * Says with an answer how far its reader has seen, and with a request how far the window has: what is read on a replica is no
 * older. A window that does not say so is shown what stands as it asks.
 */
export const POSITION = 'x-log-position';

/** A call without a session. */
export interface Knock {
  readonly language: Language;
  readonly address: string;
  /** What the caller says it is (its user agent). */
  readonly client: string;
}

/** The same shape, readonly all the way down: what a handler may answer. */
type Readonlies<T> = T extends readonly (infer Item)[]
  ? readonly Readonlies<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Readonlies<T[Key]> }
    : T;
type Answer<E> = E extends { readonly envelope: 'file' } ? FileReply : Readonlies<ReplyOf<E>>;

/**
 * Registers the route of an endpoint: checks the input against its schema, the session, the page and the button, hands
 * over, and lets out of the answer only what the reply's schema declares.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: InputOf<E>, call: Call) => Promise<Answer<E>>,
): void {
  if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public: use mountPublic`);
  register(app, endpoint, async (request, reply) => {
    const session = admitted(request);
    const answer = (upload: Upload | null): Promise<Answer<E>> =>
      handler(inputOf<E>(request), callOf(app, request, session, upload));
    if (endpoint.upload !== true) return answer(null);
    // A file is held in memory from its first byte on, so who has many under way is told before another is read.
    return holdPlace(app.kernel.bringing, session.scope, async () =>
      answer(await readUpload(request, reply)),
    );
  });
}

/** Registers the route of an endpoint that needs no session. */
export function mountPublic<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: InputOf<E>, knock: Knock) => Promise<Answer<E>>,
): void {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: use mount`);
  register(app, endpoint, (request) =>
    handler(inputOf<E>(request), {
      language: languageOf(request),
      address: request.ip,
      client: String(request.headers['user-agent'] ?? '').slice(0, 200),
    }),
  );
}

function register(
  app: FastifyInstance,
  endpoint: Endpoint,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const allow = allowing(endpoint.reply);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    config: { endpoint },
    bodyLimit: bodyLimitOf(endpoint),
    // By the header, before any of the body is read: who may not call costs nothing, and learns nothing of what it takes.
    onRequest: async (request, reply) => {
      if (endpoint.access !== 'public') await admit(app, endpoint, request);
      if (endpoint.upload !== true) holdWhileLarge(app.kernel, request, reply);
    },
    preValidation: async (request) => {
      if (readsQuery(endpoint)) request.query = queryValues(request.query, endpoint.input);
    },
    handler: async (request, reply) => {
      const value = await answer(request, reply)
        .finally(() => tellPosition(app, endpoint, request, reply))
        .catch((error: unknown) => {
          // Anyone who was told to be busy, or hung up, is told nothing more.
          if (!reply.sent) throw error;
          request.log.info({ err: error }, 'failed after its answer');
        });
      if (reply.sent) return closeUnsentFile(endpoint, value, reply);
      // SAFETY: the handler of such a call answers a file, as `Handler` says.
      if (endpoint.envelope === 'file') return sendFile(reply, value as FileReply);
      return sendJson(reply, envelope(endpoint, languageOf(request), allow(value)));
    },
  });
}

/** A large body takes a core for a while, so a user has few at once: as many as files. */
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

/** Also where a call failed: part of it may have been kept. */
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
  const told = wrote ?? position;
  if (told !== null) reply.header(POSITION, positionText(told));
}

const isWriting = ({ method, writes = method !== 'GET' }: Endpoint): boolean => writes;

const readsQuery = ({ method, upload }: Endpoint): boolean =>
  method === 'GET' || method === 'DELETE' || upload === true;

function schemaOf(endpoint: Endpoint): FastifySchema & { readonly summary: string } {
  const { input, summary } = endpoint;
  return { summary, ...(readsQuery(endpoint) ? { querystring: input } : { body: input }) };
}

// SAFETY: the route's schema has checked it before any handler runs.
const inputOf = <E extends Endpoint>(request: FastifyRequest): InputOf<E> =>
  (request.routeOptions.schema?.querystring ? request.query : request.body) as InputOf<E>;

/** The live session of a request; refuses with `session.missing`. */
export async function sessionOf(app: FastifyInstance, request: FastifyRequest): Promise<Session> {
  const token = request.headers['x-access-token'];
  const session = typeof token === 'string' ? await app.kernel.sessions.find(token) : null;
  return session === null || session.application !== null ? refuse('session.missing') : session;
}

/** The live session of a program, which was given this scope and calls from where it may; no person's is one. */
async function programOf(
  app: FastifyInstance,
  request: FastifyRequest,
  wanted: OpenScope,
): Promise<Session> {
  const { calls, companyCalls, sessions } = app.kernel;
  const [, token] = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '') ?? [];
  const session = token === undefined ? null : await sessions.find(token);
  if (session === null || session.application === null || session.scope.readOnly !== null)
    refuse('application.token');
  const { id, scopes, addresses } = session.application;
  request.asker = session.scope;
  request.program = id;
  const { tenantId } = session.scope;
  const whose = `${tenantId}/${id}`;
  // Refused calls are counted apart: a token that leaked uses up nothing of its program's minute.
  const mayCall = comesFrom(addresses, request.ip) && scopes.includes(wanted);
  countIn(calls, mayCall ? whose : `${whose}/refused`);
  if (!mayCall) refuse('access.denied');
  countIn(companyCalls, tenantId);
  return session;
}

/** Refuses with `request.tooMany` once a minute's calls are used up. */
function countIn(throttle: Throttle, whose: string): void {
  if (throttle.isShut(whose)) refuse('request.tooMany');
  throttle.tried(whose);
}

const admitted = ({ session }: FastifyRequest): Session => session ?? refuse('session.missing');

/** Refuses anyone whom the endpoint's declaration does not admit. */
async function admit(
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
  if (scope.mustChangePassword && beforePasswordChange !== true) refuse('password.mustChange');
  if (typeof access === 'object' && 'page' in access) refuseOutside(scope, access);
  // Before the handler: what it compares or uses up on its way to the books is not for these sessions either.
  if (isWriting(endpoint)) {
    refuseReadOnly(scope, endpoint);
    countWrite(app, scope);
  }
  request.session = session;
}

/** Refuses with `request.tooMany` who asks for more changes in a minute than people do. */
function countWrite({ kernel }: FastifyInstance, scope: Scope): void {
  countIn(kernel.writes, writerOf(scope));
}

const writerOf = ({ tenantId, userId }: Scope): string => `${tenantId}/${userId}`;

/** Takes a change that the server made in the name of its user off what that user may make in a minute. */
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

/** Makes the call of a request; every writing transaction in it has its own place under the request's key. */
export function callOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { scope, tokenHash, application }: Session,
  upload: Upload | null,
): Call {
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
    read: (use) => read(asker, use),
    readAside: async (use, gone) => {
      const seen = positionOf(request.headers[POSITION]);
      const aged = await readAside({ ...asker, gone }, seen, use);
      if (aged.position !== null) request.position = later(aged.position, request.position ?? 0n);
      return aged;
    },
    whileWaited: (work) => whileWaited(request, work),
    note: (entry) => note(asker, entry),
    transact: async (use) => {
      refuseReadOnly(scope, request.routeOptions.config.endpoint);
      writes += 1;
      let rightsChanged = false;
      const key = keyOf(request, application, upload, writes);
      const answer = await transact(asker, key, async (context) => {
        const result = await use(context);
        ({ rightsChanged } = context.journal);
        return result;
      });
      // The other processes hear of it; the one who asked this one finds it done.
      if (rightsChanged) app.kernel.sessions.forgetTenant(scope.tenantId);
      return answer;
    },
    may,
    must: (page, button) => {
      if (!may(page, button)) refuse('access.denied');
    },
  };
}

/** Refuses anyone who may open none of the pages, or lacks the button there; and strangers where it is the platform's own. */
export function refuseOutside(
  scope: Scope,
  { page, button, operator }: Extract<Access, { page: unknown }>,
): void {
  const pages = typeof page === 'string' ? [page] : page;
  if (operator === true && !scope.operator) refuse('access.denied');
  if (!pages.some((each) => mayOpen(scope, each, button))) refuse('access.denied');
}

/** A session that only reads changes nothing but what the call declares as staying open to it. */
function refuseReadOnly({ readOnly }: Scope, endpoint: Endpoint | undefined): void {
  if (readOnly === null || endpoint?.whileReadOnly?.includes(readOnly) === true) return;
  refuse(readOnly === 'expired' ? 'company.readOnly' : 'session.viewing');
}

function keyOf(
  request: FastifyRequest,
  application: Application | null,
  upload: Upload | null,
  write: number,
): ReturnType<typeof requestKey> | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > 100)
    refuse('request.field', { field: 'Idempotency-Key' });
  const { method, routeOptions, query, body = null } = request;
  // The file of a multipart request is no part of its body.
  const asked = [method, routeOptions.url, query, upload === null ? body : digestOf(upload)];
  // Programs of one user have keys of their own, apart from the user's windows: no header holds a line break.
  const own = application === null ? key : `${application.id}\n${key}`;
  return requestKey(write === 1 ? own : `${own}#${write}`, asked);
}

/** Closes a file that came too late to be sent: no one reads it to its end. */
function closeUnsentFile(
  { envelope }: Endpoint,
  value: unknown,
  reply: FastifyReply,
): FastifyReply {
  // SAFETY: as above; a call that failed has no value.
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
