import { socketCloses } from '@tradehouse/contract';
import type { SocketNews } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Scope } from '../context.ts';
import type { News } from './news.ts';
import type { Progress } from './progress.ts';
import { isLive } from '../http/session.ts';
import type { Session, Sessions } from '../http/session.ts';

/** As much of a websocket as is used here. */
export interface Socket {
  readonly bufferedAmount: number;
  readonly send: (text: string) => void;
  readonly close: (code: number) => void;
  readonly terminate: () => void;
  readonly ping: () => void;
  readonly on: <E extends keyof SocketEvents>(event: E, heard: SocketEvents[E]) => void;
}

interface SocketEvents {
  readonly message: (data: Uint8Array, isBinary: boolean) => void;
  readonly close: () => void;
  readonly pong: () => void;
}

/** The open windows of this process. */
export interface Sockets {
  /** Takes a connection that claims to be this user's; its first frame has to prove it. */
  readonly admit: (socket: Socket, userId: string) => void;
  readonly news: (news: News) => void;
  /** Tells the windows of a user how far their work is. */
  readonly progress: (progress: Progress) => void;
  /** Notices may have been lost: everybody looks for themselves. */
  readonly newsForAll: () => void;
  /** Looks again whether the sessions of a company (absent: of all) still are what they were. */
  readonly recheck: (tenantId?: string) => void;
  readonly stop: () => void;
}

export interface SocketLimits {
  /** Milliseconds within which the first frame has to come. */
  readonly proof: number;
  /** Milliseconds between looking for dead connections and ended sessions. */
  readonly round: number;
  /** Windows of one user; the oldest gives way. */
  readonly perUser: number;
  /** Connections that have not proved anything yet. */
  readonly unproved: number;
}

/** The largest frame anybody has to send, in bytes. */
export const LARGEST_FRAME = 512;
const MOST_FRAMES = 30;
const PARTING = 2_000;
const MOST_WAITING = 64 * 1024;

const usual: SocketLimits = { proof: 5_000, round: 15_000, perUser: 30, unproved: 5_000 };

interface Window {
  readonly socket: Socket;
  readonly token: string;
  readonly tokenHash: string;
  readonly tenantId: string;
  readonly userId: string;
  /** What the session could reach when the window came. */
  readonly reach: string;
  /** Heard of since the last round. */
  alive: boolean;
  /** Frames since the last round. */
  frames: number;
}

type Windows = ReadonlyMap<string, ReadonlySet<Window>>;

/**
 * Keeps the windows of people who are signed in. A connection is no one's until its first frame brings the token of a live
 * session of the user its address names. It is closed when it stays silent before that, sends anything but pings after
 * it, stops answering, or when its session ends or may reach something else.
 */
export function createSockets(
  db: Kysely<Database>,
  sessions: Sessions,
  limits: SocketLimits = usual,
): Sockets {
  const windows = new Map<string, Set<Window>>();
  const unproved = new Set<Socket>();

  function admit(socket: Socket, userId: string): void {
    // Who waits longest gives way: strangers that come in crowds keep no one out who proves themselves at once.
    const [oldest] = unproved;
    if (oldest !== undefined && unproved.size >= limits.unproved) {
      unproved.delete(oldest);
      oldest.terminate();
    }
    unproved.add(socket);
    let proving = false;
    let window: Window | null = null;
    const deadline = setTimeout(() => shut(socket, socketCloses.unauthorized), limits.proof);
    socket.on('close', () => {
      clearTimeout(deadline);
      unproved.delete(socket);
      if (window !== null) drop(windows, window);
    });
    socket.on('pong', () => {
      if (window !== null) window.alive = true;
    });
    socket.on('message', (data, isBinary) => {
      if (window !== null) return listenTo(window, data, isBinary);
      if (proving) return shut(socket, socketCloses.unexpected);
      proving = true;
      const token = isBinary ? null : tokenIn(data);
      prove(token, userId)
        .then((session) => {
          clearTimeout(deadline);
          // It may have gone meanwhile.
          if (!unproved.delete(socket)) return;
          if (session === null || token === null) return shut(socket, socketCloses.unauthorized);
          window = enter(socket, token, session);
        })
        .catch(() => shut(socket, socketCloses.leaving));
    });
  }

  async function prove(token: string | null, userId: string): Promise<Session | null> {
    const session = token === null ? null : await sessions.find(token);
    if (session === null || session.application !== null) return null;
    const { scope } = session;
    return scope.userId === userId && !scope.mustChangePassword ? session : null;
  }

  function enter(socket: Socket, token: string, { tokenHash, scope }: Session): Window {
    const { tenantId, userId } = scope;
    const window: Window = {
      socket,
      token,
      tokenHash,
      tenantId,
      userId,
      reach: reachOf(scope),
      alive: true,
      frames: 0,
    };
    const company = windows.get(tenantId) ?? new Set();
    windows.set(tenantId, company);
    const own = [...company].filter((other) => other.userId === userId);
    // Gone at once, not when the other side agrees: many that come together would all send the same one away.
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - limits.perUser))) {
      company.delete(oldest);
      shut(oldest.socket, socketCloses.unexpected);
    }
    company.add(window);
    say(window, { cmd: 'ready' });
    return window;
  }

  const rounds = setInterval(() => {
    for (const window of all(windows)) keepAlive(window);
    // Without the database no one can be asked; the next round does.
    closeEnded(db, windows).catch(() => {});
  }, limits.round);
  rounds.unref();

  return {
    admit,
    news({ tenantId, userIds }) {
      const cmd = userIds === null ? 'topic' : 'user';
      for (const window of windows.get(tenantId) ?? []) {
        if (userIds === null || userIds.has(window.userId)) say(window, { cmd });
      }
    },
    progress({ tenantId, userId, key, rows }) {
      for (const window of windows.get(tenantId) ?? [])
        if (window.userId === userId) say(window, { cmd: 'progress', key, rows });
    },
    newsForAll() {
      for (const window of all(windows)) say(window, { cmd: 'topic' });
    },
    recheck: createRecheck(windows, sessions),
    stop() {
      clearInterval(rounds);
      const sockets = [...unproved, ...all(windows).map(({ socket }) => socket)];
      for (const socket of sockets) shut(socket, socketCloses.leaving);
    },
  };
}

