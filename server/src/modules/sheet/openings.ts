import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { saveInternalDocuments } from '../document/index.ts';
import { openingTime } from '../system/index.ts';

/** What a product should start with in a warehouse, in base units. */
export interface Opening {
  readonly productId: string;
  readonly warehouseId: string;
  readonly quantity: string;
  /** Per base unit; null: as it was, or the product's purchase price where it is new. */
  readonly price: string | null;
}

/** What it started with before; quantity 0 and price null where it had none. */
export type OpeningBefore = Omit<Opening, 'quantity'> & { readonly quantity: string };

/** What products started with, one row per product and warehouse. */
export const openingsHeld = ({ tenantId }: Context): RawBuilder<unknown> => sql`
  select d.subject, l.warehouse_id, sum(l.base_quantity) as quantity, max(l.unit_price) as price
  from document d join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
  where d.tenant_id = ${tenantId} and d.kind = 'openingStock' and d.subject <> '' and d.deleted_at is null
  group by d.subject, l.warehouse_id`;

interface Held {
  readonly product_id: string;
  readonly warehouse_id: string;
  readonly line: number;
  readonly quantity: string;
  readonly price: string;
}

/** Products whose openings are posted together. */
const TOGETHER = 100;

/**
 * Makes the opening stock of products what is given, by the documents their forms keep; warehouses that are not named
 * stay as they are. Answers what was there before, so that it can be put back.
 */
export async function writeOpenings(
  context: Context,
  openings: readonly Opening[],
  importedFrom: string,
): Promise<readonly OpeningBefore[]> {
  if (openings.length === 0) return [];
  const products = [...Map.groupBy(openings, ({ productId }) => productId)];
  const time = await openingTime(context);
  const before: OpeningBefore[] = [];
  for (let at = 0; at < products.length; at += TOGETHER) {
    const part = products.slice(at, at + TOGETHER);
    const ids = part.map(([id]) => id);
    const held = await heldBy(context, ids);
    const barcodes = await baseBarcodes(context, ids);
    const inputs = part.map(([id, given]) => {
      const own = held.get(id) ?? [];
      const { code = '', price: usual = '0' } = barcodes.get(id) ?? {};
      before.push(...given.map((one) => beforeOf(one, own)));
      const kept = own.filter(
        ({ warehouse_id }) => !given.some(({ warehouseId }) => warehouseId === warehouse_id),
      );
      const lines = [
        ...kept.map((line) => ({ ...openingOf(line), barcode: code })),
        ...given.map(({ warehouseId, quantity, price }) => {
          const known = own.find(({ warehouse_id }) => warehouse_id === warehouseId);
          return {
            line: known?.line ?? null,
            barcode: code,
            warehouseId,
            quantity: decimal(quantity),
            unitPrice: decimal(price ?? known?.price ?? usual),
          };
        }),
      ];
      return {
        kind: 'openingStock' as const,
        subject: `product:${id}`,
        time,
        lines: lines.filter(({ quantity }) => !quantity.isZero()),
      };
    });
    await saveInternalDocuments(context, inputs, importedFrom);
  }
  return before;
}

const openingOf = ({ line, warehouse_id, quantity, price }: Held) => ({
  line,
  warehouseId: warehouse_id,
  quantity: decimal(quantity),
  unitPrice: decimal(price),
});

function beforeOf({ productId, warehouseId }: Opening, held: readonly Held[]): OpeningBefore {
  const known = held.find(({ warehouse_id }) => warehouse_id === warehouseId);
  return {
    productId,
    warehouseId,
    quantity: known?.quantity ?? '0',
    price: known?.price ?? null,
  };
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

async function baseBarcodes({ tx, tenantId }: Context, productIds: readonly string[]) {
  const { rows } = await sql<{ product_id: string; code: string; price: string }>`
    select product_id, code, coalesce(purchase_price, 0) as price from barcode
    where tenant_id = ${tenantId} and product_id = any(${productIds}::bigint[]) and is_default`.execute(
    tx,
  );
  return new Map(rows.map(({ product_id, code, price }) => [product_id, { code, price }]));
}
