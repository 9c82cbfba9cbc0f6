import type { Button } from '@tradehouse/contract';
import type { Application } from './session.ts';
import type { Context, Language, Scope } from '../access/context.ts';
import type { LogEntry } from '../tx/journal.ts';
import type { Aged, UseAside } from '../tx/readAside.ts';

/** Uploaded file, whole in memory (10 MB at most). */
export interface Upload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface FileReply {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array | NodeJS.ReadableStream;
}

/** Signed-in request: the caller, and access to the database. */
export interface EndpointCall {
  readonly scope: Scope;
  /** Hash under which the session is stored, in hex. */
  readonly tokenHash: string;
  /** Program acting in the user's name; null: the user. */
  readonly application: Application | null;
  readonly language: Language;
  /** The caller's network address. */
  readonly address: string;
  /** The file of an endpoint declared with `upload`. */
  readonly upload: Upload | null;
  /** Runs a read-only transaction of the caller's tenant; all reads see one snapshot. */
  readonly read: <T>(use: (context: Context) => Promise<T>) => Promise<T>;
  /**
   * Reads lists and reports on a replica, if one catches up in time with the caller's writes. `use` may run
   * more than once. Waits for a place until `gone` reports that no one waits.
   */
  readonly readAside: <T>(use: UseAside<T>, gone?: AbortSignal) => Promise<Aged<T>>;
  /**
   * Runs the writing transaction. A repeated Idempotency-Key returns the first answer; deadlocks are
   * retried. The answer must be plain JSON, because repeats receive it. `use` may run more than once.
   */
  readonly transact: <T>(use: (context: Context) => Promise<T>) => Promise<T>;
  /** Runs long work, and aborts `gone` when no one waits any more: the request's connection is closed. */
  readonly whileWaited: <T>(work: (gone: AbortSignal) => Promise<T>) => Promise<T>;
  /** Writes a line of the log where nothing else is written: something was taken along. */
  readonly note: (entry: LogEntry) => Promise<void>;
  /** May the user open the page (and use the button)? */
  readonly may: (page: string, button?: Button) => boolean;
  /**
   * Refuses with `access.denied` unless `may` allows: for calls whose page depends on the document's kind.
   */
  readonly must: (page: string, button?: Button) => void;
}
