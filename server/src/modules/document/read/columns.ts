import { headEntries } from '@tradehouse/contract';
import type { KeptName, ListedName } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { givenBack } from '../links/deposits.ts';
import { invoiceNumbersOf, invoicedAmount } from '../links/invoiced.ts';
import {
  isArrivingSql,
  isFreightConfirmedSql,
  isPackedSql,
  isBeingTalliedSql,
} from '../store/readiness.ts';

type HeadColumnSql = RawBuilder<unknown>;

/** Column in SQL: of the document `d`, or converted to the company's own currency. */
type Expression = (context: Context, of?: 'd' | 'base') => HeadColumnSql;

const nameFrom =
  (table: string, id: string): Expression =>
  ({ tenantId }) =>
    sql`(select x.name from ${sql.table(table)} x where x.tenant_id = ${tenantId} and x.id = ${sql.ref(id)})`;

/** 0 draft, 1 approved, 3 partial, 2 complete: derived, never stored. */
const status = sql.raw(`case
  when d.approval = 'draft' then '0'
  when d.closed or d.progress = 'complete' then '2'
  when d.progress = 'partial' then '3'
  else '1' end`);

/** Stage of a sales order, like in the domain. */
function orderStageSql({ tenantId }: Context): HeadColumnSql {
  const id = sql.ref('d.id');
  const deposit = sql`d.paid_now - ${givenBack(tenantId, id)}`;
  return sql`case
    when d.cancel_reason is not null then '-1'
    when d.closed then '100'
    when d.arrived then '95'
    when d.progress = 'complete' then '90'
    when d.progress = 'partial' then '85'
    when ${isPackedSql(tenantId, id)} then '80'
    when ${isFreightConfirmedSql(tenantId, id)} then '70'
    when d.paid_now > 0 and ${deposit} > 0 and ${deposit} >= d.payable then '60'
    when ${isBeingTalliedSql(tenantId, id)} then '50'
    when ${isArrivingSql(tenantId, id)} then '40'
    when d.purchase_progress <> 'none' then '30'
    when d.paid_now > 0 and ${deposit} > 0 then '20'
    else '10' end`;
}

/** Expressions equal for every reader are built once. */
const toFixedExpression = (build: (of: 'd' | 'base') => string): Expression => {
  const [own, base] = [sql.raw(build('d')), sql.raw(build('base'))];
  return (_, of = 'd') => (of === 'd' ? own : base);
};
const plainColumn = (name: string): Expression => toFixedExpression((of) => `${of}.${name}`);
const differenceColumn = (whole: string, part: string): Expression =>
  toFixedExpression((of) => `${of}.${whole} - ${of}.${part}`);

/** Distinct names on a document's lines, in line order. */
const namesOfLines =
  (table: 'warehouse' | 'in_out_item' | 'account', id: string): Expression =>
  ({ tenantId }) =>
    sql`(
    select string_agg(named.name, ', ' order by named.first) from (
      select x.name, min(l.position) as first from document_line l
      join ${sql.table(table)} x on x.tenant_id = ${tenantId} and x.id = ${sql.ref(`l.${id}`)}
      where l.tenant_id = ${tenantId} and l.document_id = d.id
      group by x.id, x.name) named)`;

/** Expressions of list fields without a document column; a missing field fails to compile. */
const found: Readonly<Record<Exclude<ListedName, KeptName>, Expression>> = {
  partnerName: nameFrom('partner', 'd.partner_id'),
  sourceNumbers: plainColumn('source_numbers'),
  hasReturn: plainColumn('has_return'),
  madeGoods: ({ tenantId }) => sql`(
    select string_agg(p.name || ' × ' || trim_scale(l.quantity), ', ' order by l.position) from document_line l
    join product p on p.tenant_id = ${tenantId} and p.id = l.product_id
    where l.tenant_id = ${tenantId} and l.document_id = d.id and l.role = 'composite')`,
  warehouseNames: namesOfLines('warehouse', 'warehouse_id'),
  targetWarehouseNames: namesOfLines('warehouse', 'target_warehouse_id'),
  itemNames: namesOfLines('in_out_item', 'item_id'),
  receivingAccounts: namesOfLines('account', 'account_id'),
  summary: plainColumn('summary'),
  creatorName: nameFrom('app_user', 'd.creator_id'),
  institutionName: nameFrom('institution', 'd.institution_id'),
  handlerName: nameFrom('person', 'd.handler_id'),
  salespersonNames: ({ tenantId }) => sql`(
    select string_agg(x.name, ' ' order by x.sort, x.id) from person x
    where x.tenant_id = ${tenantId} and x.id = any(d.salesperson_ids))`,
  afterDiscount: differenceColumn('total_amount', 'discount'),
  accountId: ({ tenantId }) => sql`(
    select case when count(*) = 1 then min(x.account_id) end from document_settlement x
    where x.tenant_id = ${tenantId} and x.document_id = d.id)`,
  accountName: ({ tenantId }) => sql`(
    select string_agg(a.name, ' ' order by a.sort, a.id) from document_settlement x
    join account a on a.tenant_id = ${tenantId} and a.id = x.account_id
    where x.tenant_id = ${tenantId} and x.document_id = d.id)`,
  depositTaken: plainColumn('paid_now'),
  depositLeft: differenceColumn('paid_now', 'deposit_taken'),
  openDebt: differenceColumn('debt', 'settled'),
  uninvoiced: ({ tenantId }) => sql`d.payable - abs(${invoicedAmount(tenantId, sql.ref('d.id'))})`,
  invoiceNumbers: (context) => invoiceNumbersOf(context, sql.ref('d.id')),
  auditorName: nameFrom('app_user', 'd.approver_id'),
  purchaseStatus: () =>
    sql`case when d.purchase_closed or d.purchase_progress = 'complete' then '2'
      when d.purchase_progress = 'partial' then '3' else '0' end`,
  orderLock: () => sql`case when d.closed then '1' else '0' end`,
  confirmStatus: () =>
    sql`case d.confirmation when 'confirmed' then '2' when 'waiting' then '1' else '0' end`,
  pushStatus: () => sql`case d.push when 'changed' then '2' when 'pushed' then '1' else '0' end`,
  stage: orderStageSql,
  status: () => status,
};

const columnOf = new Map(
  headEntries.flatMap(([name, { keeps }]) => (keeps === undefined ? [] : [[name, keeps] as const])),
);

/** SQL expression of each head field; `d` is the document. */
export const expressions: Readonly<Record<ListedName | KeptName, Expression>> = {
  // SAFETY: the entries are exactly the names of the stored fields.
  ...(Object.fromEntries(
    [...columnOf].map(([name, column]) => [name, plainColumn(column)]),
  ) as Record<KeptName, Expression>),
  ...found,
};

/**
 * Selects head fields under the names from `as`. Plain columns form a single SQL text: a fragment per
 * column would cost more than reading the column.
 */
export function selectHeadFields(
  context: Context,
  names: readonly ListedName[],
  of: 'd' | 'base' = 'd',
  as: (name: string) => string = (name) => name,
): readonly HeadColumnSql[] {
  const plain = names.flatMap((name) => {
    const column = columnOf.get(name);
    return column === undefined ? [] : [`${of}.${column} as "${as(name)}"`];
  });
  const others = names
    .filter((name) => !columnOf.has(name))
    .map((name) => sql`${expressions[name](context, of)} as ${sql.ref(as(name))}`);
  return plain.length === 0 ? others : [sql.raw(plain.join(', ')), ...others];
}
