import { replenishmentTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../kernel/table/index.ts';
import type { FilterResolver, FiltersOf } from '../../kernel/table/index.ts';
import { columnsAsTable } from '../../kernel/tx/index.ts';
import type { GivenColumn } from '../../kernel/tx/index.ts';
import { forecastWeekly, readProposals, soldWeekly, stockOutDays } from './proposals.ts';
import type { ReplenishFrame, SkuProposal } from './proposals.ts';

type ReplenishmentFilters = FiltersOf<typeof replenishmentTable>;
type ColumnSql = RawBuilder<unknown>;

type ReplenishmentRow = Omit<
  RowOf<typeof replenishmentTable>,
  | 'barcode'
  | 'name'
  | 'attributes'
  | 'standard'
  | 'categoryName'
  | 'unit'
  | 'supplierName'
  | 'supplierCode'
>;

/** Filter with the rows, set before the query. */
const ROWS = 'proposals';

interface ComputedColumn extends Pick<GivenColumn, 'type'> {
  readonly of: (proposal: SkuProposal, frame: ReplenishFrame) => string | number | null;
}

const bigintColumn = (of: ComputedColumn['of']): ComputedColumn => ({ type: 'bigint', of });
const numericColumn = (of: ComputedColumn['of']): ComputedColumn => ({ type: 'numeric', of });
const estimateColumn = (
  of: (proposal: SkuProposal, frame: ReplenishFrame) => number,
): ComputedColumn => numericColumn((proposal, frame) => of(proposal, frame).toFixed(6));

/** Columns computed by the rule. */
const computedColumns = {
  id: bigintColumn(({ figures }) => figures.skuId),
  productId: bigintColumn(({ figures }) => figures.productId),
  supplierId: bigintColumn(({ figures }) => figures.supplierId),
  onHand: numericColumn(({ figures }) => figures.onHand),
  reserved: numericColumn(({ figures }) => figures.reserved),
  onOrder: numericColumn(({ figures }) => figures.onOrder),
  drafted: numericColumn(({ figures }) => figures.drafted),
  coming: numericColumn(({ figures }) => figures.coming),
  soldWeekly: estimateColumn(soldWeekly),
  forecast: estimateColumn(forecastWeekly),
  method: { type: 'text', of: ({ forecast }) => forecast.method },
  stockOutDays: { type: 'integer', of: stockOutDays },
  leadDays: { type: 'integer', of: ({ leadDays }) => leadDays },
  safetyStock: estimateColumn(({ levels }) => levels.safetyStock),
  reorderPoint: estimateColumn(({ levels }) => levels.reorderPoint),
  orderUpTo: estimateColumn(({ levels }) => levels.orderUpTo),
  minimumOrder: numericColumn(({ figures }) => figures.minimumOrder),
  packSize: numericColumn(({ figures }) => figures.packSize),
  proposed: numericColumn(({ proposed }) => toPlainDecimal(proposed)),
  supplierPrice: numericColumn(({ figures }) => figures.supplierPrice),
  currency: { type: 'text', of: ({ figures }) => figures.currency },
} as const satisfies Readonly<Record<string, ComputedColumn>>;

type ComputedName = keyof typeof computedColumns;
const isComputedName = (name: string): name is ComputedName => Object.hasOwn(computedColumns, name);

interface DerivedColumn {
  readonly from: readonly ComputedName[];
  readonly value: ColumnSql;
}

/** Columns of the list derived in the database from computed columns. */
function derivedColumns(
  tenantId: string,
  { today }: ReplenishFrame,
): Readonly<Partial<Record<string, DerivedColumn>>> {
  const usualPrice = sql`(
    select round(barcode.purchase_price / barcode.ratio, 6) from barcode
    where barcode.tenant_id = ${tenantId} and barcode.sku_id = given.id
    order by barcode.is_default desc, barcode.position limit 1)`;
  const price = sql`coalesce(given."supplierPrice", ${usualPrice})`;
  // Nothing to buy costs nothing: prices are read for proposals only.
  const amount = sql`
    case when given.currency is null or given.currency = setting.currency then
      case when given.proposed = 0 then 0 else round(given.proposed * ${price}, setting.currency_digits) end
    end`;
  return {
    stockOutOn: { from: ['stockOutDays'], value: sql`${today}::date + given."stockOutDays"` },
    price: { from: ['supplierPrice'], value: price },
    amount: { from: ['proposed', 'supplierPrice', 'currency'], value: amount },
  };
}

/** Proposals of a list, and the frame of the computation. */
interface ProposedRows {
  readonly frame: ReplenishFrame;
  readonly proposals: readonly SkuProposal[];
}

/** Filters that hold the proposals of a list. */
const filtersOfRows = (computed: ProposedRows) => ({
  // SAFETY: read by `proposedRowsOf`, and by no declared filter.
  [ROWS]: computed as never,
});

const proposedRowsOf = (filters: object): ProposedRows =>
  // SAFETY: every request sets them.
  (filters as Record<typeof ROWS, ProposedRows>)[ROWS];

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
  return filtersOfRows({ frame, proposals: shown });
};

