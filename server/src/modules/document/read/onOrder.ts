import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, visibleDocuments } from '../../../kernel/index.ts';
import type { Context, Scope } from '../../../kernel/index.ts';
import { todayOf } from '../../system/index.ts';

type Sql = RawBuilder<unknown>;

/**
 * Whether a request or an order still waits for goods: approved, not closed, not done. The indexes of open orders hold just these;
 * they are used where the kind stands beside it.
 *
 * @param alias the name that the query gives the `document` table
 */
export const isOpenOrder = (alias: string): Sql => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(${of('approval')} = 'approved' and not ${of('closed')} and ${of('progress')} <> 'complete'
    and ${of('deleted_at')} is null)`;
};

/**
 * All open documents of a kind, to be named `document`. They are found before anything else is looked at: which of an old company's
 * orders are open is more than statistics know, and the planner would read all of the kind.
 */
export const openOrders = (tenantId: string, kind: KindCode): Sql => sql`(
  select * from document where document.tenant_id = ${tenantId} and document.kind = ${kind} and ${isOpenOrder('document')} offset 0)`;

/** All transfers of which something is still on its way, to be named `document`; found like open orders, by their own index. */
export const openTransfers = (tenantId: string): Sql => sql`(
  select * from document where document.tenant_id = ${tenantId} and document.kind = 'transfer' and document.travels
    and document.in_force and document.progress <> 'complete' and document.deleted_at is null offset 0)`;

/** A line whose goods go to a warehouse that the caller may use, or to none that is known yet; `column` holds its id. */
export const comesToGranted = (scope: Scope, column: string): Sql =>
  sql`(${sql.ref(column)} is null or ${grantedWarehouses(scope, column)})`;

/**
 * What purchase orders that the caller may see still wait for of each SKU, in base units: a relation (sku_id, quantity).
 *
 * @param sku of this one alone
 */
export function onOrder({ tenantId, scope }: Context, sku?: Sql): Sql {
  const all = openOrders(tenantId, 'purchaseOrder');
  const orders = sku === undefined ? all : sql`document`;
  const ofSku = sql`document.tenant_id = ${tenantId} and document.kind = 'purchaseOrder' and ${isOpenOrder('document')}
    and line.sku_id = ${sku}`;
  return sql`
    select line.sku_id, sum(greatest(line.base_quantity - line.done_quantity, 0)) as quantity
    from ${orders} as document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    where ${sku === undefined ? sql`true` : ofSku} and ${visibleDocuments(scope, 'document')}
      and ${comesToGranted(scope, 'line.warehouse_id')}
    group by line.sku_id`;
}

/**
 * What of a SKU went to customers in the last 30 days, of warehouses that the caller may use, less what came back; in base units: a
 * relation of one row (quantity).
 */
export const soldLately = ({ tenantId, scope }: Context, sku: Sql): Sql => sql`(
  select coalesce(sum(case when move.to_place = 'customer' then move.quantity else -move.quantity end), 0) as quantity
  from stock_move as move
  where move.tenant_id = ${tenantId} and move.sku_id = ${sku}
    -- A day that is worked out for itself is looked up in the index; worked out beside the moves, row-level security holds it back.
    and move.business_date > (select today.day - 30 from ${todayOf(tenantId)} as today)
    and ((move.to_place = 'customer' and ${grantedWarehouses(scope, 'move.from_id')})
      or (move.from_place = 'customer' and ${grantedWarehouses(scope, 'move.to_id')})))`;
