import { socketCloses, socketPath } from '@tradehouse/contract';
import type { SocketGreeting, SocketNews, SocketPing } from '@tradehouse/contract';
import type { Session } from '../session/session.ts';
import { tellProgress } from './progress.ts';

/** Milliseconds (spec §9): until a lost connection is tried again, and between signs of life. */
const RECONNECT = 5_000;
const HEARTBEAT = 20_000;

export interface Hears {
  /** There may be new messages. */
  readonly news: () => void;
  /** News come by themselves from now on, or no longer. */
  readonly live: (live: boolean) => void;
}

const addressOf = (userId: string): URL => {
  const address = new URL(`${__API_BASE__}${socketPath(userId)}`, globalThis.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
};

/** What a frame says; null when it is no word of the server's. */
function newsIn(data: unknown): SocketNews | null {
  try {
    const news: SocketNews | null = JSON.parse(String(data));
    return news?.cmd === undefined ? null : news;
  } catch {
    return null;
  }
}

/**
 * Hears of new messages until the answer is called: one connection, tried again five seconds after it was lost, given up
 * when twenty seconds after a sign of life was asked for none has come. A session that has ended is not tried again.
 */
export function hearNews({ token, user }: Session, hears: Hears): () => void {
  let socket: WebSocket | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    again = undefined;
    const fresh = new WebSocket(addressOf(user.id));
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
      // What came while no one was connected is news too.
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
