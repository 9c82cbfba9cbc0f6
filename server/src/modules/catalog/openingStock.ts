// Opening stock of products, typed singly or by thousands from a spreadsheet.
import type { ProductStockInput } from '@tradehouse/contract';
import { decimal, normalText, sum } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { saveInternalDocument, saveInternalDocuments } from '../document/index.ts';
import type { OpeningStockLine } from '../document/index.ts';
import { clearLotExpiries } from '../posting/index.ts';
import { openingTime } from '../system/index.ts';

/** Opening stock of a product in a warehouse, in base units. */
export interface OpeningStockInput {
  readonly productId: string;
  readonly warehouseId: string;
  /** Null: unchanged. */
  readonly quantity: string | null;
  /** Price per base unit; null: unchanged, or the purchase price if new. */
  readonly price: string | null;
  /** Named goods; absent: all goods of the product, which has neither lots nor serials nor attributes. */
  readonly part?: OpeningPart;
}

/** Goods named by SKU and by lot or serial numbers. */
export interface OpeningPart {
  readonly skuId: string;
  /** '' without lots. */
  readonly lot: string;
  /** Null: none; absent: unchanged. */
  readonly expiry?: string | null;
  readonly serials: readonly string[];
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
 * nothing. `importedFrom` names the source if not typed. Returns the earlier value of each, for an undo.
 */
export async function writeOpenings(
  context: Context,
  openings: readonly OpeningStockInput[],
  importedFrom?: string,
): Promise<readonly OpeningBefore[]> {
  if (openings.length === 0) return [];
  const given = [...Map.groupBy(openings, ({ productId }) => productId)];
  const time = await openingTime(context);
  const before = new Map<OpeningStockInput, OpeningBefore>();
  for (let at = 0; at < given.length; at += TOGETHER) {
    const part = given.slice(at, at + TOGETHER);
    const ids = part.map(([id]) => id);
    const held = await heldBy(context, ids);
    const products = await openedProducts(context, ids);
    const inputs = part.flatMap(([id, wanted]) => {
      const own = held.get(id) ?? [];
      for (const one of wanted) before.set(one, toOpeningBefore(one, own));
      const lines = buildOpeningLines(orRefuseMissing(products.get(id)), own, wanted);
      const kind = 'openingStock' as const;
      return lines === null ? [] : [{ kind, subject: `product:${id}`, time, lines }];
    });
    await clearLotExpiries(context, lotsWithoutExpiry(part, held));
    if (importedFrom !== undefined) await saveInternalDocuments(context, inputs, importedFrom);
    else for (const input of inputs) await saveInternalDocument(context, input);
  }
  return openings.map((one) => orRefuseMissing(before.get(one)));
}

interface StoredOpening extends Omit<OpeningPart, 'skuId' | 'expiry'> {
  readonly expiry: string | null;
  readonly product_id: string;
  readonly warehouse_id: string;
  readonly sku_id: string;
  readonly line: number;
  readonly quantity: string;
  readonly price: string;
}

/** Identifies the goods of an opening within a product: a serial or a lot lies in a single line. */
const openingKey = (
  warehouseId: string,
  { skuId, lot, serials }: Omit<OpeningPart, 'expiry'>,
): string =>
  [
    warehouseId,
    skuId,
    normalText(lot),
    serials
      .map((serial) => normalText(serial))
      .toSorted()
      .join(),
  ].join(' ');

const storedOpeningKey = ({ warehouse_id, sku_id, lot, serials }: StoredOpening): string =>
  openingKey(warehouse_id, { skuId: sku_id, lot, serials });

interface OpeningProduct {
  readonly id: string;
  readonly name: string;
  /** First barcode, in the base unit, with its price (0 if unknown). */
  readonly barcode: string;
  readonly sku_id: string;
  readonly price: string;
  /** Goods of the product arrive by documents and sheets with their lots or serials. */
  readonly apart: boolean;
  /** Barcodes of the SKUs in the base unit. */
  readonly skus: Readonly<Record<string, { readonly barcode: string; readonly price: string }>>;
}

/** Builds the lines of a product's opening document; null if already booked. */
function buildOpeningLines(
  product: OpeningProduct,
  held: readonly StoredOpening[],
  wanted: readonly OpeningStockInput[],
): readonly OpeningStockLine[] | null {
  const whole: OpeningPart = { skuId: product.sku_id, lot: '', serials: [] };
  const replaced = new Set<StoredOpening>();
  const changed = wanted.flatMap(({ warehouseId, part, ...one }): OpeningStockLine[] => {
    if (part === undefined && product.apart) {
      refuseOtherOpening(product, openingsOfWarehouse(held, warehouseId), one);
      return [];
    }
    const { skuId, lot, serials, expiry } = part ?? whole;
    const key = openingKey(warehouseId, { skuId, lot, serials });
    const known = held.find((other) => storedOpeningKey(other) === key);
    const sku = orRefuseMissing(product.skus[skuId]);
    const quantity = decimal(one.quantity ?? known?.quantity ?? '0');
    const unitPrice = decimal(one.price ?? known?.price ?? sku.price);
    const same =
      known === undefined
        ? quantity.isZero()
        : quantity.equals(known.quantity) &&
          unitPrice.equals(known.price) &&
          (expiry === undefined || expiry === known.expiry);
    if (same) return [];
    if (known !== undefined) replaced.add(known);
    const { barcode } = sku;
    const line = known?.line ?? null;
    const named = { lot, expiry: expiry === undefined ? (known?.expiry ?? null) : expiry, serials };
    return [{ line, barcode, warehouseId, quantity, unitPrice, ...named }];
  });
  if (changed.length === 0) return null;
  const kept = held
    .filter((one) => !replaced.has(one))
    .map(({ line, sku_id, warehouse_id, quantity, price, lot, expiry, serials }) => ({
      line,
      barcode: product.skus[sku_id]?.barcode ?? product.barcode,
      warehouseId: warehouse_id,
      quantity: decimal(quantity),
      unitPrice: decimal(price),
      lot,
      expiry,
      serials,
    }));
  return [...kept, ...changed].filter(({ quantity }) => !quantity.isZero());
}

type ProductOpenings = readonly [productId: string, wanted: readonly OpeningStockInput[]];

/** Lists lots without an expiry in any opening. */
const lotsWithoutExpiry = (
  products: readonly ProductOpenings[],
  held: ReadonlyMap<string, readonly StoredOpening[]>,
): readonly { readonly skuId: string; readonly lot: string }[] =>
  products.flatMap(([id, wanted]) => {
    const own = held.get(id) ?? [];
    const emptied = wanted.flatMap(({ warehouseId, part }) =>
      part?.expiry === null && part.lot !== ''
        ? [{ key: openingKey(warehouseId, part), part }]
        : [],
    );
    const dated = own.filter(
      (one) => one.expiry !== null && emptied.some(({ key }) => key === storedOpeningKey(one)),
    );
    const isDatedElsewhere = ({ sku_id, lot }: StoredOpening): boolean =>
      own.some(
        (other) =>
          other.expiry !== null &&
          !dated.includes(other) &&
          other.sku_id === sku_id &&
          normalText(other.lot) === normalText(lot),
      );
    return dated
      .filter((one) => !isDatedElsewhere(one))
      .map(({ sku_id: skuId, lot }) => ({ skuId, lot }));
  });

const openingsOfWarehouse = (
  held: readonly StoredOpening[],
  warehouseId: string,
): readonly StoredOpening[] => held.filter(({ warehouse_id }) => warehouse_id === warehouseId);

/** Refuses another quantity of goods with lots or serials; the shown quantity changes nothing. */
function refuseOtherOpening(
  { name }: OpeningProduct,
  held: readonly StoredOpening[],
  { quantity, price }: Pick<OpeningStockInput, 'quantity' | 'price'>,
): void {
  const shown = sum(held.map((one) => decimal(one.quantity)));
  const isSame =
    (quantity === null || decimal(quantity).equals(shown)) &&
    (price === null || held.length === 0 || held.some((one) => decimal(price).equals(one.price)));
  if (!isSame) refuseWith('product.openingStock', { name }, { field: 'stock' });
}

function toOpeningBefore(
  { productId, warehouseId, part }: OpeningStockInput,
  held: readonly StoredOpening[],
): OpeningBefore {
  const known =
    part === undefined
      ? openingsOfWarehouse(held, warehouseId)[0]
      : held.find((one) => storedOpeningKey(one) === openingKey(warehouseId, part));
  const { quantity = '0', price = null } = known ?? {};
  const was = part === undefined ? {} : { part: { ...part, expiry: known?.expiry ?? null } };
  return { productId, warehouseId, quantity, price, ...was };
}

async function heldBy(
  { tx, tenantId }: Context,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredOpening[]>> {
  const subjects = productIds.map((id) => `product:${id}`);
  const { rows } = await sql<StoredOpening>`
    select substr(d.subject, 9) as product_id, l.warehouse_id, l.sku_id, l.line,
      l.base_quantity as quantity, l.unit_price as price,
      coalesce(a.lot, '') as lot, a.expiry, coalesce(a.serials, '{}') as serials
    from document d join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
    left join line_allocation a
      on a.tenant_id = ${tenantId} and a.document_id = l.document_id and a.line = l.line
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
    select p.id, p.name, b.code as barcode, b.sku_id, coalesce(b.purchase_price, 0) as price,
      p.serial_managed or p.lot_managed or p.attributes <> '[]' as apart, (
        select jsonb_object_agg(c.sku_id, jsonb_build_object(
          'barcode', c.code, 'price', coalesce(c.purchase_price, 0)::text) order by c.position desc)
        from barcode c
        where c.tenant_id = ${tenantId} and c.product_id = p.id and c.ratio = 1) as skus
    from product p join barcode b on b.tenant_id = ${tenantId} and b.product_id = p.id and b.is_default
    where p.tenant_id = ${tenantId} and p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
