// What server tests stand on: a real server over a database of its own, two companies, and a typed client.
import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Endpoint, InputOf, ReplyOf } from '@tradehouse/contract';
import { openDatabasePool, createTenant, seedPlatform } from '@tradehouse/database';
import type {
  Connection,
  CreatedTenant,
  Database,
  NewTenant,
  SeededRoleCode,
} from '@tradehouse/database';
import { testDatabase } from '@tradehouse/database/testing';
import type { TestDatabase } from '@tradehouse/database/testing';
import type { ErrorKey } from '@tradehouse/domain';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { PostgresQueryCompiler, sql } from 'kysely';
import type { KyselyPlugin, Transaction } from 'kysely';
import { createApp } from './app.ts';
import type { AppOptions } from './app.ts';
import type { Context } from './kernel/access/context.ts';
import { aWire } from './kernel/testing.ts';
import type { Wire } from './kernel/testing.ts';
import { inTenant } from './kernel/tx/transaction.ts';

/** True in `npm run test:all`, which tries all cases of the costly tests; `npm test` tries a fixed part. */
export const isFullMatrix = process.env['TEST_MATRIX'] === 'full';

/** Number of random cases: `few` in `npm test`, `all` in the full matrix. */
export const sampledRuns = (few: number, all: number): number => (isFullMatrix ? all : few);

/** Every `step`-th item, starting with number `offset`; all items in the full matrix. */
export const everyNth = <T>(items: readonly T[], step: number, offset: number): readonly T[] =>
  isFullMatrix ? items : items.filter((_, at) => at % step === offset % step);

/** Company of a test: id, owner (signs in with `code`) and first records. */
export interface TestCompany extends CreatedTenant {
  readonly code: string;
}

/** Reply of a refused call. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly key: ErrorKey;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Thrown by `call` when the server refused. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.status} ${refusal.key} ${JSON.stringify(refusal.data)}`);
    this.refusal = refusal;
  }
}

export interface As {
  /** Whose token; default: the owner of the first company. */
  readonly token?: string;
  readonly language?: 'zh-cn' | 'en';
  /** The Idempotency-Key. */
  readonly key?: string;
}

export interface NewUser {
  readonly loginName: string;
  /** One of the roles every company starts with; default none. */
  readonly role?: SeededRoleCode;
  readonly roleId?: string;
  readonly institutionId?: string;
  readonly hideAmounts?: boolean;
  readonly company?: TestCompany;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  /** `demo`: where tests play. */
  readonly company: TestCompany;
  /** `other`: whose ids must be as good as missing to the first. */
  readonly stranger: TestCompany;
  /** The token of a user of this test, whose password is `passwordOf(loginName)`. */
  readonly signIn: (loginName: string) => Promise<string>;
  /** The endpoint's unwrapped answer; throws Refused. */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: string | As,
  ) => Promise<ReplyOf<E>>;
  /** The refusal of a call that must not succeed. */
  readonly refusal: <E extends Endpoint>(
    endpoint: E,
    input: unknown,
    as?: string | As,
  ) => Promise<Refusal>;
  /** The raw answer, for whatever the two above hide. `path` lies below the API base. */
  readonly request: (
    method: Endpoint['method'],
    path: string,
    input?: unknown,
    as?: string | As,
  ) => Promise<LightMyRequestResponse>;
  /** Brings a file to a call that takes one; the unwrapped answer, or what `refusal` answers. */
  readonly upload: <E extends Endpoint>(
    endpoint: E,
    file: { readonly name: string; readonly bytes: Uint8Array },
    input: InputOf<E>,
    token?: string,
  ) => Promise<ReplyOf<E> & Partial<Refusal>>;
  readonly addUser: (user: NewUser) => Promise<string>;
  /** Arranges rows of a company directly, as the server's own role would write them. */
  readonly arrange: <T>(
    company: TestCompany,
    work: (tx: Transaction<Database>) => Promise<T>,
  ) => Promise<T>;
  readonly stop: () => Promise<void>;
}

