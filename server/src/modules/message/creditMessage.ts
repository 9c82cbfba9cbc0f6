import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { visibleDocuments } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { JobEvent } from '../../kernel/live/index.ts';
import { readersOf } from './readers.ts';
import { notifyUsers } from './tell.ts';

const STATEMENT = '/report/customer_account';

interface CreditExcessEvent {
  readonly partnerId: string;
  readonly documentId: string;
}

interface ExceedingSale {
  readonly kind: AnyKindCode;
  readonly number: string | null;
  readonly creator_id: string;
  readonly partner: string;
  /** Today by the company's clock. */
  readonly day: string;
}

/**
 * Notifies that a sale exceeded the customer's credit limit: the sale's creator, and all users who may open
 * the statements of customers and see the sale. A reader gets at most one message per customer and day;
 * rights are read only of users without the message. The message names no amounts, hence each reader sees on
 * the statement what the rights allow.
 */
export async function tellCreditExceeded(
  place: Pick<Context, 'tx' | 'tenantId'>,
  event: JobEvent,
): Promise<void> {
  const { tx, tenantId } = place;
  // SAFETY: the document module alone emits this topic.
  const { partnerId, documentId } = event.payload as CreditExcessEvent;
  const { rows } = await sql<ExceedingSale>`
    select document.kind, document.number, document.creator_id, partner.name as partner,
      ((now() at time zone setting.time_zone)::date)::text as day
    from document
    join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    where document.tenant_id = ${tenantId} and document.id = ${documentId}
      and document.partner_id = ${partnerId} and document.deleted_at is null`.execute(tx);
  const [sale] = rows;
  if (sale === undefined) return;
  const page = documentKinds[sale.kind].url ?? '';
  const message = {
    type: 'creditExceeded',
    text: `${sale.partner} · ${sale.number ?? ''}`,
    eventKey: `creditExceeded:${partnerId}:${sale.day}`,
  } as const;
  const readers: string[] = [];
  for (const { id, scope } of await readersOf(place, STATEMENT, { without: message.eventKey })) {
    const seen = await tx
      .selectFrom('document')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', documentId)
      .where(visibleDocuments(scope, 'document'))
      .select('id')
      .executeTakeFirst();
    if (seen !== undefined) readers.push(id);
  }
  await notifyUsers(place, {
    ...message,
    readers,
    openType: 'url',
    openPage: STATEMENT,
    subject: '',
  });
  if (!readers.includes(sale.creator_id))
    await notifyUsers(place, {
      ...message,
      readers: [sale.creator_id],
      openType: 'component',
      openPage: page,
      subject: sale.number ?? '',
    });
}
