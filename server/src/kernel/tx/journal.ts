import type { LogAction, LogSubject, WebhookEvent } from '@tradehouse/contract';
import type { Context } from '../context.ts';

/** One line of the log: who is the session, when is now. */
export interface LogEntry {
  readonly action: LogAction;
  /** What was touched: the table's or the capability's word ('warehouse', 'document'). */
  readonly subject: LogSubject;
  readonly subjectId: string;
  /** The number or name a reader knows it by. */
  readonly number?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface OutboxEntry {
  readonly topic: string;
  readonly payload: unknown;
  /** An ISO instant: not before then. Null: at once. */
  readonly dueAt: string | null;
}

/** Something that programs are told of. */
export interface ToldEntry {
  readonly event: WebhookEvent;
  /** What it happened to, or what that goes with. */
  readonly documentId: string;
  readonly number: string;
}

/** An address that is told of these events. */
export interface Webhook {
  readonly id: string;
  readonly events: readonly string[];
}

/** Rows that leave with the commit of the transaction they belong to. */
export interface Journal {
  readonly log: LogEntry[];
  readonly events: OutboxEntry[];
  /** By what is told of which document. */
  readonly told: Map<string, ToldEntry>;
  /** Who wants to know of it. */
  webhooks: readonly Webhook[];
  /** Rights changed: with the commit, what this process knew of them is forgotten at once. */
  rightsChanged: boolean;
}

export const emptyJournal = (): Journal => ({
  log: [],
  events: [],
  told: new Map(),
  webhooks: [],
  rightsChanged: false,
});

/** Writes down a success: one call per record changed, written before the commit in one statement for all. */
export function log(context: Context, entry: LogEntry): void {
  context.journal.log.push(entry);
}

/**
 * Hands an event to the outbox; the relay makes it a job after the commit, or when it is due. Ids only, no secrets.
 *
 * @param dueAt an ISO instant; null: at once.
 */
export function emit(
  context: Context,
  topic: string,
  payload: unknown,
  dueAt: string | null = null,
): void {
  context.journal.events.push({ topic, payload, dueAt });
}

/** Tells the programs that want to know of it, with the commit; each event of a document once in a transaction. */
export function tellPrograms({ journal: { told } }: Context, entry: ToldEntry): void {
  const { event, documentId, number } = entry;
  told.set(`${event} ${documentId} ${number}`, entry);
}
