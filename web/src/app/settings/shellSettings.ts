import type { ReplyOf } from '@tradehouse/contract';
import { shellSettings } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../net/client.ts';

type ShellSettings = ReplyOf<typeof shellSettings>;

/** Default while unknown or unreadable. No page waits for these settings. */
const nothing: ShellSettings = { helpUrl: '', renewUrl: '', countsViews: false };

export const useShellSettings = (): ShellSettings =>
  useQuery({
    queryKey: ['shell'],
    queryFn: () => callEndpoint(shellSettings, {}, { silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? nothing;
