import type { ProductInfo, ProductPartInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';

/** Reads the bill of materials of a product. */
export async function readProductParts(
  { tx, tenantId }: Context,
  productId: string,
): Promise<ProductInfo['parts']> {
  const { rows } = await sql<ProductInfo['parts'][number]>`
    select part.barcode_id as "barcodeId", barcode.code as barcode, product.name as "productName",
      sku.attributes, barcode.unit, trim_scale(part.quantity) as quantity
    from product_part as part
    join barcode on barcode.tenant_id = ${tenantId} and barcode.id = part.barcode_id
    join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id
    join sku on sku.tenant_id = ${tenantId} and sku.id = barcode.sku_id
    where part.tenant_id = ${tenantId} and part.product_id = ${productId}
    order by part.position`.execute(tx);
  return rows;
}

/** Replaces the bill of materials of a product. */
export async function saveProductParts(
  context: Context,
  productId: string,
  given: readonly ProductPartInput[],
): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    delete from product_part where tenant_id = ${tenantId} and product_id = ${productId}`.execute(
    tx,
  );
  if (given.length === 0) return;
  await refuseUnfitParts(context, productId, given);
  const parts = given.map(({ barcodeId, quantity }, position) => ({
    barcode_id: barcodeId,
    quantity,
    position,
  }));
  await sql`
    insert into product_part (tenant_id, product_id, barcode_id, quantity, position)
    select ${tenantId}::bigint, ${productId}::bigint, given.*
    from ${rowsAsTable(parts, 'barcode_id bigint, quantity numeric, position integer')}
    returning barcode_id`.execute(tx);
}

/**
 * Locks the bills of materials of the company until the commit. Two simultaneous saves could otherwise
 * close a circle, or put a product into a kit while the product gets serial numbers.
 */
export async function lockPartLists({
  tx,
  tenantId,
}: Pick<Context, 'tx' | 'tenantId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${tenantId} product parts`}))`.execute(tx);
}

/** Refuses a kit with unfit parts, without parts, or inside another product; and kits as parts. */
export async function checkKit(context: Context, product: StoredResourceRow): Promise<void> {
  const { tx, tenantId } = context;
  const isKit = product['kit'] === true;
  const { rows } = await sql<{ barcode: string; kit: boolean; managed: boolean }>`
    select barcode.code as barcode, part.kit, part.serial_managed or part.lot_managed as managed
    from product_part as bill
    join barcode on barcode.tenant_id = ${tenantId} and barcode.id = bill.barcode_id
    join product as part on part.tenant_id = ${tenantId} and part.id = barcode.product_id
    where bill.tenant_id = ${tenantId} and bill.product_id = ${product.id}
    order by bill.position`.execute(tx);
  const unfit = rows.findIndex(({ kit, managed }) => kit || (isKit && managed));
  const barcode = rows[unfit]?.barcode ?? '';
  if (unfit >= 0) refuseWith('product.kitPart', { barcode }, { field: 'parts', line: unfit + 1 });
  if (!isKit) return;
  if (rows.length === 0) refuseWith('product.kitWithoutParts', {}, { field: 'parts' });
  if (product['serial_managed'] === true || product['lot_managed'] === true)
    refuseWith('product.kitManaged', {}, { field: 'kit' });
  const whole = await readWhole(context, product.id);
  if (whole !== null) refuseWith('product.kitInside', { whole }, { field: 'kit' });
}

/** Reads the name of a product with the product in its bill of materials; null: none. */
async function readWhole({ tx, tenantId }: Context, productId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select whole.name from barcode
    join product_part as part on part.tenant_id = ${tenantId} and part.barcode_id = barcode.id
    join product as whole on whole.tenant_id = ${tenantId} and whole.id = part.product_id
    where barcode.tenant_id = ${tenantId} and barcode.product_id = ${productId}
    order by whole.name limit 1`.execute(tx);
  return rows[0]?.name ?? null;
}

/** Refuses unknown and repeated barcodes, and a product inside itself, at any depth. */
async function refuseUnfitParts(
  context: Context,
  productId: string,
  given: readonly ProductPartInput[],
): Promise<void> {
  const { tx, tenantId } = context;
  await lockPartLists(context);
  const ids = given.map(({ barcodeId }) => barcodeId);
  const { rows } = await sql<{ id: string; product_id: string; code: string }>`
    select id, product_id, code from barcode where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by id for key share`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing >= 0) refuseWith('record.missing', {}, { field: 'parts', line: missing + 1 });
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  const barcode = known.get(ids[twice] ?? '')?.code ?? '';
  if (twice >= 0) refuseWith('product.partTwice', { barcode }, { field: 'parts', line: twice + 1 });
  const around = await productsContaining(context, productId);
  const circle = ids.findIndex((id) => around.has(known.get(id)?.product_id ?? ''));
  const part = known.get(ids[circle] ?? '')?.code ?? '';
  if (circle >= 0)
    refuseWith('product.partCycle', { barcode: part }, { field: 'parts', line: circle + 1 });
}

/** Finds the products containing a product, at any depth, and the product itself. */
async function productsContaining(
  { tx, tenantId }: Context,
  productId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ product_id: string }>`
    with recursive around (product_id) as (
      select ${productId}::bigint
      union
      select part.product_id
      from around
      join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = around.product_id
      join product_part as part on part.tenant_id = ${tenantId} and part.barcode_id = barcode.id)
    select product_id from around`.execute(tx);
  return new Set(rows.map(({ product_id }) => product_id));
}
