import type { ProductStockInput } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Context, Row } from '../../kernel/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { openingTime } from '../system/index.ts';
import { attributesOf } from './productAttributes.ts';

/** What a product started with in a warehouse, in base units. */
interface Opening {
  readonly warehouseId: string;
  /** The line of the opening document; null where it has none yet. */
  readonly line: number | null;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
}

/** Posts the opening stock that is asked for; what stays the same posts nothing. */
export async function saveOpeningStock(
  context: Context,
  product: Row,
  rows: readonly ProductStockInput[],
): Promise<void> {
  const before = await openingOf(context, product.id);
  const after = await merged(context, product, before, rows);
  if (after === before) return;
  const managed =
    product['serial_managed'] === true ||
    product['lot_managed'] === true ||
    attributesOf(product).length > 0;
  if (managed && after.some(({ quantity }) => !quantity.isZero())) {
    refuse('product.openingStock', { name: String(product['name']) }, { field: 'stock' });
  }
  const { code } = await baseBarcode(context, product.id);
  await saveInternalDocument(context, {
    kind: 'openingStock',
    subject: `product:${product.id}`,
    time: await openingTime(context),
    lines: after.map((opening) => ({ ...opening, barcode: code })),
  });
}

async function openingOf(
  { tx, tenantId }: Context,
  productId: string,
): Promise<readonly Opening[]> {
  const { rows } = await sql<{
    line: number;
    warehouse_id: string;
    base_quantity: string;
    unit_price: string;
  }>`
    select line.line, line.warehouse_id, line.base_quantity, line.unit_price
    from document join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    where document.tenant_id = ${tenantId} and document.kind = 'openingStock'
      and document.subject = ${`product:${productId}`} and document.subject <> '' and document.deleted_at is null
    order by line.line`.execute(tx);
  return rows.map((row) => ({
    warehouseId: row.warehouse_id,
    line: row.line,
    quantity: decimal(row.base_quantity),
    unitPrice: decimal(row.unit_price),
  }));
}

/** The openings with the given rows written over them; the same list when nothing changes. */
async function merged(
  context: Context,
  product: Row,
  before: readonly Opening[],
  rows: readonly ProductStockInput[],
): Promise<readonly Opening[]> {
  const given = rows.filter(
    ({ openingStock, openingPrice }) => openingStock !== undefined || openingPrice !== undefined,
  );
  if (given.length === 0) return before;
  const { price: usualPrice } = await baseBarcode(context, product.id);
  const sees = seesAmounts(context.scope, 'cost');
  const changed = given.flatMap((row): Opening[] => {
    const known = before.find(({ warehouseId }) => warehouseId === row.warehouseId);
    const quantity = row.openingStock === undefined ? known?.quantity : decimal(row.openingStock);
    if (quantity === undefined) return [];
    const price =
      sees && row.openingPrice !== undefined
        ? decimal(row.openingPrice)
        : (known?.unitPrice ?? usualPrice);
    if (known !== undefined && known.quantity.equals(quantity) && known.unitPrice.equals(price))
      return [];
    if (known === undefined && quantity.isZero()) return [];
    return [
      { warehouseId: row.warehouseId, line: known?.line ?? null, quantity, unitPrice: price },
    ];
  });
  if (changed.length === 0) return before;
  const kept = before.filter(
    ({ warehouseId }) => !changed.some((row) => row.warehouseId === warehouseId),
  );
  return [...kept, ...changed].filter(({ quantity }) => !quantity.isZero());
}

/** The first barcode row: it names the base unit, and what one of it costs (0 where that isn't known). */
async function baseBarcode(
  { tx, tenantId }: Context,
  productId: string,
): Promise<{ readonly code: string; readonly price: Decimal }> {
  const row = await tx
    .selectFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where('product_id', '=', productId)
    .where('is_default', '=', true)
    .select(['code', 'purchase_price'])
    .executeTakeFirst();
  const { code, purchase_price: price } = found(row);
  return { code, price: decimal(price ?? '0') };
}
