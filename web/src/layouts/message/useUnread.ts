import type { MessageHeading } from '@tradehouse/contract';
import { messagesByStatus } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { hearNews } from '../../app/net/news.ts';
import { outdate } from '../../app/net/query.ts';
import { useSession } from '../../app/session/session.ts';

/** Everything that was read of messages; what changes them makes it stale. */
export const MESSAGES = ['messages'] as const;

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
    queryKey: [...MESSAGES, 'unread', session?.user.id],
    queryFn: () => call(messagesByStatus, { status: '1' }, { quiet: true }),
    enabled: session !== null,
    // An error ends the looking (spec §9); the websocket's next word begins it again.
    refetchInterval: ({ state }) => (live || state.status === 'error' ? false : POLL),
  });
  return data ?? [];
}
