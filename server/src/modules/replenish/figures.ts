import type { ProposalKind } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { matchesKeyword } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { inCategory } from '../catalog/index.ts';
import { isOpenOrder } from '../document/index.ts';
import { chosenIn } from './chosenWarehouses.ts';
import { readMonthlyDemand } from './monthlyDemand.ts';

type FigureSql = RawBuilder<unknown>;

/** Chosen goods, warehouses and months of a proposal list. */
export interface ReplenishScope {
  /** Absent or empty: all granted warehouses. */
  readonly warehouseIds?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly productId?: string | undefined;
  readonly supplierId?: string | undefined;
  /** First days of the months of the history, oldest first. */
  readonly months: readonly string[];
}

/** Figures of a SKU, in base units. */
export interface SkuFigures {
  readonly skuId: string;
  readonly productId: string;
  readonly barcodeId: string;
  /** Sold less returned of each month of the history, oldest first. */
  readonly sold: readonly number[];
  readonly onHand: string;
  readonly reserved: string;
  readonly onOrder: string;
  readonly drafted: string;
  /** On order and drafted, for any warehouse. */
  readonly coming: string;
  /** Minimum stock of the product in the warehouses. */
  readonly minimumStock: string;
  readonly supplierId: string | null;
  readonly supplierCode: string;
  readonly leadDays: number | null;
  readonly minimumOrder: string | null;
  readonly packSize: string | null;
  /** Price of the supplier, else the purchase price of the first barcode, per base unit. */
  readonly price: string | null;
  readonly currency: string | null;
}

/**
 * Quantities to come by SKU: `on_order` in approved purchase orders, `drafted` in drafts of orders and in
 * open requisitions, both for the warehouses or undecided; `coming` is the sum for any warehouse. Documents
 * hidden from the reader count too, because nothing may be ordered twice. Each part has an index without
 * the history.
 */
export function quantitiesToCome(
  context: Context,
  warehouseIds: readonly string[] | undefined,
  skuIds?: readonly string[],
): FigureSql {
  const { tenantId } = context;
  const ofKind = (kind: ProposalKind, open: FigureSql, ordered: boolean) => sql`
    select document.id, ${sql.lit(ordered)}::boolean as ordered,
      ${sql.lit(documentKinds[kind].asks)}::boolean as requested
    from document
    where document.tenant_id = ${tenantId} and document.kind = ${sql.lit(kind)} and ${open}`;
  const draft = sql`document.approval = 'draft' and document.deleted_at is null`;
  const documents = sql`(
    ${ofKind('purchaseOrder', isOpenOrder('document'), true)}
    union all ${ofKind('purchaseOrder', draft, false)}
    union all ${ofKind('purchaseRequest', isOpenOrder('document'), false)}
    union all ${ofKind('purchaseRequest', draft, false)} offset 0)`;
  const chosen = chosenIn(context, 'line.warehouse_id', warehouseIds);
  const here = sql`(line.warehouse_id is null or ${chosen})`;
  const ofSkus = skuIds === undefined ? sql`true` : sql`line.sku_id = any(${skuIds}::bigint[])`;
  // A draft order made from a requisition counts as the draft.
  const open = sql`greatest(line.base_quantity
    - case when document.requested then line.linked_quantity else line.done_quantity end, 0)`;
  return sql`
    select line.sku_id, sum(${open}) as coming,
      coalesce(sum(${open}) filter (where document.ordered and ${here}), 0) as on_order,
      coalesce(sum(${open}) filter (where not document.ordered and ${here}), 0) as drafted
    from ${documents} as document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    where line.sku_id is not null and ${ofSkus}
    group by line.sku_id`;
}

/** A single offer per product: of the chosen supplier, else of the preferred or first enabled one. */
const offersSql = ({ tenantId }: Context, supplierId = ''): FigureSql => sql`
  select distinct on (offer.product_id) offer.* from product_supplier as offer
  join partner on partner.tenant_id = ${tenantId} and partner.id = offer.supplier_id and partner.enabled
    and partner.removed_at is null
  where offer.tenant_id = ${tenantId}
    and ${supplierId === '' ? sql`true` : sql`offer.supplier_id = ${supplierId}`}
  order by offer.product_id, offer.preferred desc, offer.position`;

/** Reads the figures of SKUs of enabled products; roll-ups and balances only, never the history. */
export async function readSkuFigures(
  context: Context,
  scope: ReplenishScope,
): Promise<readonly SkuFigures[]> {
  const { tx, tenantId } = context;
  const { warehouseIds, keyword, category, productId, supplierId } = scope;
  const conditions = [
    keyword === undefined ? sql`true` : matchesKeyword(tenantId, keyword),
    category === undefined ? sql`true` : inCategory(tenantId, category),
    productId === undefined ? sql`true` : sql`product.id = ${productId}`,
    supplierId === undefined ? sql`true` : sql`offer.supplier_id is not null`,
    warehouseIds === undefined || warehouseIds.length === 0
      ? sql`true`
      : sql`exists (select from warehouse where warehouse.tenant_id = ${tenantId}
          and ${chosenIn(context, 'warehouse.id', warehouseIds)})`,
  ];
  const demand = await readMonthlyDemand(context, scope);
  const { rows } = await sql<Omit<SkuFigures, 'sold'>>`
    select sku.id as "skuId", sku.product_id as "productId", barcode.id as "barcodeId",
      coalesce(held.quantity, 0) as "onHand", coalesce(locked.quantity, 0) as reserved,
      coalesce(coming.on_order, 0) as "onOrder", coalesce(coming.drafted, 0) as drafted,
      coalesce(coming.coming, 0) as coming,
      coalesce(safety.minimum, 0) as "minimumStock", offer.supplier_id as "supplierId",
      coalesce(offer.code, '') as "supplierCode", offer.lead_days as "leadDays",
      offer.minimum_order as "minimumOrder", offer.pack_size as "packSize",
      coalesce(offer.price, round(barcode.purchase_price / barcode.ratio, 6)) as price,
      case when offer.price is not null then offer.currency end as currency
    from sku
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id and product.enabled
      and product.removed_at is null and not product.kit
    join (
      select distinct on (sku_id) sku_id, id, ratio, purchase_price from barcode
      where barcode.tenant_id = ${tenantId}
      order by sku_id, is_default desc, position) as barcode on barcode.sku_id = sku.id
    left join (
      select balance.sku_id, sum(balance.quantity) as quantity from stock_balance as balance
      where balance.tenant_id = ${tenantId} and balance.stock_type = 'formal'
        and ${chosenIn(context, 'balance.warehouse_id', warehouseIds)}
      group by balance.sku_id) as held on held.sku_id = sku.id
    left join (
      select lock.sku_id, sum(lock.quantity) as quantity from stock_lock as lock
      where lock.tenant_id = ${tenantId} and ${chosenIn(context, 'lock.warehouse_id', warehouseIds)}
      group by lock.sku_id) as locked on locked.sku_id = sku.id
    left join (${quantitiesToCome(context, warehouseIds)}) as coming on coming.sku_id = sku.id
    left join (
      select safety.product_id, sum(safety.minimum) as minimum from safety_stock as safety
      where safety.tenant_id = ${tenantId} and ${chosenIn(context, 'safety.warehouse_id', warehouseIds)}
      group by safety.product_id) as safety on safety.product_id = sku.product_id
    left join (${offersSql(context, supplierId)}) as offer on offer.product_id = sku.product_id
    where sku.tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)}`.execute(tx);
  const none = scope.months.map(() => 0);
  return rows.map((row) => Object.assign(row, { sold: demand.get(row.skuId) ?? none }));
}
