import { socketCloses } from '@tradehouse/contract';
import type { SocketNews } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Scope } from '../access/context.ts';
import type { News } from './news.ts';
import type { WorkProgress } from './progress.ts';
import { isLive } from '../http/session.ts';
import type { LiveSession, Sessions } from '../http/session.ts';

/** Part of a websocket used here. */
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
  /** Accepts a connection that claims a user; its first frame must prove it. */
  readonly admit: (socket: Socket, userId: string) => void;
  readonly news: (news: News) => void;
  /** Tells the windows of a user how far their work is. */
  readonly progress: (progress: WorkProgress) => void;
  /** Notices may have been lost: everybody looks for themselves. */
  readonly newsForAll: () => void;
  /** Checks again if a company's sessions (absent: all) are unchanged. */
  readonly recheck: (tenantId?: string) => void;
  readonly stop: () => void;
}

export interface SocketLimits {
  /** Milliseconds within which the first frame must arrive. */
  readonly proof: number;
  /** Milliseconds between looking for dead connections and ended sessions. */
  readonly round: number;
  /** Windows per user; the oldest gives way. */
  readonly perUser: number;
  /** Connections that have not proved a user yet. */
  readonly unproved: number;
}

/** Maximum size of a frame sent by a window, in bytes. */
export const LARGEST_FRAME = 512;
const MOST_FRAMES = 30;
const PARTING = 2_000;
const MOST_WAITING = 64 * 1024;

const usual: SocketLimits = { proof: 5_000, round: 15_000, perUser: 30, unproved: 5_000 };

interface LiveWindow {
  readonly socket: Socket;
  readonly token: string;
  readonly tokenHash: string;
  readonly tenantId: string;
  readonly userId: string;
  /** Rights of the session when the window connected. */
  readonly reach: string;
  /** Heard of since the last round. */
  alive: boolean;
  /** Frames since the last round. */
  frames: number;
}

type LiveWindows = ReadonlyMap<string, ReadonlySet<LiveWindow>>;

/**
 * Holds the windows of signed-in users. A connection is nobody's until the first frame brings the token of
 * a live session of the user in the address. A connection closes if silent before, sending anything but
 * pings after, or no longer answering. A connection also closes when its session ends or the rights change.
 */
export function createSockets(
  db: Kysely<Database>,
  sessions: Sessions,
  limits: SocketLimits = usual,
): Sockets {
  const windows = new Map<string, Set<LiveWindow>>();
  const unproved = new Set<Socket>();

  function admit(socket: Socket, userId: string): void {
    // The longest waiting connection gives way: crowds of strangers keep out no one who proves a user at
    // once.
    const [oldest] = unproved;
    if (oldest !== undefined && unproved.size >= limits.unproved) {
      unproved.delete(oldest);
      oldest.terminate();
    }
    unproved.add(socket);
    let proving = false;
    let window: LiveWindow | null = null;
    const deadline = setTimeout(() => closeSocket(socket, socketCloses.unauthorized), limits.proof);
    socket.on('close', () => {
      clearTimeout(deadline);
      unproved.delete(socket);
      if (window !== null) removeWindow(windows, window);
    });
    socket.on('pong', () => {
      if (window !== null) window.alive = true;
    });
    socket.on('message', (data, isBinary) => {
      if (window !== null) return listenTo(window, data, isBinary);
      if (proving) return closeSocket(socket, socketCloses.unexpected);
      proving = true;
      const token = isBinary ? null : tokenIn(data);
      prove(token, userId)
        .then((session) => {
          clearTimeout(deadline);
          // The socket may have closed meanwhile.
          if (!unproved.delete(socket)) return;
          if (session === null || token === null)
            return closeSocket(socket, socketCloses.unauthorized);
          window = enter(socket, token, session);
        })
        .catch(() => closeSocket(socket, socketCloses.leaving));
    });
  }

  async function prove(token: string | null, userId: string): Promise<LiveSession | null> {
    const session = token === null ? null : await sessions.find(token);
    if (session === null || session.application !== null) return null;
    const { scope } = session;
    return scope.userId === userId && !scope.mustChangePassword ? session : null;
  }

  function enter(socket: Socket, token: string, { tokenHash, scope }: LiveSession): LiveWindow {
    const { tenantId, userId } = scope;
    const window: LiveWindow = {
      socket,
      token,
      tokenHash,
      tenantId,
      userId,
      reach: scopeFingerprintOf(scope),
      alive: true,
      frames: 0,
    };
    const company = windows.get(tenantId) ?? new Set();
    windows.set(tenantId, company);
    const own = [...company].filter((other) => other.userId === userId);
    // Removed before the other side agrees: otherwise many simultaneous windows would all close the same
    // one.
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - limits.perUser))) {
      company.delete(oldest);
      closeSocket(oldest.socket, socketCloses.unexpected);
    }
    company.add(window);
    sendSocketNews(window, { cmd: 'ready' });
    return window;
  }

  const rounds = setInterval(() => {
    for (const window of listLiveWindows(windows)) keepAlive(window);
    // Without the database no session can be checked; the next round does.
    closeEnded(db, windows).catch(() => {});
  }, limits.round);
  rounds.unref();

  return {
    admit,
    news({ tenantId, userIds }) {
      const cmd = userIds === null ? 'topic' : 'user';
      for (const window of windows.get(tenantId) ?? []) {
        if (userIds === null || userIds.has(window.userId)) sendSocketNews(window, { cmd });
      }
    },
    progress({ tenantId, userId, key, rows }) {
      for (const window of windows.get(tenantId) ?? [])
        if (window.userId === userId) sendSocketNews(window, { cmd: 'progress', key, rows });
    },
    newsForAll() {
      for (const window of listLiveWindows(windows)) sendSocketNews(window, { cmd: 'topic' });
    },
    recheck: createRecheck(windows, sessions),
    stop() {
      clearInterval(rounds);
      const sockets = [...unproved, ...listLiveWindows(windows).map(({ socket }) => socket)];
      for (const socket of sockets) closeSocket(socket, socketCloses.leaving);
    },
  };
}