/** Hashes a password as the browser does before sending. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');
/** The password of a test's user. */
export const passwordOf = (loginName: string): string => `Tested-${loginName}-9`;
/** Hashes a password as the product does, with the cheapest parameters; a check reads the parameters from the hash. */
export const storedPasswordOf = (loginName: string): Promise<string> =>
  hash(sha256(passwordOf(loginName)), { memoryCost: 8, timeCost: 1 });

export interface TestOptions extends Partial<AppOptions> {
  /** Puts something between the server and its database, in place of a pooler. */
  readonly reach?: (connection: Connection) => Promise<Connection>;
}

/** Milliseconds until a call of a test counts as hanging, however busy the machine is. */
const HALF_HOUR = 1_800_000;

/** A server over a fresh database with the menu and two companies, `demo` and `other`. Stop it when the file is done. */
export async function aServer({ reach, ...options }: TestOptions = {}): Promise<TestServer> {
  const { original, company, stranger } = await (seeded ??= seed());
  const database = await testDatabase(original);
  const app = await createApp({
    ...(await waysTo(database, reach)),
    secretKeys: ['a key for tests'],
    // One user here does the work of many.
    writesPerMinute: Number.POSITIVE_INFINITY,
    limits: { call: HALF_HOUR, file: HALF_HOUR },
    readLimit: HALF_HOUR,
    connectionWait: HALF_HOUR,
    ...options,
  });
  const tokens = new Map<string, Promise<string>>();

  async function request(
    method: Endpoint['method'],
    path: string,
    input: unknown = {},
    as: string | As = {},
  ): Promise<LightMyRequestResponse> {
    const {
      token = await signIn('demo'),
      language = 'en',
      key,
    } = typeof as === 'string' ? { token: as } : as;
    const headers = {
      'x-http-language': language,
      ...(token === '' ? {} : { 'x-access-token': token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const url = `${options.apiBase ?? '/api'}${path}`;
    return method === 'GET' || method === 'DELETE'
      ? app.inject({ method, url, headers, query: asQuery(input) })
      : app.inject({ method, url, headers, payload: input as object });
  }

  async function signIn(loginName: string): Promise<string> {
    const before = tokens.get(loginName);
    if (before !== undefined) return before;
    const signingIn = (async () => {
      const reply = await app.inject({
        method: 'POST',
        url: `${options.apiBase ?? '/api'}/user/login`,
        payload: { loginName, password: sha256(passwordOf(loginName)) },
      });
      const { data } = reply.json<{ data: { token?: string } }>();
      if (data.token === undefined) throw new Refused(refusalIn(reply));
      return data.token;
    })();
    tokens.set(loginName, signingIn);
    signingIn.catch(() => tokens.delete(loginName));
    return signingIn;
  }

  return {
    app,
    database,
    company,
    stranger,
    signIn,
    request,
    async call(endpoint, input, as) {
      const reply = await request(endpoint.method, endpoint.path, input, as);
      if (reply.statusCode !== 200) throw new Refused(refusalIn(reply));
      const body = reply.json<{ data?: never; result?: never }>();
      return (endpoint.envelope === 'success' ? body.result : body.data) as never;
    },
    async refusal(endpoint, input, as) {
      const reply = await request(endpoint.method, endpoint.path, input, as);
      if (reply.statusCode === 200)
        throw new Error(`${endpoint.path} was not refused: ${reply.body}`);
      return refusalIn(reply);
    },
    async upload({ path }, { name, bytes }, input, token) {
      const edge = 'edge-of-the-part';
      const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
      const reply = await app.inject({
        method: 'POST',
        url: `${options.apiBase ?? '/api'}${path}`,
        query: asQuery(input),
        headers: {
          'x-access-token': token ?? (await signIn('demo')),
          'x-http-language': 'en',
          'content-type': `multipart/form-data; boundary=${edge}`,
        },
        payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
      });
      return (
        reply.statusCode === 200 ? reply.json<{ data: never }>().data : refusalIn(reply)
      ) as never;
    },
    addUser: (user) => addUser(database, user.company ?? company, user),
    arrange: (owner, work) => inTenant(database.app, owner.tenantId, 'begin', work),
    async stop() {
      await app.close();
      await database.drop();
    },
  };
}

async function waysTo(
  { connections: { app, pooled } }: TestDatabase,
  reach: TestOptions['reach'],
): Promise<Pick<AppOptions, 'database' | 'pooled'>> {
  return reach === undefined ? { database: app, pooled } : { database: await reach(app) };
}

/** Test server with an interruptible connection to its database. */
export interface WiredServer extends TestServer {
  readonly wire: Wire;
}

/** Starts a test server with an interruptible connection to its database. */
export async function aWiredServer(options: Omit<TestOptions, 'reach'> = {}): Promise<WiredServer> {
  const wires: Wire[] = [];
  const server = await aServer({
    ...options,
    reach: async (connection) => {
      const wire = await aWire(connection);
      wires.push(wire);
      return wire.connection;
    },
  });
  const [wire] = wires;
  if (wire === undefined) throw new Error('the server reached its database by no wire');
  const stop = async (): Promise<void> => {
    await server.stop();
    await wire.stop();
  };
  return { ...server, wire, stop };
}

const asQuery = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
  );

function refusalIn(reply: LightMyRequestResponse): Refusal {
  const { code, message, data } = reply.json<Omit<Refusal, 'status' | 'key'>>();
  return { status: reply.statusCode, code, key: data['key'] as ErrorKey, message, data };
}

/** A database with the menu and both companies. */
interface Seeded {
  readonly original: TestDatabase;
  readonly company: TestCompany;
  readonly stranger: TestCompany;
}

/** Made once in a process; every server gets a copy. */
let seeded: Promise<Seeded> | undefined;

async function seed(): Promise<Seeded> {
  const original = await testDatabase();
  const owner = openDatabasePool(original.connections.owner, { size: 1 });
  try {
    await seedPlatform(owner, () => storedPasswordOf('admin'));
    const create = async (code: string): Promise<TestCompany> => {
      const tenant: NewTenant = {
        code,
        name: code,
        userLimit: 1000,
        language: 'en',
        owner: {
          loginName: code,
          name: code,
          passwordHash: await storedPasswordOf(code),
        },
      };
      return { code, ...(await createTenant(owner, tenant)) };
    };
    return { original, company: await create('demo'), stranger: await create('other') };
  } finally {
    await owner.destroy();
  }
}

/** Statements that a use case sends, in order, as the database receives them. */
export async function recordStatements(
  context: Context,
  use: (recorded: Context) => Promise<unknown>,
): Promise<readonly string[]> {
  const statements: string[] = [];
  const compiler = new PostgresQueryCompiler();
  const recording: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(compiler.compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await use({ ...context, tx: context.tx.withPlugin(recording) as typeof context.tx });
  return statements;
}

/** Counts the SQL statements of a use case, for tests that more records need no more statements. */
export const statementsOf = async (
  context: Context,
  use: (counted: Context) => Promise<unknown>,
): Promise<number> => (await recordStatements(context, use)).length;

async function addUser(
  database: TestDatabase,
  company: TestCompany,
  user: NewUser,
): Promise<string> {
  const { tenantId, roleIds } = company;
  const { loginName, role, roleId = role === undefined ? null : roleIds[role] } = user;
  const passwordHash = await storedPasswordOf(loginName);
  return inTenant(database.app, tenantId, 'begin', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into app_user (tenant_id, login_name, name, role_id, institution_id, hide_amounts)
      values (${tenantId}, ${loginName}, ${loginName}, ${roleId}, ${user.institutionId ?? null}, ${user.hideAmounts ?? false})
      returning id`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`
      insert into login (login_name, tenant_id, user_id, password_hash)
      values (${loginName}, ${tenantId}, ${id}, ${passwordHash})`.execute(tx);
    return id;
  });
}
