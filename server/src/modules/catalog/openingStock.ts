// What products start with, whether one is typed or a spreadsheet brings thousands.
import type { ProductStockInput } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { saveInternalDocument, saveInternalDocuments } from '../document/index.ts';
import { openingTime } from '../system/index.ts';

/** What a product should start with in a warehouse, in base units. */
export interface Opening {
  readonly productId: string;
  readonly warehouseId: string;
  /** Null: as it was. */
  readonly quantity: string | null;
  /** Per base unit; null: as it was, or the product's purchase price where it is new. */
  readonly price: string | null;
}

/** What it started with before; quantity 0 and price null where it had none. */
export type OpeningBefore = Opening & { readonly quantity: string };

/** Makes the opening stock of a product what its form says; a price that the user may not see stays as it was. */
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

/** Products whose openings are posted together. */
const TOGETHER = 100;

/**
 * Makes the opening stock of products what is given, each by a document of its own; warehouses that are not named stay as
 * they are, and what stays the same posts nothing. `importedFrom` says what brought them, where they were not typed.
 * Answers what was there before, so that it can be put back.
 */
export async function writeOpenings(
  context: Context,
  openings: readonly Opening[],
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
      before.push(...wanted.map((one) => beforeOf(one, own)));
      const lines = linesOf(found(products.get(id)), own, wanted);
      const kind = 'openingStock' as const;
      return lines === null ? [] : [{ kind, subject: `product:${id}`, time, lines }];
    });
    if (importedFrom !== undefined) await saveInternalDocuments(context, inputs, importedFrom);
    else for (const input of inputs) await saveInternalDocument(context, input);
  }
  return before;
}

interface Held {
  readonly product_id: string;
  readonly warehouse_id: string;
  readonly line: number;
  readonly quantity: string;
  readonly price: string;
}

interface Opened {
  readonly id: string;
  readonly name: string;
  /** Its first barcode names the base unit, and what one of it costs (0 where that isn't known). */
  readonly barcode: string;
  readonly price: string;
  /** Its goods come in by documents that can name them. */
  readonly apart: boolean;
}

/** The lines of the document that books a product's openings; null where it has them already. */
function linesOf(
  { barcode, ...product }: Opened,
  held: readonly Held[],
  wanted: readonly Opening[],
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
    refuse('product.openingStock', { name: product.name }, { field: 'stock' });
  return lines;
}

function beforeOf({ productId, warehouseId }: Opening, held: readonly Held[]): OpeningBefore {
  const known = held.find(({ warehouse_id }) => warehouse_id === warehouseId);
  const { quantity = '0', price = null } = known ?? {};
  return { productId, warehouseId, quantity, price };
}

async function heldBy(
  { tx, tenantId }: Context,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Held[]>> {
  const subjects = productIds.map((id) => `product:${id}`);
  const { rows } = await sql<Held>`
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
): Promise<ReadonlyMap<string, Opened>> {
  const { rows } = await sql<Opened>`
    select p.id, p.name, b.code as barcode, coalesce(b.purchase_price, 0) as price,
      p.serial_managed or p.lot_managed or p.attributes <> '[]' as apart
    from product p join barcode b on b.tenant_id = ${tenantId} and b.product_id = p.id and b.is_default
    where p.tenant_id = ${tenantId} and p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
