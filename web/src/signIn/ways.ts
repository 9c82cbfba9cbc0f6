import { publicPlatformValue, validateCasTicket } from '@tradehouse/contract';
import { useEffect, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getSession } from '../app/session/session.ts';
import type { UserSession } from '../app/session/session.ts';

/** Ways to sign in besides the password. */
export interface SignInOptions {
  readonly register: boolean;
  /** `cas`: the CAS server's sign-in and return addresses; null: not in use. */
  /** Website of the platform; '' if none. */
  readonly site: string;
  readonly cas: { readonly entry: string; readonly service: string } | null;
}

const fetchPlatformValue = async (platformKey: string): Promise<string> =>
  (await callEndpoint(publicPlatformValue, { platformKey }, { quiet: true })).platformValue;

async function fetchSignInOptions(): Promise<SignInOptions> {
  const [flag, url, service, site = ''] = await Promise.all(
    ['register_flag', 'cas_url', 'cas_service', 'platform_url'].map(fetchPlatformValue),
  );
  return {
    register: flag === '1',
    site: /^https?:\/\/./.test(site) ? site : '',
    cas: casOf(url ?? '', service ?? ''),
  };
}

/** The CAS server's sign-in page for this product's own address. */
export function casOf(url: string, service: string): SignInOptions['cas'] {
  if (!/^https?:\/\/./.test(url) || !/^https?:\/\/./.test(service)) return null;
  const query = new URLSearchParams({ service }).toString();
  return { entry: `${url.replace(/\/+$/, '')}/login?${query}`, service };
}

/** Default while the platform's sign-in options are unknown. */
export const onlyPassword: SignInOptions = { register: false, site: '', cas: null };

/** Shown at once after signing out, until read again: no button appears late. */
let lastRead: SignInOptions | undefined;

/** Returns the sign-in methods: undefined until loaded, and password alone on an error. */
export function useSignInOptions(): SignInOptions | undefined {
  const [ways, setWays] = useState(lastRead);
  useEffect(() => {
    let shown = true;
    const read = async (): Promise<void> => {
      lastRead = await fetchSignInOptions().catch(() => lastRead ?? onlyPassword);
      if (shown) setWays(lastRead);
    };
    void read();
    globalThis.addEventListener('online', read);
    return () => {
      shown = false;
      globalThis.removeEventListener('online', read);
    };
  }, []);
  return ways;
}

const arrivedWith = new URLSearchParams(globalThis.location?.search ?? '');
/** Ticket in the page's address. Valid once, so a reload does not use it again. */
export const ticket = arrivedWith.get('ticket') ?? '';
/**
 * True: redirect to the CAS server unasked. False if the password is requested, after signing out, and on
 * return with a ticket.
 */
export const goesUnasked = getSession() === null && ticket === '' && !arrivedWith.has('password');

/** Signs in with the ticket. */
export async function submitCasTicket(service: string): Promise<UserSession> {
  const { token, userInfo } = await callEndpoint(
    validateCasTicket,
    { ticket, service },
    { quiet: true },
  );
  return { token, user: userInfo };
}
