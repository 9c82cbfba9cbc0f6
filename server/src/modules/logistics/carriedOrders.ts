import { documentKinds, isStaged } from '@tradehouse/domain';
import type { DocumentKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, visibleDocuments } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { externallyTracked, lockHeads } from '../document/index.ts';
import type { DocumentRow } from '../document/index.ts';

/** Links of outbounds not deleted to their sales orders. */
const deliveriesSql = (tenantId: string): RawBuilder<unknown> => sql`
  select distinct link.source_document_id as order_id, outbound.id, outbound.number
  from document_link link
  join document outbound on outbound.tenant_id = ${tenantId} and outbound.id = link.target_document_id
  join document sold on sold.tenant_id = ${tenantId} and sold.id = link.source_document_id
  where link.tenant_id = ${tenantId} and outbound.kind = 'saleOut' and outbound.deleted_at is null
    and sold.kind = 'saleOrder'`;

/**
 * Documents whose shipments go with outbound `id`: the outbound and its orders of which it is the first
 * outbound. Further outbounds of an order have shipments of their own, because parcels exist once.
 */
export const carriedWithSql = (tenantId: string, id: string): RawBuilder<unknown> => sql`
  select ${id}::bigint
  union all
  select made.order_id from (${deliveriesSql(tenantId)}) made
  where made.id = ${id} and not exists (
    select from (${deliveriesSql(tenantId)}) earlier
    where earlier.order_id = made.order_id and earlier.id < made.id)`;

/**
 * Refuses a second shipment of the same goods: freight would count twice. The refusal names no document
 * hidden from the user, and no shipment of such a document.
 */
export async function requireNotCarried(
  { tx, tenantId, scope }: Context,
  { id, kind, number, closed }: DocumentRow,
): Promise<void> {
  if (isStaged(kind)) {
    if (closed) refuseWith('document.sourceState', { number: number ?? '' });
    const { rows } = await sql<{ number: string }>`
      select coalesce((select seen.number from document seen
        where seen.tenant_id = ${tenantId} and seen.id = made.id
          and ${visibleDocuments(scope, 'seen')}), '') as number
      from (${deliveriesSql(tenantId)}) made
      where made.order_id = ${id} order by made.id limit 1`.execute(tx);
    const [outbound] = rows;
    if (outbound !== undefined)
      refuseWith('shipment.delivered', { number: number ?? '', outbound: outbound.number });
  }
  const { handling }: DocumentKind = documentKinds[kind];
  if (handling !== 'ship') return;
  const { rows } = await sql<{ number: string; sold: string }>`
    select case when seen.id is null then '' else o.number end as number, coalesce(seen.number, '') as sold
    from logistics_order o
    left join document seen on seen.tenant_id = ${tenantId} and seen.id = o.document_id
      and ${visibleDocuments(scope, 'seen')}
    where o.tenant_id = ${tenantId} and o.document_id in (${carriedWithSql(tenantId, id)})
      and o.document_id <> ${id} and o.state not in ('cancelled', 'returned')
    order by o.id desc limit 1`.execute(tx);
  const [shipment] = rows;
  if (shipment !== undefined)
    refuseWith('shipment.ofOrder', { number: shipment.number, order: shipment.sold });
}

/** Writes the tracking number of an order's shipment on the order's first outbound, if made already. */
export async function trackFirstOutbound(
  context: Context,
  { id, kind, external_tracking: before }: DocumentRow,
  tracking: string,
): Promise<void> {
  if (!isStaged(kind)) return;
  const { tx, tenantId } = context;
  const { rows } = await sql<{ id: string }>`
    select made.id from (${deliveriesSql(tenantId)}) made
    where made.order_id = ${id} order by made.id limit 1`.execute(tx);
  const [first] = rows;
  if (first === undefined) return;
  const outbound = (await lockHeads(context, [], [first.id])).get(first.id);
  // A number typed for the outbound stays.
  if (outbound !== undefined && ['', before].includes(outbound.external_tracking))
    await externallyTracked(context, outbound, tracking);
}
