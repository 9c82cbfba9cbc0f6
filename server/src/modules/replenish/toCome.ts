// Quantities to come: open purchase orders, drafts of orders, and requisitions.
import type { ProposalKind } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { isOpenOrder } from '../document/index.ts';
import { chosenIn } from './chosenWarehouses.ts';

type ComingSql = RawBuilder<unknown>;

/** Documents that bring goods, with `ordered` and `requested`. Each part has an index without the history. */
function comingDocumentsSql({ tenantId }: Context): ComingSql {
  const ofKind = (kind: ProposalKind, open: ComingSql, ordered: boolean) => sql`
    select document.id, ${sql.lit(ordered)}::boolean as ordered,
      ${sql.lit(documentKinds[kind].asks)}::boolean as requested
    from document
    where document.tenant_id = ${tenantId} and document.kind = ${sql.lit(kind)} and ${open}`;
  const draft = sql`document.approval = 'draft' and document.deleted_at is null`;
  return sql`(
    ${ofKind('purchaseOrder', isOpenOrder('document'), true)}
    union all ${ofKind('purchaseOrder', draft, false)}
    union all ${ofKind('purchaseRequest', isOpenOrder('document'), false)}
    union all ${ofKind('purchaseRequest', draft, false)} offset 0)`;
}

/**
 * Quantities to come by SKU: `on_order` in approved purchase orders, `drafted` in drafts of orders and in
 * open requisitions, both for the warehouses or undecided; `coming` is the sum for any warehouse. Documents
 * hidden from the reader count too, because nothing may be ordered twice.
 */
export function quantitiesToCome(
  context: Context,
  warehouseIds: readonly string[] | undefined,
  skuIds?: readonly string[],
): ComingSql {
  const { tenantId } = context;
  const chosen = chosenIn(context, 'line.warehouse_id', warehouseIds);
  const ofSkus = skuIds === undefined ? sql`true` : sql`line.sku_id = any(${skuIds}::bigint[])`;
  // A draft order made from a requisition counts as the draft. The offset keeps the planner from computing
  // the quantity once for each sum, and each line is added to a single sum.
  const lines = sql`(
    select line.sku_id, document.ordered, (line.warehouse_id is null or ${chosen}) as here,
      line.base_quantity
        - case when document.requested then line.linked_quantity else line.done_quantity end as quantity
    from ${comingDocumentsSql(context)} as document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    where line.sku_id is not null and ${ofSkus} offset 0)`;
  return sql`
    select sku_id, on_order + drafted + elsewhere as coming, on_order, drafted
    from (
      select open.sku_id,
        coalesce(sum(open.quantity) filter (where open.ordered and open.here), 0) as on_order,
        coalesce(sum(open.quantity) filter (where not open.ordered and open.here), 0) as drafted,
        coalesce(sum(open.quantity) filter (where not open.here), 0) as elsewhere
      from ${lines} as open
      where open.quantity > 0
      group by open.sku_id) as summed`;
}
