import type { SessionUser } from '@tradehouse/contract';
import { useSyncExternalStore } from 'react';
import { listeners } from '../listeners.ts';
import { forget, forgetUsers, keep, recall } from './storage.ts';
import { forgetWindow } from './windowMemory.ts';

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
const { subscribe, tell } = listeners();

const change = (next: Session | null): void => {
  current = next;
  tell();
};

/** Who is signed in, null when no one is. */
export const session = (): Session | null => current;

function keepSession({ token, user }: Session): void {
  keep('accessToken', token, LIFETIME);
  keep('loginUserId', user.id, LIFETIME);
  keep('loginName', user.loginName, LIFETIME);
  keep('username', user.username, LIFETIME);
  keep('userInfo', user, LIFETIME);
}

/** What this user typed and has not saved. */
const draftsOf = ({ user }: Session): `draft:${string}` => `draft:${user.id}:`;

/** From now on it is this user; nothing of anybody before them stays in the browser. */
export function beginSession(next: Session): void {
  forgetUsers(draftsOf(next));
  keepSession(next);
  change(next);
}

/**
 * Forgets the sign-in and everything that hung on it; the one who looked through other eyes is themselves again. A session may
 * end by itself: what its user typed waits for them, and for no one else.
 */
export function endSession(): void {
  const own = viewer();
  if (own !== null) {
    forget('viewerSession');
    return beginSession(own);
  }
  forgetUsers(current === null ? undefined : draftsOf(current));
  change(null);
}

/** The user leaves: nothing of theirs stays in the browser, neither what they typed nor what they had open. */
export function leave(): void {
  const before = current;
  endSession();
  if (current !== null || before === null) return;
  forgetUsers();
  forgetWindow(before.user.id);
}

/** The own sign-in of the one who looks through another user's eyes; null when no one does. */
export const viewer = (): Session | null => recall<Session>('viewerSession');

/**
 * From the next start of the page on, one looks through another user's eyes; the own sign-in waits. Until then the page
 * stays as it is: what it still reads would be read by somebody else.
 */
export function beginViewing(view: Session): void {
  keep('viewerSession', current, LIFETIME);
  keepSession(view);
}

/** From the next start of the page on, one is oneself again. */
export function endViewing(): void {
  const own = viewer();
  if (own !== null) keepSession(own);
  forget('viewerSession');
}

export const useSession = (): Session | null => useSyncExternalStore(subscribe, session);
