import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { pursesAt } from '../accounts/purseAt.ts';
import { purseMovedBy } from '../periodMoves.ts';
import { throughMonths } from '../monthLevels.ts';
import { monthDimension } from './moneyDimensions.ts';
import type { CustomMoneyPurse, CustomMoneySql } from './moneyDimensions.ts';
import type { CustomMoneyQuery } from './moneyQuery.ts';

/**
 * Effects of documents on accounts or items by day: a relation (document_id, holder_id, account_id, kind,
 * month, amount), above zero into the purse. Documents hidden from the reader give nothing else
 * (`document`).
 *
 * @param needsKind reads the kind, known only to the document; otherwise null
 */
export function documentFlowsSql(
  { tenantId, scope }: Context,
  purse: CustomMoneyPurse,
  [since, until]: InclusiveDateRange,
  needsKind: boolean,
): CustomMoneySql {
  const sideSql = (ours: 'to' | 'from', theirs: 'to' | 'from') => {
    const account = sql`
      case ${sql.ref(`entry.${theirs}_purse`)} when 'account' then ${sql.ref(`entry.${theirs}_id`)} else 0 end`;
    return sql`
      select entry.document_id, entry.business_date, ${sql.ref(`entry.${ours}_id`)} as holder_id,
        ${purse === 'account' ? sql`0::bigint` : account} as account_id,
        ${ours === 'to' ? sql`entry.amount` : sql`-entry.amount`} as amount
      from money_entry as entry
      where entry.tenant_id = ${tenantId} and ${sql.ref(`entry.${ours}_purse`)} = ${purse}
        and entry.business_date between ${since}::date and ${until}::date`;
  };
  const flows = sql`
    select document_id, business_date, holder_id, account_id, sum(amount) as amount
    from (${sideSql('to', 'from')} union all ${sideSql('from', 'to')}) as side
    group by 1, 2, 3, 4 having sum(amount) <> 0`;
  const month = sql`date_trunc('month', flow.business_date)::date as month`;
  if (purse === 'account' && !needsKind)
    return sql`select flow.*, ${month}, null::text as kind from (${flows}) as flow`;
  return sql`
    select flow.*, ${month}, booked.kind from (${flows}) as flow
    join document as booked on booked.tenant_id = ${tenantId} and booked.id = flow.document_id
    ${purse === 'account' ? sql`` : sql`where ${visibleDocuments(scope, 'booked')}`}`;
}

/** Flows from the roll-ups by day and month, for accounts with balances; `common` precedes the query. */
export function rollUpFlowsSql(
  { tenantId }: Context,
  { purse, keys }: CustomMoneyQuery,
  days: InclusiveDateRange,
): { readonly relation: CustomMoneySql; readonly common: CustomMoneySql } {
  const byMonth = keys.includes(monthDimension);
  const moved = purseMovedBy(tenantId, purse, byMonth, days);
  if (purse === 'item') return { relation: moved, common: sql`` };
  const relation = throughMonths({
    by: ['holder_id'],
    held: pursesAt(tenantId, 'account', days[1]),
    moved: [
      {
        relation: sql`moved`,
        by: ['holder_id'],
        levels: ['amount'],
        flows: ['received', 'paid'],
      },
    ],
    months: byMonth ? sql`(select distinct month from moved)` : null,
  });
  return { relation, common: sql`with moved as materialized (select * from ${moved} as moved)` };
}