/** Says why, and does not wait long for the other side to agree. */
function shut(socket: Socket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), PARTING).unref();
}

const all = (windows: Windows): Window[] => [...windows.values()].flatMap((each) => [...each]);

function drop(windows: Map<string, Set<Window>>, window: Window): void {
  const company = windows.get(window.tenantId);
  company?.delete(window);
  if (company?.size === 0) windows.delete(window.tenantId);
}

function say({ socket }: Window, news: SocketNews): void {
  // Anyone who does not read what was sent is told no more; coming back, they look for themselves.
  if (socket.bufferedAmount > MOST_WAITING) return socket.terminate();
  socket.send(JSON.stringify(news));
}

/** After the first frame a window says nothing but that it is there. */
function listenTo(window: Window, data: Uint8Array, isBinary: boolean): void {
  window.alive = true;
  window.frames += 1;
  const isPing = !isBinary && objectIn(data)?.['cmd'] === 'ping';
  if (!isPing || window.frames > MOST_FRAMES) return shut(window.socket, socketCloses.unexpected);
  say(window, { cmd: 'pong' });
}

function keepAlive(window: Window): void {
  if (!window.alive) return window.socket.terminate();
  window.alive = false;
  window.frames = 0;
  window.socket.ping();
}

function objectIn(data: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(data));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function tokenIn(data: Uint8Array): string | null {
  const token = objectIn(data)?.['token'];
  return typeof token === 'string' ? token : null;
}

/** Everything a session may reach, as a text that differs when any of it does. */
const reachOf = (scope: Scope): string =>
  JSON.stringify(scope, (_, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value);
    if (value instanceof Set) return [...value].toSorted();
    return Array.isArray(value) ? value.toSorted() : value;
  });

/** Checks sessions a few at a time; what comes while a company is being checked makes one more check after it. */
function createRecheck(windows: Windows, sessions: Sessions): (tenantId?: string) => void {
  const wanted = new Set<string>();
  let running = false;

  async function check(window: Window): Promise<void> {
    const session = await sessions.find(window.token);
    if (session === null) shut(window.socket, socketCloses.unauthorized);
    else if (reachOf(session.scope) !== window.reach) shut(window.socket, socketCloses.changed);
  }

  async function run(): Promise<void> {
    for (const tenantId of wanted) {
      wanted.delete(tenantId);
      const waiting = [...(windows.get(tenantId) ?? [])].values();
      const worker = async (): Promise<void> => {
        for (const window of waiting) await check(window);
      };
      await Promise.all([worker(), worker()]);
    }
  }

  return (tenantId) => {
    for (const id of tenantId === undefined ? windows.keys() : [tenantId]) wanted.add(id);
    if (running) return;
    running = true;
    run()
      // Without the database no one can be checked; every round asks whose session has ended.
      .catch(() => {})
      .finally(() => {
        running = false;
      });
  };
}

/** Sessions end by time too, and some of their endings are told to no one: one question for all that are open. */
async function closeEnded(db: Kysely<Database>, windows: Windows): Promise<void> {
  const open = all(windows);
  if (open.length === 0) return;
  const hashes = [...new Set(open.map(({ tokenHash }) => tokenHash))];
  const { rows } = await sql<{ readonly hash: string }>`
    select encode(token_hash, 'hex') as hash from session s
    where token_hash = any(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)
      and ${isLive}`.execute(db);
  const live = new Set(rows.map(({ hash }) => hash));
  for (const { socket, tokenHash } of open) {
    if (!live.has(tokenHash)) shut(socket, socketCloses.unauthorized);
  }
}
