import { forget, keep, recall } from '../../app/storage.ts';

/** A document that was not saved yet, kept in this browser. */
export interface LocalDraft<Head, Line> {
  readonly head: Head;
  readonly lines: readonly Line[];
  /** The Idempotency-Key of the form: a save that reached the server before the page died is not made again. */
  readonly key: string;
  /** When it was last changed, milliseconds since the epoch. */
  readonly at: number;
}

const LIFETIME = 30 * 24 * 3_600_000;

const nameOf = (user: string, place: string) => `draft:${user}:${place}` as const;

/** Keeps a form's content under its address, per user. */
export const keepDraft = <Head, Line>(
  user: string,
  place: string,
  draft: LocalDraft<Head, Line>,
): void => keep(nameOf(user, place), draft, LIFETIME);

export const recallDraft = <Head, Line>(
  user: string,
  place: string,
): LocalDraft<Head, Line> | null => recall(nameOf(user, place));

export const forgetDraft = (user: string, place: string): void => forget(nameOf(user, place));
