import { session } from '../../app/session/session.ts';
import { forget, keep, keptKeys, recall } from '../../app/session/storage.ts';
import type { StorageKey } from '../../app/session/storage.ts';
import { windowMemory } from '../../app/session/windowMemory.ts';

/** A document that was not saved yet, kept in this browser. */
export interface LocalDraft<Head, Line> {
  readonly head: Head;
  readonly lines: readonly Line[];
  /** The Idempotency-Key of the form: a save that reached the server before the page died is not made again. */
  readonly key: string;
  /** When it was last changed, milliseconds since the epoch. */
  readonly at: number;
}

/** A draft and the name it is kept under. */
export interface NamedDraft<Head, Line> extends LocalDraft<Head, Line> {
  readonly id: string;
}

const LIFETIME = 30 * 24 * 3_600_000;
/** What a tab's draft is called in the window's memory. */
const DRAFT = 'draft';

const me = (): string => session()?.user.id ?? '0';
const nameOf = (id: string): StorageKey => `draft:${me()}:${id}`;
const pathOf = (place: string): string => place.split('?')[0] ?? '';

/** A name for what is begun at an address: many drafts of one kind stand beside each other. */
export const newDraftId = (place: string): string =>
  `${pathOf(place)}#${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Keeps a form's content; false where this browser has no room for it. */
export const keepDraft = <Head, Line>(id: string, draft: LocalDraft<Head, Line>): boolean =>
  keep(nameOf(id), draft, LIFETIME);

export const forgetDraft = (id: string): void => forget(nameOf(id));

/** The draft a tab is writing, so that a reload goes on with it and no other form offers it. */
export function heldDraft(place: string): string | undefined {
  const held = windowMemory(me()).recall(place, DRAFT);
  return typeof held === 'string' ? held : undefined;
}

export const holdDraft = (place: string, id: string): void =>
  windowMemory(me()).keep(place, DRAFT, id);

export const letGoOfDraft = (place: string): void => windowMemory(me()).forget(place);

/** What the tab was writing before the page was loaded again; null where it wrote nothing. */
export function ownDraft<Head, Line>(place: string): LocalDraft<Head, Line> | null {
  const id = heldDraft(place);
  return id === undefined ? null : recall<LocalDraft<Head, Line>>(nameOf(id));
}

/** The drafts left behind at an address, the latest first; those that an open tab is writing are not. */
export function draftsAt<Head, Line>(place: string): readonly NamedDraft<Head, Line>[] {
  const held = new Set(windowMemory(me()).all(DRAFT));
  const path = pathOf(place);
  const first = nameOf('').length;
  return keptKeys(nameOf(path))
    .map((key) => key.slice(first))
    .filter((id) => id.split(/[#?]/)[0] === path && !held.has(id))
    .flatMap((id) => {
      const draft = recall<LocalDraft<Head, Line>>(nameOf(id));
      return draft === null ? [] : [{ ...draft, id }];
    })
    .toSorted((one, other) => other.at - one.at);
}
