import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { classesWithin } from '../../money/index.ts';
import { allOf, optionalCondition } from '../conditions.ts';
import { moneyDimensions } from './moneyDimensions.ts';
import type { CustomMoneySql } from './moneyDimensions.ts';
import { documentFlowsSql, rollUpFlowsSql } from './moneyFlows.ts';
import { isInRollUps } from './moneyQuery.ts';
import type { CustomMoneyQuery } from './moneyQuery.ts';

/** Available sums, over a `flow` and its `item`. */
export const moneySums = {
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
export function customMoneySumsSql(
  context: Context,
  query: CustomMoneyQuery,
  days: InclusiveDateRange,
): CustomMoneySql {
  const { tenantId, scope } = context;
  const { purse, keys, filters } = query;
  const inRollUps = isInRollUps(context, query);
  const needsKind = keys.includes(moneyDimensions.account.kind) || filters.kinds !== undefined;
  const { relation, common } = inRollUps
    ? rollUpFlowsSql(context, query, days)
    : {
        common: sql``,
        relation: sql`(
      select flow.*, null::numeric as "amountMoved",
          greatest(flow.amount, 0) as received, greatest(-flow.amount, 0) as paid
      from (${documentFlowsSql(context, purse, days, needsKind)}) as flow)`,
      };
  const [key = sql`null`, second = sql`null::text`] = keys.map((dimension) => dimension.key);
  const figures = Object.entries(moneySums[purse]).map(([name, sum]) => {
    const isUnavailable = !inRollUps && (name === 'opening' || name === 'closing');
    return sql`${isUnavailable ? sql`null::numeric` : sql`coalesce(${sum}, 0)`} as ${sql.ref(name)}`;
  });
  const nonZero = Object.keys(moneySums[purse]).map(
    (name) => sql`coalesce(summed.${sql.ref(name)}, 0) <> 0`,
  );
  const itemJoin = sql`
    join in_out_item as item on item.tenant_id = ${tenantId} and item.id = flow.holder_id`;
  const isVisible = sql`document.id = flow.document_id and ${visibleDocuments(scope, 'document')}`;
  return sql`
    ${common}
    select summed.* from (
      select ${key} as key, ${second} as second, ${sql.join(figures)}
      from ${relation} as flow
      ${purse === 'item' ? itemJoin : sql``}
      ${inRollUps ? sql`` : sql`left join document on document.tenant_id = ${tenantId} and ${isVisible}`}
      where ${allOf(customMoneyConditionsSql(context, query))}
      group by 1, 2) as summed
    where ${sql.join(nonZero, sql` or `)}`;
}

/** Builds conditions on a `flow`, its `item` and its `document`. */
function customMoneyConditionsSql(
  { tenantId }: Context,
  { purse, filters }: CustomMoneyQuery,
): readonly CustomMoneySql[] {
  const { accounts, organId, institution, ownInstitution, kinds } = filters;
  const account = purse === 'account' ? sql`flow.holder_id` : sql`flow.account_id`;
  const institutionId = sql`coalesce(document.institution_id, 0)`;
  return [
    ...optionalCondition(accounts, (ids) => sql`${account} = any(${ids}::bigint[])`),
    ...optionalCondition(organId, (id) => sql`coalesce(document.partner_id, 0) = ${id}`),
    ...optionalCondition(institution, (id) => inInstitution(tenantId, id, institutionId)),
    ...optionalCondition(ownInstitution, (id) => sql`${institutionId} = ${id}`),
    ...optionalCondition(kinds, (codes) => sql`flow.kind = any(${codes}::text[])`),
    ...optionalCondition(filters.itemId, (id) => sql`flow.holder_id = ${id}`),
    ...optionalCondition(filters.type, (type) => sql`item.type = ${type}`),
    ...optionalCondition(filters.ownClass, (id) => sql`coalesce(item.class_id, 0) = ${id}`),
    ...optionalCondition(
      filters.revenueClass,
      (id) => sql`item.class_id in ${classesWithin(tenantId, id)}`,
    ),
  ];
}
