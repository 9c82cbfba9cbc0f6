import { revaluationRowTable, revaluationTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { bindTable } from '../../kernel/table/index.ts';
import { refusePartialBooks } from '../report/index.ts';

/** Differences reveal the whole company's debts; therefore refused to users with a partial view. */
export const revaluationRows = bindTable(revaluationTable, (context) => {
  refusePartialBooks(context);
  const { tenantId } = context;
  return sql<RowOf<typeof revaluationTable>>`
    select revaluation.id, revaluation.version, revaluation.day, document.number, summed.rates, summed.items,
      summed.booked, summed.value, summed.value - summed.booked as difference,
      case when revaluation.taken_back_at is not null then 'takenBack'
        when revaluation.reversed_on is not null then 'reversed' else 'posted' end as "revaluationState",
      revaluation.reversed_on as "reversedOn", coalesce(app_user.name, '') as "userName",
      revaluation.created_at as "createTime", revaluation.remark
    from revaluation
    left join document on document.tenant_id = ${tenantId} and document.id = revaluation.document_id
    left join app_user on app_user.tenant_id = ${tenantId} and app_user.id = revaluation.user_id
    cross join lateral (
      select string_agg(distinct entry.currency || ' ' || trim_scale(entry.rate), ' · ') as rates,
        count(*)::integer as items, sum(entry.booked) as booked, sum(entry.value) as value
      from revaluation_row as entry
      where entry.tenant_id = ${tenantId} and entry.revaluation_id = revaluation.id) as summed
    where revaluation.tenant_id = ${tenantId}`;
});

export const revaluationItemRows = bindTable(revaluationRowTable, (context, { revaluationId }) => {
  refusePartialBooks(context);
  const { tenantId } = context;
  const condition =
    revaluationId === undefined ? sql`true` : sql`entry.revaluation_id = ${revaluationId}`;
  return sql<RowOf<typeof revaluationRowTable>>`
    select entry.line::bigint as id, entry.purse as "revaluedPurse",
      coalesce(account.name, partner.name, '') as "holderName", entry.currency, entry.amount, entry.booked,
        entry.rate,
      entry.value, entry.value - entry.booked as difference
    from revaluation_row as entry
    left join account on entry.purse = 'account' and account.tenant_id = ${tenantId} and account.id =
      entry.holder_id
    left join partner on entry.purse <> 'account' and partner.tenant_id = ${tenantId} and partner.id =
      entry.holder_id
    where entry.tenant_id = ${tenantId} and ${condition}`;
});
