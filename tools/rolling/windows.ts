import { socketPath } from '@tradehouse/contract';
import { setTimeout as wait } from 'node:timers/promises';

/** Windows of one user that receive messages like a browser: a socket event is a hint to read. */
export interface MessageWindows {
  /** How many are connected and proved. */
  readonly ready: () => number;
  readonly reconnected: () => number;
  /** Given titles unknown to some window, in the form `window: title`. */
  readonly missing: (titles: readonly string[]) => readonly string[];
  /** Longest delay in milliseconds from a title's moment to the last window. */
  readonly latest: (moments: ReadonlyMap<string, number>) => number;
  /** Messages announced but not readable. */
  readonly failed: () => readonly string[];
  readonly stop: () => void;
}

/** Milliseconds before the browser reconnects. */
const RECONNECT = 5_000;

interface MessageWindow {
  /** Time of learning each title. */
  readonly known: Map<string, number>;
  socket: WebSocket;
}

export function openWindows(
  port: number,
  token: string,
  userId: string,
  count: number,
): MessageWindows {
  let [ready, connects, stopped] = [0, 0, false];
  const failed: string[] = [];

  async function read(window: MessageWindow): Promise<void> {
    const reply = await fetch(`http://127.0.0.1:${port}/api/msg/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify({ pageSize: 30 }),
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
    const { data }: { readonly data: { readonly rows: readonly { readonly msgTitle: string }[] } } =
      JSON.parse(text);
    for (const { msgTitle } of data.rows)
      if (!window.known.has(msgTitle)) window.known.set(msgTitle, performance.now());
  }

  function connect(window: MessageWindow | null): MessageWindow {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api${socketPath(userId)}`);
    const mine = window ?? { known: new Map<string, number>(), socket };
    mine.socket = socket;
    let admitted = false;
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token })));
    socket.addEventListener('message', ({ data }) => {
      const { cmd }: { readonly cmd: string } = JSON.parse(String(data));
      if (cmd === 'ready') [admitted, ready, connects] = [true, ready + 1, connects + 1];
      if (['ready', 'user', 'topic'].includes(cmd))
        read(mine).catch((error: unknown) => failed.push(String(error)));
    });
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', () => {
      if (admitted) ready -= 1;
      if (!stopped) void wait(RECONNECT).then(() => (stopped ? mine : connect(mine)));
    });
    return mine;
  }

  const all = Array.from({ length: count }, () => connect(null));
  return {
    ready: () => ready,
    reconnected: () => connects - count,
    missing: (titles) =>
      all.flatMap(({ known }, n) =>
        titles.filter((title) => !known.has(title)).map((title) => `${n}: ${title}`),
      ),
    latest: (moments) =>
      Math.max(
        0,
        ...all.flatMap(({ known }) =>
          [...known].map(([title, at]) => at - (moments.get(title) ?? at)),
        ),
      ),
    failed: () => failed,
    stop() {
      stopped = true;
      for (const { socket } of all) socket.close();
    },
  };
}
