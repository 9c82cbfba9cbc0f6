import { stockLedgerTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source, visibleDocuments } from '../../kernel/index.ts';
import { invoiceNumbersOf } from '../document/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from './later.ts';
import { chosenWarehouses, stockAt } from './stockAt.ts';

/** What has to be worked out of every move. */
type WorkedRow = Pick<
  RowOf<typeof stockLedgerTable>,
  | 'id'
  | 'sequence'
  | 'date'
  | 'lot'
  | 'stockType'
  | 'before'
  | 'change'
  | 'after'
  | 'cost'
  | 'value'
>;

/**
 * The moves of one product, each with what lay there before and after it. The running sum covers every granted move, so
 * that it ends at the balance; of a document that the caller may not see, only its effect is shown.
 */
export const stockLedgerRows = source(
  stockLedgerTable,
  (context, filters) => {
    const { tenantId } = context;
    const { materialId: productId, warehouses: warehouseIds, serial } = filters;
    const [since, until] = filters.dates ?? [null, null];
    const opening =
      since === null
        ? sql`0`
        : sql`coalesce((select sum(quantity)
          from ${stockAt(context, { day: dayBefore(since), warehouseIds, productId })} as before), 0)`;
    return sql<WorkedRow>`
    select move.document_id || '-' || move.seq || move.side as id, move.document_id, move.line, move.sku_id, move.warehouse_id,
      move.sequence, move.business_date as date, move.lot, move.stock_type as "stockType",
      move.opening + move.running - move.change as before, move.change, move.opening + move.running as after,
      move.value / nullif(move.quantity, 0) as cost, move.signed_value as value
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
    where ${serial === undefined ? sql`true` : sql`${serial} = any(move.serials)`}`;
  },
  {
    pages: 'whole',
    beside: (context) => {
      const { tenantId, scope } = context;
      const seen = (value: RawBuilder<unknown>) =>
        sql`case when ${visibleDocuments(scope, 'document')} then ${value} end`;
      return {
        by: ['document_id', 'line', 'sku_id', 'warehouse_id'],
        joins: sql`
          left join document on document.tenant_id = ${tenantId} and document.id = "row".document_id
          left join document_line as line
            on line.tenant_id = ${tenantId} and line.document_id = "row".document_id and line.line = "row".line
          left join sku on sku.tenant_id = ${tenantId} and sku.id = "row".sku_id
          left join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
          left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = "row".warehouse_id
          left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id
          left join app_user as creator on creator.tenant_id = ${tenantId} and creator.id = document.creator_id`,
        columns: {
          documentId: seen(sql`document.id`),
          time: sql`document.business_time`,
          number: seen(sql`coalesce(document.number, '')`),
          kind: sql`document.kind`,
          barcode: sql`coalesce(line.barcode, '')`,
          productName: sql`product.name`,
          warehouseName: sql`warehouse.name`,
          partnerName: seen(sql`coalesce(partner.name, '')`),
          creatorName: seen(sql`coalesce(creator.name, '')`),
          invoiceNumbers: seen(invoiceNumbersOf(context, sql.ref('document.id'))),
        },
      };
    },
  },
);
