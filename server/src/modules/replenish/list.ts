import { replenishmentTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { bindTable } from '../../kernel/table/index.ts';
import type { FilterResolver, FiltersOf } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import { readProposals } from './proposals.ts';
import type { ReplenishFrame, SkuProposal } from './proposals.ts';

type ReplenishmentFilters = FiltersOf<typeof replenishmentTable>;

type ReplenishmentRow = Omit<
  RowOf<typeof replenishmentTable>,
  'barcode' | 'name' | 'attributes' | 'standard' | 'categoryName' | 'unit' | 'supplierName'
>;

/** Filter with the rows, set by `proposeRows` before the query. */
const ROWS = 'proposals';

/** Columns of the computed rows, with the types in the database. */
const columns = `
  id bigint, "productId" bigint, barcode_id bigint, "supplierId" bigint, "supplierCode" text,
  "onHand" numeric, reserved numeric, "onOrder" numeric, drafted numeric, coming numeric,
  "soldWeekly" numeric, forecast numeric, method text, out_in integer, "leadDays" integer,
  "safetyStock" numeric, "reorderPoint" numeric, "orderUpTo" numeric, "minimumOrder" numeric,
  "packSize" numeric, proposed numeric, price numeric, currency text`;

const toEstimateText = (value: number): string => value.toFixed(6);

/** Row of the JSON relation, by the names in `columns`. */
function proposalRow({ figures, levels, ...proposal }: SkuProposal): object {
  return {
    id: figures.skuId,
    productId: figures.productId,
    barcode_id: figures.barcodeId,
    supplierId: figures.supplierId,
    supplierCode: figures.supplierCode,
    onHand: figures.onHand,
    reserved: figures.reserved,
    onOrder: figures.onOrder,
    drafted: figures.drafted,
    coming: figures.coming,
    soldWeekly: toEstimateText(proposal.soldWeekly),
    forecast: toEstimateText(proposal.forecastWeekly),
    method: proposal.forecast.method,
    out_in: proposal.stockOutDays,
    leadDays: proposal.leadDays,
    safetyStock: toEstimateText(levels.safetyStock),
    reorderPoint: toEstimateText(levels.reorderPoint),
    orderUpTo: toEstimateText(levels.orderUpTo),
    minimumOrder: figures.minimumOrder,
    packSize: figures.packSize,
    proposed: toPlainDecimal(proposal.proposed),
    price: figures.price,
    currency: figures.currency,
  };
}

/** Computed rows of a list, and the day of the computation. */
interface ProposedRows {
  readonly frame: ReplenishFrame;
  readonly rows: readonly object[];
}

/** The rule runs in the program, because list, explanation and back-test share it. */
const proposeRows: FilterResolver = async (context, filters) => {
  // SAFETY: checked against the table's filters.
  const { warehouses, materialId, needed, ...asked } = filters as ReplenishmentFilters;
  const { frame, proposals } = await readProposals(context, {
    ...asked,
    warehouseIds: warehouses,
    productId: materialId,
  });
  const shown =
    needed === undefined
      ? proposals
      : proposals.filter(({ proposed }) => proposed.gt(0) === needed);
  const computed: ProposedRows = { frame, rows: shown.map(proposalRow) };
  // SAFETY: read below, and by no declared filter.
  return { [ROWS]: computed as never };
};

export const replenishmentRows = bindTable(
  replenishmentTable,
  ({ tenantId }, filters) => {
    // SAFETY: set by `proposeRows`.
    const { [ROWS]: computed } = filters as unknown as Record<typeof ROWS, ProposedRows>;
    return sql<ReplenishmentRow & { readonly barcode_id: string }>`
      select given.*, ${computed.frame.today}::date + given.out_in as "stockOutOn",
        case when given.currency is null or given.currency = setting.currency
          then round(given.proposed * given.price, setting.currency_digits) end as amount
      from ${rowsAsTable(computed.rows, columns)}
      join tenant_setting as setting on setting.tenant_id = ${tenantId}`;
  },
  {
    pages: 'whole',
    meaning: proposeRows,
    beside: ({ tenantId }) => ({
      by: ['productId', 'supplierId', 'barcode_id'],
      joins: sql`
        left join product on product.tenant_id = ${tenantId} and product.id = "row"."productId"
        left join category on category.tenant_id = ${tenantId} and category.id = product.category_id
        left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
        left join sku on sku.tenant_id = ${tenantId} and sku.id = "row".id
        left join barcode on barcode.tenant_id = ${tenantId} and barcode.id = "row".barcode_id
        left join partner on partner.tenant_id = ${tenantId} and partner.id = "row"."supplierId"`,
      columns: {
        barcode: sql`barcode.code`,
        name: sql`product.name`,
        attributes: sql`sku.attributes`,
        standard: sql`product.standard`,
        categoryName: sql`coalesce(category.name, '')`,
        unit: sql`coalesce(product.unit_name, unit.base_unit)`,
        supplierName: sql`partner.name`,
      },
    }),
  },
);
