import type { Database } from '@tradehouse/database';
import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import type { Kysely, Transaction } from 'kysely';
import { visibleDocuments } from '../../kernel/access/index.ts';
import { inTenant } from '../../kernel/tx/index.ts';
import type { Scope } from '../../kernel/access/index.ts';
import type { JobEvent, JobHandlers } from '../../kernel/live/index.ts';
import { tellCreditExceeded } from './creditMessage.ts';
import { readersOf } from './readers.ts';
import { reviewTitle } from './reviewMessage.ts';
import { deliverMessage, notifyUsers } from './tell.ts';

/**
 * Recipients of each event. Each reader is notified of an event once, however often
 * handled.
 */
export const messageHandlers = (db: Kysely<Database>): JobHandlers => ({
  'document.waits': (event) =>
    // SAFETY: the document module alone emits this topic.
    inTenant(db, event.tenantId, 'begin', (tx) =>
      tellReviewers(tx, event, event.payload as WaitingDocument),
    ),
  'document.rejected': (event) =>
    inTenant(db, event.tenantId, 'begin', (tx) => tellWriter(tx, event)),
  'credit.exceeded': (event) =>
    inTenant(db, event.tenantId, 'begin', (tx) =>
      tellCreditExceeded({ tx, tenantId: event.tenantId }, event),
    ),
});

interface WaitingDocument {
  readonly id: string;
  readonly kind: AnyKindCode;
  /** Earlier version that awaited approval; null: none. */
  readonly waitedAt: number | null;
}

/**
 * Notifies users with the approve button and sight of the document, except the creator. A repeat follows
 * only a rejection and a change.
 */
async function tellReviewers(
  tx: Transaction<Database>,
  event: JobEvent,
  { id, kind, waitedAt }: WaitingDocument,
): Promise<void> {
  const { tenantId } = event;
  const { url } = documentKinds[kind];
  if (url === null) return;
  const usualKey = `${event.topic}:${event.id}`;
  const eventKey = waitedAt === null ? usualKey : await rejectionOf(tx, tenantId, id, waitedAt);
  if (eventKey === null) return;
  const document = await tx
    .selectFrom('document')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('approval', '=', 'draft')
    .where('needs_approval', '=', true)
    .where('deleted_at', 'is', null)
    .select(['creator_id', 'number'])
    .executeTakeFirst();
  if (document === undefined) return;
  const readers: string[] = [];
  for (const reader of await readersOf({ tx, tenantId }, url, { button: '2' })) {
    if (reader.id !== document.creator_id && (await canSeeDocument(tx, reader.scope, id)))
      readers.push(reader.id);
  }
  const number = document.number ?? '';
  await deliverMessage(
    { tx, tenantId },
    {
      readers,
      type: 'review',
      title: reviewTitle(url, number),
      openType: 'component',
      openPage: url,
      subject: number,
      eventKey,
    },
  );
}

/** Returns the key of a document's rejection at a version, so each rejection is answered once. Null: none. */
async function rejectionOf(
  tx: Transaction<Database>,
  tenantId: string,
  id: string,
  version: number,
): Promise<string | null> {
  const last = await tx
    .selectFrom('document_review')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', id)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .select(['version', 'result'])
    .executeTakeFirst();
  return last?.result === 'rejected' ? `rejection:${id}:${last.version}` : null;
}

/** Notifies a purchase's creator of the rejection and the reason. */
async function tellWriter(tx: Transaction<Database>, event: JobEvent): Promise<void> {
  const { tenantId, topic, id: eventId } = event;
  // SAFETY: the document module alone emits this topic.
  const { id } = event.payload as Pick<WaitingDocument, 'id'>;
  const rejected = await tx
    .selectFrom('document')
    .innerJoin('document_review', (join) =>
      join
        .on('document_review.tenant_id', '=', tenantId)
        .onRef('document_review.document_id', '=', 'document.id')
        .onRef('document_review.version', '=', 'document.version'),
    )
    .where('document.tenant_id', '=', tenantId)
    .where('document.id', '=', id)
    .where('result', '=', 'rejected')
    .select(['creator_id', 'kind', 'number', 'comment'])
    .$narrowType<{ kind: AnyKindCode }>()
    .executeTakeFirst();
  if (rejected === undefined) return;
  const { creator_id: reader, kind, number, comment } = rejected;
  await notifyUsers(
    { tx, tenantId },
    {
      readers: [reader],
      type: 'purchaseRejected',
      text: `${number} · ${comment}`,
      openType: 'component',
      openPage: documentKinds[kind].url ?? '',
      subject: number ?? '',
      eventKey: `${topic}:${eventId}`,
    },
  );
}

async function canSeeDocument(
  tx: Transaction<Database>,
  scope: Scope,
  document: string,
): Promise<boolean> {
  const seen = await tx
    .selectFrom('document')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', document)
    .where(visibleDocuments(scope, 'document'))
    .select('id')
    .executeTakeFirst();
  return seen !== undefined;
}