/** Closes with a reason, and soon terminates without waiting for the other side. */
function closeSocket(socket: Socket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), PARTING).unref();
}

const listLiveWindows = (windows: LiveWindows): LiveWindow[] =>
  [...windows.values()].flatMap((each) => [...each]);

function removeWindow(windows: Map<string, Set<LiveWindow>>, window: LiveWindow): void {
  const company = windows.get(window.tenantId);
  company?.delete(window);
  if (company?.size === 0) windows.delete(window.tenantId);
}

function sendSocketNews({ socket }: LiveWindow, news: SocketNews): void {
  // A window that does not read is disconnected; once back, it reads the news itself.
  if (socket.bufferedAmount > MOST_WAITING) return socket.terminate();
  socket.send(JSON.stringify(news));
}

/** Accepts only pings from a window after the first frame. */
function listenTo(window: LiveWindow, data: Uint8Array, isBinary: boolean): void {
  window.alive = true;
  window.frames += 1;
  const isPing = !isBinary && objectIn(data)?.['cmd'] === 'ping';
  if (!isPing || window.frames > MOST_FRAMES)
    return closeSocket(window.socket, socketCloses.unexpected);
  sendSocketNews(window, { cmd: 'pong' });
}

function keepAlive(window: LiveWindow): void {
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

/** Serialises a session's rights, so that any change changes the text. */
const scopeFingerprintOf = (scope: Scope): string =>
  JSON.stringify(scope, (_, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value);
    if (value instanceof Set) return [...value].toSorted();
    return Array.isArray(value) ? value.toSorted() : value;
  });

/** Checks sessions a few at a time; a request during a company's check causes one more check. */
function createRecheck(windows: LiveWindows, sessions: Sessions): (tenantId?: string) => void {
  const wanted = new Set<string>();
  let running = false;

  async function check(window: LiveWindow): Promise<void> {
    const session = await sessions.find(window.token);
    if (session === null) closeSocket(window.socket, socketCloses.unauthorized);
    else if (scopeFingerprintOf(session.scope) !== window.reach)
      closeSocket(window.socket, socketCloses.changed);
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
      // Without the database no session can be checked; every round closes ended sessions.
      .catch(() => {})
      .finally(() => {
        running = false;
      });
  };
}

/**
 * Closes ended sessions by one query for all that are open: sessions also expire, and some endings cause no
 * notice.
 */
async function closeEnded(db: Kysely<Database>, windows: LiveWindows): Promise<void> {
  const open = listLiveWindows(windows);
  if (open.length === 0) return;
  const hashes = [...new Set(open.map(({ tokenHash }) => tokenHash))];
  const { rows } = await sql<{ readonly hash: string }>`
    select encode(token_hash, 'hex') as hash from session s
    where token_hash = any(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)
      and ${isLive}`.execute(db);
  const live = new Set(rows.map(({ hash }) => hash));
  for (const { socket, tokenHash } of open) {
    if (!live.has(tokenHash)) closeSocket(socket, socketCloses.unauthorized);
  }
}
