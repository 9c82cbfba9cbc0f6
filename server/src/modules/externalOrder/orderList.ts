import { externalOrderTable } from '@tradehouse/contract';
import type { ExternalOrderStanding, ReplyOf, RowOf, externalOrders } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  grantedCustomers,
  ofPeople,
  seesAmounts,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { bindTable, trimTrailingZeros } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { mappedGoodsJoinSql, saleOrderOf } from './orderGoods.ts';

/** Orders `o` of creators and customers visible to the caller. */
export const seenOrders = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(${ofPeople(scope, 'o')} and ${grantedCustomers(scope, 'o.partner_id')})`;

/** Charged amount of line `l`, like in the sales order. */
const chargedFor = ({ tenantId }: Context): RawBuilder<unknown> =>
  sql`round(l.quantity * l.price, (select currency_digits from tenant_setting where tenant_id = ${tenantId}))`;

/** Subquery per column on order `o`'s lines, because counts and searches need only some. */
const externalOrderLinesSql = (
  context: Context,
  what: RawBuilder<unknown>,
  of = sql``,
): RawBuilder<unknown> =>
  sql`(select ${what} from external_order_line l ${of} where l.tenant_id = ${context.tenantId} and l.order_id = o.id)`;

export const externalOrderRows = bindTable(externalOrderTable, (context) => {
  const { tenantId, scope } = context;
  const unmatched = externalOrderLinesSql(
    context,
    sql`string_agg(distinct l.outer_sku_code, ', ') filter (where b.id is null)`,
    mappedGoodsJoinSql(tenantId),
  );
  return sql<RowOf<typeof externalOrderTable>>`
    select o.id, o.partner_id as "partnerId", case when ${visibleDocuments(scope, 'd')} then d.id end as "documentId",
      o.number as "externalOrder", o.platform, o.shop, partner.name as "partnerName", o.ordered_at as "orderedAt",
      ${externalOrderLinesSql(context, sql`count(*)::int`)} as "orderLines",
      ${externalOrderLinesSql(context, sql`sum(${chargedFor(context)})`)} as amount,
      case when d.id is not null then 'made' when ${unmatched} is null then 'ready' else 'waiting' end as "externalStatus",
      case when d.id is null then coalesce(${unmatched}, '') else '' end as "unmatchedSkus",
      case when ${visibleDocuments(scope, 'd')} then d.number end as number,
      (select x.name from app_user x where x.tenant_id = ${tenantId} and x.id = o.creator_id) as "creatorName",
      o.remark, o.created_at as "createTime"
    from external_order o
    join partner on partner.tenant_id = ${tenantId} and partner.id = o.partner_id
    ${saleOrderOf(tenantId)}
    where o.tenant_id = ${tenantId} and ${seenOrders(scope)}`;
});

type ExternalOrderDetails = ReplyOf<typeof externalOrders.infoCall>;
type ExternalOrderLineRow = Omit<ExternalOrderDetails['lines'][number], 'price' | 'amount'> & {
  readonly price: string;
  readonly amount: string;
};

export async function externalOrderInfo(
  context: Context,
  id: string,
): Promise<ExternalOrderDetails> {
  const { tx, tenantId, scope } = context;
  const { rows: heads } = await sql<{ number: string }>`
    select o.number from external_order o
    where o.tenant_id = ${tenantId} and o.id = ${id} and ${seenOrders(scope)}`.execute(tx);
  const { number } = orRefuseMissing(heads[0]);
  const { rows } = await sql<ExternalOrderLineRow>`
    select l.line, l.outer_sku_code as "outerSkuCode", l.outer_name as "outerName",
      trim_scale(l.quantity)::text as quantity, l.price, ${chargedFor(context)} as amount,
      b.code as barcode, b.name as "productName", b.unit,
      case when b.id is not null then trim_scale(r.ratio)::text end as ratio
    from external_order_line l
    join external_order o on o.tenant_id = ${tenantId} and o.id = l.order_id
    ${mappedGoodsJoinSql(tenantId)}
    where l.tenant_id = ${tenantId} and l.order_id = ${id}
    order by l.line`.execute(tx);
  const show = (amount: string) => (seesAmounts(scope, 'sale') ? trimTrailingZeros(amount) : null);
  return {
    id,
    externalOrder: number,
    lines: rows.map((row) => ({ ...row, price: show(row.price), amount: show(row.amount) })),
  };
}

/** Reads an order's state; null if invisible to the caller. */
export async function readExternalOrderStanding(
  { tx, tenantId, scope }: Context,
  id: string,
): Promise<ExternalOrderStanding | null> {
  const { rows } = await sql<ExternalOrderStanding & { readonly made: boolean }>`
    select o.id, d.id is not null as made, case when ${visibleDocuments(scope, 'd')} then d.id end as "documentId",
      case when ${visibleDocuments(scope, 'd')} then d.number end as number,
      case when ${visibleDocuments(scope, 'd')} and d.business_date > (o.ordered_at at time zone setting.time_zone)::date
        then d.business_date::text end as "datedOn",
      array(
        select distinct l.outer_sku_code from external_order_line l ${mappedGoodsJoinSql(tenantId)}
        where l.tenant_id = ${tenantId} and l.order_id = o.id and b.id is null and d.id is null order by 1) as unmatched
    from external_order o ${saleOrderOf(tenantId)}
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    where o.tenant_id = ${tenantId} and o.id = ${id} and ${seenOrders(scope)}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const { made, ...rest } = row;
  return { ...rest, status: toExternalOrderStatus(made, row.unmatched) };
}

function toExternalOrderStatus(
  made: boolean,
  unmatched: readonly string[],
): ExternalOrderStanding['status'] {
  if (made) return 'made';
  return unmatched.length > 0 ? 'waiting' : 'ready';
}
