import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { isChanged, movesOf } from './moves.ts';

/**
 * Selects bank rows up to a day, on days not yet closed, without a document, or with a changed movement
 * since the match (`changed`: in amount or day); a relation (account_id, statement_id, changed).
 */
export const toReconcile = ({ tenantId }: Context, until: string): RawBuilder<unknown> => {
  const openRows = sql`
    bank_statement as statement
    join bank_row as entry on entry.tenant_id = ${tenantId} and entry.statement_id = statement.id and entry.booked_on <= ${until}::date
    join tenant_setting as setting on setting.tenant_id = ${tenantId}
      and (setting.closed_until is null or entry.booked_on > setting.closed_until)`;
  const moved = movesOf(
    tenantId,
    { accountId: sql`m.account_id`, foreign: sql`statement.foreign_currency` },
    { documents: sql`array[m.document_id]` },
  );
  return sql`(
    select entry.account_id, entry.statement_id, false as changed from ${openRows}
    where statement.tenant_id = ${tenantId} and statement.open_count > 0
      and not exists (select from bank_match as held where held.tenant_id = ${tenantId}
        and held.statement_id = entry.statement_id and held.row = entry.row)
    union all
    select entry.account_id, entry.statement_id, true from ${openRows}
    join bank_match as m on m.tenant_id = ${tenantId} and m.statement_id = entry.statement_id and m.row = entry.row
    left join lateral ${moved} as moved on true
    where statement.tenant_id = ${tenantId} and ${isChanged}
    group by entry.account_id, entry.statement_id, entry.row)`;
};
