import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { tellNews } from '../../kernel/index.ts';
import { keptTitle } from './titles.ts';
import type { ToldType } from './titles.ts';

/** What somebody is told by the product itself. */
export interface Told {
  readonly readers: readonly string[];
  readonly type: ToldType;
  /** What stands behind the type's own words, in no language. */
  readonly text: string;
  readonly openType: 'component' | 'url';
  readonly openPage: string;
  readonly subject: string;
  /** Each reader is told of one event once; null: the caller knows that it is the first time. */
  readonly eventKey: string | null;
}

/** Tells users of something, in the words of their language. */
export async function tell(
  { tx, tenantId }: { readonly tx: Transaction<Database>; readonly tenantId: string },
  { readers, type, text, openType, openPage, subject, eventKey }: Told,
): Promise<void> {
  if (readers.length === 0) return;
  const { rows } = await sql<{ readonly user_id: string }>`
    insert into message (tenant_id, user_id, title, type, open_type, open_page, subject_id, event_key)
    select ${tenantId}, reader, ${keptTitle(type, text)}, ${type}, ${openType}, ${openPage}, ${subject}, ${eventKey}
    from unnest(${readers}::bigint[]) as reader
    on conflict (tenant_id, user_id, event_key) where event_key is not null do nothing
    returning user_id`.execute(tx);
  await tellNews(
    tx,
    tenantId,
    rows.map((row) => row.user_id),
  );
}
