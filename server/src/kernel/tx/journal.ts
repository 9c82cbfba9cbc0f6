import type { LogAction, LogSubject, WebhookEvent } from '@tradehouse/contract';
import type { Context } from '../access/context.ts';

/** Log line; user and time come from the session and the clock. */
export interface LogEntry {
  readonly action: LogAction;
  /** Record touched: the word of the table or capability ('warehouse', 'document'). */
  readonly subject: LogSubject;
  readonly subjectId: string;
  /** Number or name known to readers. */
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

/** Event published to programs. */
export interface ProgramEvent {
  readonly event: WebhookEvent;
  /** Document concerned, or the document that the subject belongs to. */
  readonly documentId: string;
  readonly number: string;
}

export interface Webhook {
  readonly id: string;
  readonly events: readonly string[];
}

/** Rows written with the commit of the transaction. */
export interface Journal {
  readonly log: LogEntry[];
  readonly events: OutboxEntry[];
  /** Published events by event and document. */
  readonly programEvents: Map<string, ProgramEvent>;
  /** Webhooks to notify. */
  webhooks: readonly Webhook[];
  /** Rights changed: with the commit, this process forgets them at once. */
  rightsChanged: boolean;
}

export const emptyJournal = (): Journal => ({
  log: [],
  events: [],
  programEvents: new Map(),
  webhooks: [],
  rightsChanged: false,
});

/** Logs a success, once per changed record; all are written before the commit in one statement. */
export function logChange(context: Context, entry: LogEntry): void {
  context.journal.log.push(entry);
}

/**
 * Hands an event to the outbox; the relay makes it a job after the commit, or when due. Ids only, no
 * secrets.
 *
 * @param dueAt an ISO instant; null: at once.
 */
export function emitEvent(
  context: Context,
  topic: string,
  payload: unknown,
  dueAt: string | null = null,
): void {
  context.journal.events.push({ topic, payload, dueAt });
}

/**
 * Publishes an event to subscribed programs with the commit; each event of a document once per transaction.
 */
export function recordProgramEvent(
  { journal: { programEvents } }: Context,
  entry: ProgramEvent,
): void {
  const { event, documentId, number } = entry;
  programEvents.set(`${event} ${documentId} ${number}`, entry);
}
