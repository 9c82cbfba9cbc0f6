// Opening stock of products, typed singly or by thousands from a spreadsheet.
import type { ProductStockInput } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { saveInternalDocument, saveInternalDocuments } from '../document/index.ts';
import { openingTime } from '../system/index.ts';

/** Opening stock of a product in a warehouse, in base units. */
export interface OpeningStockInput {
  readonly productId: string;
  readonly warehouseId: string;
  /** Null: unchanged. */
  readonly quantity: string | null;
  /** Price per base unit; null: unchanged, or the purchase price if new. */
  readonly price: string | null;
}

/** Earlier opening stock; quantity 0 and price null if none. */
export type OpeningBefore = OpeningStockInput & { readonly quantity: string };

/** Saves the opening stock from a product's form; a price hidden from the user stays. */
export async function saveOpeningStock(
  context: Context,
  productId: string,
  rows: readonly ProductStockInput[],
): Promise<void> {
  const sees = seesAmounts(context.scope, 'cost');
  const openings = rows.map(({ warehouseId, openingStock, openingPrice }) => ({
    productId,
    warehouseId,
    quantity: openingStock ?? null,
    price: (sees ? openingPrice : undefined) ?? null,
  }));
  await writeOpenings(context, openings);
}

/** Number of products whose openings are posted together. */
const TOGETHER = 100;

/**
 * Saves products' opening stock, each by its own document; warehouses not named stay, and equal values post
 * nothing. `importedFrom` names the source if not typed. Returns the earlier values for an undo.
 */
export async function writeOpenings(
  context: Context,
  openings: readonly OpeningStockInput[],
  importedFrom?: string,
): Promise<readonly OpeningBefore[]> {
  if (openings.length === 0) return [];
  const given = [...Map.groupBy(openings, ({ productId }) => productId)];
  const time = await openingTime(context);
  const before: OpeningBefore[] = [];
  for (let at = 0; at < given.length; at += TOGETHER) {
    const part = given.slice(at, at + TOGETHER);
    const ids = part.map(([id]) => id);
    const held = await heldBy(context, ids);
    const products = await openedProducts(context, ids);
    const inputs = part.flatMap(([id, wanted]) => {
      const own = held.get(id) ?? [];
      before.push(...wanted.map((one) => toOpeningBefore(one, own)));
      const lines = buildOpeningLines(orRefuseMissing(products.get(id)), own, wanted);
      const kind = 'openingStock' as const;
      return lines === null ? [] : [{ kind, subject: `product:${id}`, time, lines }];
    });
    if (importedFrom !== undefined) await saveInternalDocuments(context, inputs, importedFrom);
    else for (const input of inputs) await saveInternalDocument(context, input);
  }
  return before;
}

interface StoredOpening {
  readonly product_id: string;
  readonly warehouse_id: string;
  readonly line: number;
  readonly quantity: string;
  readonly price: string;
}

interface OpeningProduct {
  readonly id: string;
  readonly name: string;
  /** First barcode, in the base unit, with its price (0 if unknown). */
  readonly barcode: string;
  readonly price: string;
  /** Goods of the product arrive by documents that can name them. */
  readonly apart: boolean;
}

/** Builds the lines of a product's opening document; null if already booked. */
function buildOpeningLines(
  { barcode, ...product }: OpeningProduct,
  held: readonly StoredOpening[],
  wanted: readonly OpeningStockInput[],
) {
  const heldIn = (id: string) => held.find(({ warehouse_id }) => warehouse_id === id);
  const changed = wanted.flatMap(({ warehouseId, ...one }) => {
    const known = heldIn(warehouseId);
    const quantity = decimal(one.quantity ?? known?.quantity ?? '0');
    const unitPrice = decimal(one.price ?? known?.price ?? product.price);
    const same =
      known === undefined
        ? quantity.isZero()
        : quantity.equals(known.quantity) && unitPrice.equals(known.price);
    return same ? [] : [{ line: known?.line ?? null, barcode, warehouseId, quantity, unitPrice }];
  });
  if (changed.length === 0) return null;
  const kept = held
    .filter(({ warehouse_id }) => !changed.some(({ warehouseId }) => warehouseId === warehouse_id))
    .map(({ line, warehouse_id, quantity, price }) => ({
      line,
      barcode,
      warehouseId: warehouse_id,
      quantity: decimal(quantity),
      unitPrice: decimal(price),
    }));
  const lines = [...kept, ...changed].filter(({ quantity }) => !quantity.isZero());
  if (product.apart && lines.length > 0)
    refuseWith('product.openingStock', { name: product.name }, { field: 'stock' });
  return lines;
}

function toOpeningBefore(
  { productId, warehouseId }: OpeningStockInput,
  held: readonly StoredOpening[],
): OpeningBefore {
  const known = held.find(({ warehouse_id }) => warehouse_id === warehouseId);
  const { quantity = '0', price = null } = known ?? {};
  return { productId, warehouseId, quantity, price };
}

async function heldBy(
  { tx, tenantId }: Context,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredOpening[]>> {
  const subjects = productIds.map((id) => `product:${id}`);
  const { rows } = await sql<StoredOpening>`
    select substr(d.subject, 9) as product_id, l.warehouse_id, l.line, l.base_quantity as quantity, l.unit_price as price
    from document d join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
    where d.tenant_id = ${tenantId} and d.kind = 'openingStock' and d.subject = any(${subjects}::text[])
      and d.subject <> '' and d.deleted_at is null
    order by 1, l.line`.execute(tx);
  return Map.groupBy(rows, (row) => row.product_id);
}

async function openedProducts(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpeningProduct>> {
  const { rows } = await sql<OpeningProduct>`
    select p.id, p.name, b.code as barcode, coalesce(b.purchase_price, 0) as price,
      p.serial_managed or p.lot_managed or p.attributes <> '[]' as apart
    from product p join barcode b on b.tenant_id = ${tenantId} and b.product_id = p.id and b.is_default
    where p.tenant_id = ${tenantId} and p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
