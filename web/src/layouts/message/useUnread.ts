import type { MessageHeading } from '@tradehouse/contract';
import { messagesByStatus, readMessages } from '@tradehouse/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { hearNews } from '../../app/net/news.ts';
import { outdate } from '../../app/net/query.ts';
import { useSession } from '../../app/session/session.ts';

/** Everything that was read of messages; what changes them makes it stale. */
export const MESSAGES = ['messages'] as const;

/** So many of the newest stand in the pop-over (spec §9) and on the home page. */
export const SHOWN = 5;
/** Milliseconds between looks for messages while nothing tells of them (spec §9). */
const POLL = 6_000;
/** A notice to a whole company reaches everybody at once: they don't all ask in the same moment. */
const SPREAD = 300;

/** The unread messages, newest first. Told over a websocket, and looked for every six seconds while there is none. */
export function useUnread(): readonly MessageHeading[] {
  const session = useSession();
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (session === null) return undefined;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const news = (): void => {
      soon ??= setTimeout(() => {
        soon = undefined;
        void outdate(MESSAGES);
      }, Math.random() * SPREAD);
    };
    const stop = hearNews(session, { news, live: setLive });
    return () => {
      clearTimeout(soon);
      stop();
    };
  }, [session]);
  const { data } = useQuery({
    ...unreadOf(session),
    enabled: session !== null,
    // An error ends the looking (spec §9); the websocket's next word begins it again.
    refetchInterval: ({ state }) => (live || state.status === 'error' ? false : POLL),
  });
  return data ?? [];
}

/** The newest of them as the bell knows them, without asking for them; until it does, these. */
export function useNewest(first: readonly MessageHeading[]): readonly MessageHeading[] {
  const { data } = useQuery({ ...unreadOf(useSession()), enabled: false });
  return data?.slice(0, SHOWN) ?? first;
}

const unreadOf = (session: ReturnType<typeof useSession>) =>
  queryOptions({
    queryKey: [...MESSAGES, 'unread', session?.user.id],
    queryFn: () => call(messagesByStatus, { status: '1' }, { quiet: true }),
  });

export async function markRead({ id, status }: MessageHeading): Promise<void> {
  if (status === '2') return;
  try {
    await call(readMessages, { ids: id, status: '2' }, { quiet: true });
    await outdate(MESSAGES);
  } catch {
    // It can be read all the same; in a session that may change nothing it stays unread.
  }
}
