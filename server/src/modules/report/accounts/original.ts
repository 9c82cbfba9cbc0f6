import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PurseOf } from './purseFlow.ts';

interface OriginalPurse {
  readonly purse: PurseOf['purse'] | 'account';
  /** Display sign: -1 shows receipts into the purse below zero. */
  readonly sign: 1 | -1;
  readonly holder: RawBuilder<unknown>;
}

/**
 * Change of a purse by a `document` on the `date` of a `row`, in the document's currency, and the currency;
 * null for the company's own.
 */
export function inOriginal(tenantId: string, { purse, sign, holder }: OriginalPurse) {
  const moved = (end: 'to' | 'from') => sql`coalesce((
    select sum(entry.original_amount) from money_entry entry
    where entry.tenant_id = ${tenantId} and ${sql.ref(`entry.${end}_purse`)} = ${purse}
      and ${sql.ref(`entry.${end}_id`)} = ${holder} and entry.business_date = "row".date
      and entry.document_id = document.id and entry.currency = document.currency), 0)`;
  const ifForeign = (what: RawBuilder<unknown>) =>
    sql`case when abroad.tenant_id is not null then ${what} end`;
  return {
    joins: sql`left join tenant_setting abroad on abroad.tenant_id = ${tenantId} and abroad.currency <> document.currency`,
    columns: {
      originalAmount: ifForeign(sql`${sql.lit(sign)} * (${moved('to')} - ${moved('from')})`),
      originalCurrency: ifForeign(sql`document.currency`),
    },
  };
}
