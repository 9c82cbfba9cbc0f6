import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { tellNews } from '../../kernel/live/index.ts';
import { keptTitle } from './titles.ts';
import type { MessageCount, ToldType } from './titles.ts';

interface OutgoingMessage {
  readonly readers: readonly string[];
  readonly type: ToldType | 'review';
  /** Stored title, independent of the language; each reader sees a translation. */
  readonly title: string;
  readonly openType: 'component' | 'url' | 'file';
  readonly openPage: string;
  readonly subject: string;
  /** Key for notifying a reader once per event; null: known to be the first time. */
  readonly eventKey: string | null;
}

/** Message of the product itself. */
export interface UserNotification extends Omit<OutgoingMessage, 'type' | 'title'> {
  readonly type: ToldType;
  /** Text after the type's own words, in no language. */
  readonly text: string;
  /** Count and sum of the bills, for messages about several. */
  readonly counted?: MessageCount;
}

interface MessageTenantTx {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
}

/** Sends a message to users, each in their own language. */
export const notifyUsers = (
  place: MessageTenantTx,
  { text, counted, ...notification }: UserNotification,
): Promise<void> =>
  deliverMessage(place, { ...notification, title: keptTitle(notification.type, text, counted) });

/** Inserts a message for each reader without the message, and notifies their windows. */
export async function deliverMessage(
  { tx, tenantId }: MessageTenantTx,
  { readers, type, title, openType, openPage, subject, eventKey }: OutgoingMessage,
): Promise<void> {
  if (readers.length === 0) return;
  const { rows } = await sql<{ readonly user_id: string }>`
    insert into message (tenant_id, user_id, title, type, open_type, open_page, subject_id, event_key)
    select ${tenantId}, reader, ${title}, ${type}, ${openType}, ${openPage}, ${subject}, ${eventKey}
    from unnest(${readers}::bigint[]) as reader
    on conflict (tenant_id, user_id, event_key) where event_key is not null do nothing
    returning user_id`.execute(tx);
  await tellNews(
    tx,
    tenantId,
    rows.map((row) => row.user_id),
  );
}
