import type { ReplyOf } from '@tradehouse/contract';
import { shellSettings } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../net/client.ts';

type ShellSettings = ReplyOf<typeof shellSettings>;

/** Until it is known, and where it can't be read: nothing. No page waits for it. */
const nothing: ShellSettings = { helpUrl: '', renewUrl: '', countsViews: false };

/** What the platform's operator decided for the frame around every page. */
export const useShellSettings = (): ShellSettings =>
  useQuery({
    queryKey: ['shell'],
    queryFn: () => call(shellSettings, {}, { silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? nothing;
