import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { classesWithin } from '../../money/index.ts';
import { allOf, ifAsked } from '../conditions.ts';
import { purseMovedBy } from '../movedIn.ts';
import { dimensions, month } from './moneyDimensions.ts';
import type { CustomMoneySql } from './moneyDimensions.ts';
import { customMoneyFlowsSql, rolledFlow } from './moneyFlows.ts';
import { isRolled } from './moneyQuery.ts';
import type { MoneyAsked } from './moneyQuery.ts';

/** Available sums, over a `flow` and its `item`. */
export const sums = {
  account: {
    opening: sql`sum(flow.amount - flow."amountMoved")`,
    closing: sql`sum(flow.amount)`,
    received: sql`sum(flow.received)`,
    paid: sql`sum(flow.paid)`,
  },
  item: {
    income: sql`sum(-flow.amount) filter (where item.type = 'income')`,
    expense: sql`sum(flow.amount) filter (where item.type = 'expense')`,
  },
} as const;

/** Money figures for some days, a row for each key (and second). */
export function moneyIn(
  context: Context,
  money: MoneyAsked,
  days: InclusiveDateRange,
): CustomMoneySql {
  const { tenantId, scope } = context;
  const { purse, keys } = money;
  const rolled = isRolled(context, money);
  const asksKind = keys.includes(dimensions.account.kind) || money.asked.kinds !== undefined;
  const flow = rolled
    ? rolledFlow(context, money, days)
    : sql`(
      select flow.*, null::numeric as "amountMoved", greatest(flow.amount, 0) as received, greatest(-flow.amount, 0) as paid
      from (${customMoneyFlowsSql(context, purse, days, asksKind)}) as flow)`;
  const [key = sql`null`, second = sql`null::text`] = keys.map((one) => one.key);
  const added = Object.entries(sums[purse]).map(([name, sum]) => {
    const isLevel = !rolled && (name === 'opening' || name === 'closing');
    return sql`${isLevel ? sql`null::numeric` : sql`coalesce(${sum}, 0)`} as ${sql.ref(name)}`;
  });
  const names = Object.keys(sums[purse]).map(
    (name) => sql`coalesce(part.${sql.ref(name)}, 0) <> 0`,
  );
  const seen = sql`document.id = flow.document_id and ${visibleDocuments(scope, 'document')}`;
  const moved =
    purse === 'account' && rolled
      ? sql`with moved as materialized (select * from ${purseMovedBy(tenantId, purse, keys.includes(month), days)} as moved)`
      : sql``;
  return sql`
    ${moved}
    select part.* from (
      select ${key} as key, ${second} as second, ${sql.join(added)}
      from ${flow} as flow
      ${purse === 'item' ? sql`join in_out_item as item on item.tenant_id = ${tenantId} and item.id = flow.holder_id` : sql``}
      ${rolled ? sql`` : sql`left join document on document.tenant_id = ${tenantId} and ${seen}`}
      where ${allOf(customMoneyConditionsSql(context, money))}
      group by 1, 2) as part
    where ${sql.join(names, sql` or `)}`;
}

/** Builds conditions on a `flow`, its `item` and its `document`. */
function customMoneyConditionsSql(
  { tenantId }: Context,
  { purse, asked }: MoneyAsked,
): readonly CustomMoneySql[] {
  const { accounts, organId, institution, ownInstitution, kinds } = asked;
  const account = purse === 'account' ? sql`flow.holder_id` : sql`flow.account_id`;
  const place = sql`coalesce(document.institution_id, 0)`;
  return [
    ...ifAsked(accounts, (ids) => sql`${account} = any(${ids}::bigint[])`),
    ...ifAsked(organId, (id) => sql`coalesce(document.partner_id, 0) = ${id}`),
    ...ifAsked(institution, (id) => inInstitution(tenantId, id, place)),
    ...ifAsked(ownInstitution, (id) => sql`${place} = ${id}`),
    ...ifAsked(kinds, (some) => sql`flow.kind = any(${some}::text[])`),
    ...ifAsked(asked.itemId, (id) => sql`flow.holder_id = ${id}`),
    ...ifAsked(asked.type, (type) => sql`item.type = ${type}`),
    ...ifAsked(asked.ownClass, (id) => sql`coalesce(item.class_id, 0) = ${id}`),
    ...ifAsked(asked.revenueClass, (id) => sql`item.class_id in ${classesWithin(tenantId, id)}`),
  ];
}
