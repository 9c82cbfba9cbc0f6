import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { tellNews } from '../../kernel/index.ts';
import { keptTitle } from './titles.ts';
import type { ToldType } from './titles.ts';

interface Message {
  readonly readers: readonly string[];
  readonly type: ToldType | 'review';
  /** As it is kept: words of no language, which every reader gets in theirs. */
  readonly title: string;
  readonly openType: 'component' | 'url' | 'file';
  readonly openPage: string;
  readonly subject: string;
  /** Each reader is told of one event once; null: the caller knows that it is the first time. */
  readonly eventKey: string | null;
}

/** What somebody is told by the product itself. */
export interface Told extends Omit<Message, 'type' | 'title'> {
  readonly type: ToldType;
  /** What stands behind the type's own words, in no language. */
  readonly text: string;
}

interface Place {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
}

/** Tells users of something, in the words of their language. */
export const tell = (place: Place, { text, ...told }: Told): Promise<void> =>
  send(place, { ...told, title: keptTitle(told.type, text) });

/** Puts a message to each reader who has not had it, and rings them. */
export async function send(
  { tx, tenantId }: Place,
  { readers, type, title, openType, openPage, subject, eventKey }: Message,
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
