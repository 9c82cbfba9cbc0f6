import { stockLedgerTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { source, visibleDocuments } from '../../kernel/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from './later.ts';
import { chosenWarehouses, stockAt } from './stockAt.ts';

/**
 * The moves of one product, each with what lay there before and after it. The running sum covers every granted move, so
 * that it ends at the balance; of a document that the caller may not see, only its effect is shown.
 */
export const stockLedgerRows = source(
  stockLedgerTable,
  (context, filters) => {
    const { tenantId, scope } = context;
    const { materialId: productId, warehouses: warehouseIds, serial } = filters;
    const [since, until] = filters.dates ?? [null, null];
    const opening =
      since === null
        ? sql`0`
        : sql`coalesce((select sum(quantity)
          from ${stockAt(context, { day: dayBefore(since), warehouseIds, productId })} as before), 0)`;
    return sql<RowOf<typeof stockLedgerTable>>`
    select move.document_id || '-' || move.seq || move.side as id, move.sequence,
      case when seen.visible then document.id end as "documentId",
      move.business_date as date, document.business_time as time,
      case when seen.visible then coalesce(document.number, '') end as number, document.kind,
      coalesce(line.barcode, '') as barcode, product.name as "productName", warehouse.name as "warehouseName",
      move.lot, move.stock_type as "stockType",
      move.opening + move.running - move.change as before, move.change, move.opening + move.running as after,
      move.value / nullif(move.quantity, 0) as cost, move.signed_value as value,
      case when seen.visible then coalesce(partner.name, '') end as "partnerName",
      case when seen.visible then coalesce(creator.name, '') end as "creatorName"
    from (
      select move.*, spot.side, spot.warehouse_id, spot.sign * move.quantity as change,
        spot.sign * move.value as signed_value, ${opening} as opening,
        sum(spot.sign * move.quantity) over running as running, row_number() over running as sequence
      from stock_move as move
      cross join lateral (values
        ('a', -1, move.from_place, move.from_id), ('b', 1, move.to_place, move.to_id)) as spot(side, sign, place, warehouse_id)
      where move.tenant_id = ${tenantId} and spot.place = 'warehouse'
        and move.sku_id in (select id from sku where tenant_id = ${tenantId} and product_id = ${productId})
        and move.business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date
        and ${chosenWarehouses(context, 'spot.warehouse_id', warehouseIds)}
      window running as (order by move.business_date, move.posting_number, move.sku_id, move.seq, spot.side
        rows between unbounded preceding and current row)) as move
    join document on document.tenant_id = ${tenantId} and document.id = move.document_id
    join product on product.tenant_id = ${tenantId} and product.id = ${productId}
    cross join lateral (select ${visibleDocuments(scope, 'document')} as visible) as seen
    left join document_line as line
      on line.tenant_id = ${tenantId} and line.document_id = move.document_id and line.line = move.line
    left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = move.warehouse_id
    left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id
    left join app_user as creator on creator.tenant_id = ${tenantId} and creator.id = document.creator_id
    where ${serial === undefined ? sql`true` : sql`${serial} = any(move.serials)`}`;
  },
  { pages: 'whole' },
);
