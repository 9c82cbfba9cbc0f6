import type { SessionUser } from '@tradehouse/contract';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import { removeStoredValue, forgetUsers, storeValue, readStoredValue } from './storage.ts';
import { forgetWindow } from './windowMemory.ts';

/** Lifetime of a sign-in in the browser: 7 days, in milliseconds. */
const LIFETIME = 604_800_000;

export interface UserSession {
  readonly token: string;
  readonly user: SessionUser;
}

const readKept = (): UserSession | null => {
  const token = readStoredValue<string>('accessToken');
  const user = readStoredValue<SessionUser>('userInfo');
  return token === null || user === null ? null : { token, user };
};

let current: UserSession | null = readKept();
const { subscribe, tell } = createListeners();

const changeSession = (next: UserSession | null): void => {
  current = next;
  tell();
};

/** Signed-in session; null if no one is signed in. */
export const getSession = (): UserSession | null => current;

function keepSession({ token, user }: UserSession): void {
  storeValue('accessToken', token, LIFETIME);
  storeValue('loginUserId', user.id, LIFETIME);
  storeValue('loginName', user.loginName, LIFETIME);
  storeValue('username', user.username, LIFETIME);
  storeValue('userInfo', user, LIFETIME);
}

/** Unsaved input of this user. */
const draftPrefixOf = ({ user }: UserSession): `draft:${string}` => `draft:${user.id}:`;

/** Begins a user's session; removes all data of earlier users from the browser. */
export function beginSession(next: UserSession): void {
  forgetUsers(draftPrefixOf(next));
  keepSession(next);
  changeSession(next);
}

/**
 * Ends the session with its data; an impersonating user returns to their own session. Sessions may end
 * unprompted: drafts wait for their user alone.
 */
export function endSession(): void {
  const own = readViewerSession();
  if (own !== null) {
    removeStoredValue('viewerSession');
    return beginSession(own);
  }
  forgetUsers(current === null ? undefined : draftPrefixOf(current));
  changeSession(null);
}

/** Signs out by choice: removes all of the user's data, including drafts and open pages. */
export function leaveSession(): void {
  const before = current;
  endSession();
  if (current !== null || before === null) return;
  forgetUsers();
  forgetWindow(before.user.id);
}

/** Own session of an impersonating user; null without impersonation. */
export const readViewerSession = (): UserSession | null =>
  readStoredValue<UserSession>('viewerSession');

/**
 * Begins impersonation at the next page start; the own session waits. Until then the page stays unchanged:
 * its reads would run with the other user's rights.
 */
export function beginViewing(view: UserSession): void {
  storeValue('viewerSession', current, LIFETIME);
  keepSession(view);
}

/** Ends impersonation at the next page start. */
export function endViewing(): void {
  const own = readViewerSession();
  if (own !== null) keepSession(own);
  removeStoredValue('viewerSession');
}

export const useSession = (): UserSession | null => useSyncExternalStore(subscribe, getSession);
