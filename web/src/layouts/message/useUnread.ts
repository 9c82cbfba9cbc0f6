import type { MessageHeading } from '@tradehouse/contract';
import { messagesByStatus, readMessages } from '@tradehouse/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { hearNews } from '../../app/net/news.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { useSession } from '../../app/session/session.ts';

/** Query key of all message queries; changes to messages invalidate the key. */
export const MESSAGES = ['messages'] as const;

/** Number of newest messages in the pop-over and on the home page. */
export const SHOWN = 5;
/** Milliseconds between polls for messages without a websocket. */
const POLL = 6_000;
/** Milliseconds over which refetches spread: a notice to a whole company reaches all users at once. */
const SPREAD = 300;

/** Returns unread messages, newest first: pushed over a websocket, polled every six seconds without one. */
export function useUnread(): readonly MessageHeading[] {
  const session = useSession();
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (session === null) return undefined;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const news = (): void => {
      soon ??= setTimeout(() => {
        soon = undefined;
        void invalidateQueryKeys(MESSAGES);
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
    // An error ends polling; the websocket's next message restarts polling.
    refetchInterval: ({ state }) => (live || state.status === 'error' ? false : POLL),
  });
  return data ?? [];
}

/** Returns the newest messages from the bell's cache without a request; until cached, `first`. */
export function useNewest(first: readonly MessageHeading[]): readonly MessageHeading[] {
  const { data } = useQuery({ ...unreadOf(useSession()), enabled: false });
  return data?.slice(0, SHOWN) ?? first;
}

const unreadOf = (session: ReturnType<typeof useSession>) =>
  queryOptions({
    queryKey: [...MESSAGES, 'unread', session?.user.id],
    queryFn: () => callEndpoint(messagesByStatus, { status: '1' }, { quiet: true }),
  });

export async function markMessageRead({ id, status }: MessageHeading): Promise<void> {
  if (status === '2') return;
  try {
    await callEndpoint(readMessages, { ids: id, status: '2' }, { quiet: true });
    await invalidateQueryKeys(MESSAGES);
  } catch {
    // Reading works regardless; in a read-only session the message stays unread.
  }
}
