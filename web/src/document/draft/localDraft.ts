import { getSession } from '../../app/session/session.ts';
import {
  removeStoredValue,
  storeValue,
  keptKeys,
  readStoredValue,
} from '../../app/session/storage.ts';
import type { StorageKey } from '../../app/session/storage.ts';
import { windowMemory } from '../../app/session/windowMemory.ts';

/** Unsaved document stored in this browser. */
export interface LocalDraft<Head, Line> {
  readonly head: Head;
  readonly lines: readonly Line[];
  /** Idempotency-Key of the form: a save that reached the server before a crash is not repeated. */
  readonly key: string;
  /** Time of the last change, milliseconds since the epoch. */
  readonly at: number;
}

export interface NamedDraft<Head, Line> extends LocalDraft<Head, Line> {
  readonly id: string;
}

const LIFETIME = 30 * 24 * 3_600_000;
/** Name of a tab's draft in the window memory. */
const DRAFT = 'draft';

const readCurrentUserId = (): string => getSession()?.user.id ?? '0';
const toDraftStorageKey = (id: string): StorageKey => `draft:${readCurrentUserId()}:${id}`;
const toDraftPath = (place: string): string => place.split('?')[0] ?? '';

/** Creates a draft name for an address; several drafts of one kind may coexist. */
export const newDraftId = (place: string): string =>
  `${toDraftPath(place)}#${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Stores a form's content; false if the browser has no space. */
export const keepDraft = <Head, Line>(id: string, draft: LocalDraft<Head, Line>): boolean =>
  storeValue(toDraftStorageKey(id), draft, LIFETIME);

export const forgetDraft = (id: string): void => removeStoredValue(toDraftStorageKey(id));

/** Returns a tab's current draft: a reload continues the draft, and no other form offers it. */
export function heldDraft(place: string): string | undefined {
  const held = windowMemory(readCurrentUserId()).recall(place, DRAFT);
  return typeof held === 'string' ? held : undefined;
}

export const holdDraft = (place: string, id: string): void =>
  windowMemory(readCurrentUserId()).keep(place, DRAFT, id);

export const letGoOfDraft = (place: string): void =>
  windowMemory(readCurrentUserId()).forget(place);

/** Returns the tab's draft from before a reload; null if none. */
export function ownDraft<Head, Line>(place: string): LocalDraft<Head, Line> | null {
  const id = heldDraft(place);
  return id === undefined ? null : readStoredValue<LocalDraft<Head, Line>>(toDraftStorageKey(id));
}

/** Lists abandoned drafts at an address, latest first; drafts in open tabs are excluded. */
export function draftsAt<Head, Line>(place: string): readonly NamedDraft<Head, Line>[] {
  const held = new Set(windowMemory(readCurrentUserId()).all(DRAFT));
  const path = toDraftPath(place);
  const first = toDraftStorageKey('').length;
  return keptKeys(toDraftStorageKey(path))
    .map((key) => key.slice(first))
    .filter((id) => id.split(/[#?]/)[0] === path && !held.has(id))
    .flatMap((id) => {
      const draft = readStoredValue<LocalDraft<Head, Line>>(toDraftStorageKey(id));
      return draft === null ? [] : [{ ...draft, id }];
    })
    .toSorted((one, other) => other.at - one.at);
}
