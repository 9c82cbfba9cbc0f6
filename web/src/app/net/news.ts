import { socketCloses, socketPath } from '@tradehouse/contract';
import type { SocketGreeting, SocketNews, SocketPing } from '@tradehouse/contract';
import type { UserSession } from '../session/session.ts';
import { tellProgress } from './progress.ts';

/** Milliseconds: until a lost connection is tried again, and between signs of life. */
const RECONNECT = 5_000;
const HEARTBEAT = 20_000;

export interface Hears {
  /** New messages may exist. */
  readonly news: () => void;
  /** News come by themselves from now on, or no longer. */
  readonly live: (live: boolean) => void;
}

const socketAddressOf = (userId: string): URL => {
  const address = new URL(`${__API_BASE__}${socketPath(userId)}`, globalThis.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
};

/** Reports the beginning or end of live messages. */
function newsIn(data: unknown): SocketNews | null {
  try {
    const news: SocketNews | null = JSON.parse(String(data));
    return news?.cmd === undefined ? null : news;
  } catch {
    return null;
  }
}

/**
 * Listens for new messages until the returned function is called. Reconnects five seconds after a loss;
 * closes a connection silent for twenty seconds after a ping. Never reconnects after the session's end.
 */
export function hearNews({ token, user }: UserSession, hears: Hears): () => void {
  let socket: WebSocket | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    again = undefined;
    const fresh = new WebSocket(socketAddressOf(user.id));
    socket = fresh;
    const lost = (mayReturn: boolean): void => {
      if (socket !== fresh) return;
      socket = null;
      clearTimeout(beat);
      hears.live(false);
      if (mayReturn) again ??= setTimeout(connect, RECONNECT);
    };
    const waitForLife = (asked: boolean): void => {
      clearTimeout(beat);
      beat = setTimeout(() => {
        if (asked) {
          fresh.close();
          lost(true);
          return;
        }
        if (fresh.readyState === WebSocket.OPEN)
          fresh.send(JSON.stringify({ cmd: 'ping' } satisfies SocketPing));
        waitForLife(true);
      }, HEARTBEAT);
    };
    fresh.addEventListener('open', () =>
      fresh.send(JSON.stringify({ token } satisfies SocketGreeting)),
    );
    fresh.addEventListener('message', ({ data }) => {
      waitForLife(false);
      const news = newsIn(data);
      if (news?.cmd === 'progress') return tellProgress(news.key, news.rows);
      const cmd = news?.cmd;
      if (cmd === 'ready') hears.live(true);
      // Messages received while disconnected are news too.
      if (cmd === 'ready' || cmd === 'user' || cmd === 'topic') hears.news();
    });
    // An error is followed by its close.
    fresh.addEventListener('close', ({ code }) => {
      const { unauthorized, unexpected } = socketCloses;
      if (code === unauthorized) hears.news();
      lost(code !== unauthorized && code !== unexpected);
    });
    waitForLife(true);
  }

  connect();
  return () => {
    const last = socket;
    socket = null;
    clearTimeout(again);
    clearTimeout(beat);
    last?.close();
  };
}
