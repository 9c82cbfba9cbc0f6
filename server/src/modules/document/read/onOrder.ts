import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context, Scope } from '../../../kernel/access/index.ts';
import { companyTodaySql } from '../../system/index.ts';

type OpenOrderSql = RawBuilder<unknown>;

/**
 * True if a request or order awaits goods: approved, not closed, not complete. Matches the open-order
 * indexes, given a condition on the kind.
 *
 * @param alias the query's name of the `document` table
 */
export const isOpenOrder = (alias: string): OpenOrderSql => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(${of('approval')} = 'approved' and not ${of('closed')} and ${of('progress')} <> 'complete'
    and ${of('deleted_at')} is null)`;
};

/**
 * Open documents of a kind, aliased `document`; selected first, because statistics misestimate old
 * companies' open orders, and the planner would read the whole kind.
 */
export const openOrders = (tenantId: string, kind: KindCode): OpenOrderSql => sql`(
  select * from document where document.tenant_id = ${tenantId} and document.kind = ${kind} and ${isOpenOrder('document')} offset 0)`;

/** Transfers with goods in transit, aliased `document`; selected like open orders, by a separate index. */
export const openTransfers = (tenantId: string): OpenOrderSql => sql`(
  select * from document where document.tenant_id = ${tenantId} and document.kind = 'transfer' and document.travels
    and document.in_force and document.progress <> 'complete' and document.deleted_at is null offset 0)`;

/** True if a line's goods go to a granted or undecided warehouse; `column` holds the id. */
export const comesToGranted = (scope: Scope, column: string): OpenOrderSql =>
  sql`(${sql.ref(column)} is null or ${grantedWarehouses(scope, column)})`;

/**
 * Open purchase quantities per SKU from visible orders, in base units, in SQL (sku_id, quantity).
 *
 * @param sku restricts to this SKU
 */
export function quantitiesOnOrderSql(
  { tenantId, scope }: Context,
  sku?: OpenOrderSql,
): OpenOrderSql {
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
 * Quantity of a SKU shipped to customers in 30 days from granted warehouses, less returns; in base units, a
 * single SQL row (quantity).
 */
export const soldLately = ({ tenantId, scope }: Context, sku: OpenOrderSql): OpenOrderSql => sql`(
  select coalesce(sum(case when move.to_place = 'customer' then move.quantity else -move.quantity end), 0) as quantity
  from stock_move as move
  where move.tenant_id = ${tenantId} and move.sku_id = ${sku}
    -- A day that is worked out for itself is looked up in the index; worked out beside the moves, row-level security holds it back.
    and move.business_date > (select today.day - 30 from ${companyTodaySql(tenantId)} as today)
    and ((move.to_place = 'customer' and ${grantedWarehouses(scope, 'move.from_id')})
      or (move.from_place = 'customer' and ${grantedWarehouses(scope, 'move.to_id')})))`;
