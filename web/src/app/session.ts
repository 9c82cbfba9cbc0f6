import type { SessionUser } from '@tradehouse/contract';
import { useSyncExternalStore } from 'react';
import { forget, keep, recall } from './storage.ts';

/** How long a sign-in stays in the browser: 7 days (spec §9). */
const LIFETIME = 604_800_000;

export interface Session {
  readonly token: string;
  readonly user: SessionUser;
}

const readKept = (): Session | null => {
  const token = recall<string>('accessToken');
  const user = recall<SessionUser>('userInfo');
  return token === null || user === null ? null : { token, user };
};

let current: Session | null = readKept();
const listeners = new Set<() => void>();

const change = (next: Session | null): void => {
  current = next;
  for (const listener of listeners) listener();
};

/** Who is signed in, null when nobody is. */
export const session = (): Session | null => current;

export function beginSession(next: Session): void {
  keep('accessToken', next.token, LIFETIME);
  keep('loginUserId', next.user.id, LIFETIME);
  keep('loginName', next.user.loginName, LIFETIME);
  keep('username', next.user.username, LIFETIME);
  keep('userInfo', next.user, LIFETIME);
  change(next);
}

/** Forgets the sign-in and everything that hung on it. */
export function endSession(): void {
  for (const key of [
    'accessToken',
    'loginUserId',
    'username',
    'userInfo',
    'pageButtons',
    'cachedRoutes',
  ] as const)
    forget(key);
  change(null);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSession = (): Session | null => useSyncExternalStore(subscribe, session);
