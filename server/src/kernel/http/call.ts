import type { Button } from '@tradehouse/contract';
import type { Application } from './session.ts';
import type { Context, Language, Scope } from '../context.ts';
import type { LogEntry } from '../tx/journal.ts';
import type { Aged, UseAside } from '../tx/readAside.ts';

/** A file as it was uploaded, whole in memory (10 MB at most). */
export interface Upload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What an `envelope: 'file'` endpoint answers. */
export interface FileReply {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array | NodeJS.ReadableStream;
}

/** One signed-in request: who asks, and the ways to the database. */
export interface Call {
  readonly scope: Scope;
  /** What the session is stored under, in hex. */
  readonly tokenHash: string;
  /** The program that asks in the user's name; null: the user does. */
  readonly application: Application | null;
  readonly language: Language;
  /** The caller's network address. */
  readonly address: string;
  /** The file of an endpoint declared with `upload`. */
  readonly upload: Upload | null;
  /** A read-only transaction of the caller's tenant; all its reads see one snapshot. */
  readonly read: <T>(use: (context: Context) => Promise<T>) => Promise<T>;
  /**
   * The same for lists and reports: on a replica, where one has in time all that the caller wrote. `use` may run more than
   * once. It waits for its turn until `gone` says that no one waits for it.
   */
  readonly readAside: <T>(use: UseAside<T>, gone?: AbortSignal) => Promise<Aged<T>>;
  /**
   * The writing transaction: repeated by its Idempotency-Key it gives the first answer, deadlocks are retried.
   * The answer must be plain JSON, because it is what a repeat will get. `use` may run more than once.
   */
  readonly transact: <T>(use: (context: Context) => Promise<T>) => Promise<T>;
  /** Does long work, which is told when no one waits for it any more: the connection of the request is gone. */
  readonly whileWaited: <T>(work: (gone: AbortSignal) => Promise<T>) => Promise<T>;
  /** Writes a line of the log where nothing else is written: something was taken along. */
  readonly note: (entry: LogEntry) => Promise<void>;
  /** May this user open the page (and has the button there)? */
  readonly may: (page: string, button?: Button) => boolean;
  /** The same, refusing with `access.denied`: for calls whose page depends on the document's kind. */
  readonly must: (page: string, button?: Button) => void;
}