/** A page shows all columns of few rows; the search for these rows needs few columns of all. */
function rowsOfKeys(filters: object, keys: readonly string[]) {
  const { frame, proposals } = proposedRowsOf(filters);
  const shown = new Set(keys);
  return filtersOfRows({
    frame,
    proposals: proposals.filter(({ figures }) => shown.has(figures.skuId)),
  });
}

export const replenishmentRows = bindTable(
  replenishmentTable,
  ({ tenantId }, filters, wanted) => {
    const { frame, proposals } = proposedRowsOf(filters);
    const derived = derivedColumns(tenantId, frame);
    // The other columns stand in `beside`.
    const shown = [...wanted].filter(
      (name) => isComputedName(name) || Object.hasOwn(derived, name),
    );
    const sent = new Set<ComputedName>([
      'id',
      ...shown.flatMap((name) => derived[name]?.from ?? (isComputedName(name) ? [name] : [])),
    ]);
    const columns = [...sent].map((name): GivenColumn => {
      const { type, of }: ComputedColumn = computedColumns[name];
      return { name, type, values: proposals.map((proposal) => of(proposal, frame)) };
    });
    const values = shown.map(
      (name) => sql`${derived[name]?.value ?? sql.ref(`given.${name}`)} as ${sql.ref(name)}`,
    );
    return sql<ReplenishmentRow>`
      select ${sql.join(values)} from ${columnsAsTable(columns)}
      join tenant_setting as setting on setting.tenant_id = ${tenantId}`;
  },
  {
    pages: 'byKey',
    // Set for every request: one search finds the page and the totals.
    few: [ROWS],
    ofKeys: rowsOfKeys,
    meaning: proposeRows,
    beside: ({ tenantId }) => ({
      by: ['productId', 'supplierId'],
      joins: sql`
        left join product on product.tenant_id = ${tenantId} and product.id = "row"."productId"
        left join category on category.tenant_id = ${tenantId} and category.id = product.category_id
        left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
        left join sku on sku.tenant_id = ${tenantId} and sku.id = "row".id
        left join partner on partner.tenant_id = ${tenantId} and partner.id = "row"."supplierId"
        left join product_supplier as offer on offer.tenant_id = ${tenantId}
          and offer.product_id = "row"."productId" and offer.supplier_id = "row"."supplierId"`,
      columns: {
        barcode: sql`(
          select barcode.code from barcode
          where barcode.tenant_id = ${tenantId} and barcode.sku_id = "row".id
          order by barcode.is_default desc, barcode.position limit 1)`,
        name: sql`product.name`,
        attributes: sql`sku.attributes`,
        standard: sql`product.standard`,
        categoryName: sql`coalesce(category.name, '')`,
        unit: sql`coalesce(product.unit_name, unit.base_unit)`,
        supplierName: sql`partner.name`,
        supplierCode: sql`coalesce(offer.code, '')`,
      },
    }),
  },
);
