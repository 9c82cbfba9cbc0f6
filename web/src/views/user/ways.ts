import { publicPlatformValue, validateCasTicket } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../app/net/client.ts';
import { session } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';

/** How people may come in besides the password. */
export interface Ways {
  readonly register: boolean;
  /** Where the CAS server signs people in, and what it sends them back to; null: not in use. */
  /** The platform's own web site; '' where it has none. */
  readonly site: string;
  readonly cas: { readonly entry: string; readonly service: string } | null;
}

const valueOf = async (platformKey: string): Promise<string> =>
  (await call(publicPlatformValue, { platformKey }, { quiet: true })).platformValue;

const waysQuery = {
  queryKey: ['ways'],
  staleTime: 60_000,
  queryFn: async (): Promise<Ways> => {
    const [flag, url, service, site = ''] = await Promise.all(
      ['register_flag', 'cas_url', 'cas_service', 'platform_url'].map(valueOf),
    );
    return {
      register: flag === '1',
      site: /^https?:\/\/./.test(site) ? site : '',
      cas: casOf(url ?? '', service ?? ''),
    };
  },
} as const;

/** The CAS server's sign-in page for this product's own address. */
export function casOf(url: string, service: string): Ways['cas'] {
  if (!/^https?:\/\/./.test(url) || !/^https?:\/\/./.test(service)) return null;
  const query = new URLSearchParams({ service }).toString();
  return { entry: `${url.replace(/\/+$/, '')}/login?${query}`, service };
}

/** Where the platform does not tell. */
export const onlyPassword: Ways = { register: false, site: '', cas: null };

/** Undefined until the platform has told; nothing but the password where it does not. */
export function useWays(): Ways | undefined {
  const { data, isError } = useQuery(waysQuery);
  return isError ? onlyPassword : data;
}

const arrivedWith = new URLSearchParams(globalThis.location?.search ?? '');
/** The ticket this page was opened with. It opens once, so a reload does not try it again. */
export const ticket = arrivedWith.get('ticket') ?? '';
/** Anyone who is asked for the password, has just signed out or comes back with a ticket is not sent to the CAS server unasked. */
export const goesUnasked = session() === null && ticket === '' && !arrivedWith.has('password');

/** Signs in with the ticket. */
export async function signInByTicket(service: string): Promise<Session> {
  const { token, userInfo } = await call(validateCasTicket, { ticket, service }, { quiet: true });
  return { token, user: userInfo };
}
