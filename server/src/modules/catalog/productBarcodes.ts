import type { BarcodeInput } from '@tradehouse/contract';
import { barcodeForms, barcodeKey, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { forgetRelations } from '../externalOrder/index.ts';
import { addBarcodes, changeBarcodes } from './bringing.ts';
import type { KnownBarcode, RatedBarcode } from './productRules.ts';
import type { SkuIds } from './skus.ts';

/** A document line, a price adjustment, a promotion or a bill of materials names `barcode`. */
export const isUsed = (tenantId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select from document_line as line
    where line.tenant_id = ${tenantId} and line.sku_id = barcode.sku_id and line.barcode_id = barcode.id)
  or exists (select from price_adjustment_line as line
    where line.tenant_id = ${tenantId} and line.product_id = barcode.product_id and line.barcode_id = barcode.id)
  or exists (select from promotion_goods as goods
    where goods.tenant_id = ${tenantId} and goods.barcode_id = barcode.id)
  or exists (select from product_part as part
    where part.tenant_id = ${tenantId} and part.barcode_id = barcode.id))`;

/**
 * Locks the barcodes of products until the commit, before checking for lines that name them. Document saves
 * in progress are awaited, and none begins; saves lock stock only after their barcodes.
 */
export async function holdBarcodes(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  productIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    select from barcode where tenant_id = ${tenantId} and product_id = any(${productIds})
    order by id for update`.execute(tx);
}

/**
 * Refuses the deletion of a product in a promotion: without its goods, the promotion would hold for all goods.
 * The caller has locked the barcodes.
 */
export async function refusePromoted(
  { tx, tenantId, scope }: Pick<Context, 'tx' | 'tenantId' | 'scope'>,
  productId: string,
): Promise<void> {
  const { rows } = await sql<{ product: string; promotion: string }>`
    select p.name as product, promotion.name as promotion
    from barcode b
    join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    join promotion_goods goods on goods.tenant_id = ${tenantId} and goods.barcode_id = b.id
    join promotion on promotion.tenant_id = ${tenantId} and promotion.id = goods.promotion_id
    where b.tenant_id = ${tenantId} and b.product_id = ${productId}
    order by promotion.name limit 1`.execute(tx);
  const [used] = rows;
  if (used !== undefined)
    refuseWith('record.inUse', {
      name: used.product,
      place: 'promotion',
      usedBy: seesAmounts(scope, 'sale') ? used.promotion : '',
    });
}

/** Refuses the deletion of a product in a bill of materials. The caller has locked the barcodes. */
export async function refusePart(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  productId: string,
): Promise<void> {
  const { rows } = await sql<{ name: string; whole: string }>`
    select p.name, whole.name as whole
    from barcode b
    join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    join product_part part on part.tenant_id = ${tenantId} and part.barcode_id = b.id
    join product whole on whole.tenant_id = ${tenantId} and whole.id = part.product_id
    where b.tenant_id = ${tenantId} and b.product_id = ${productId}
    order by whole.name limit 1`.execute(tx);
  const [used] = rows;
  if (used !== undefined)
    refuseWith('record.inUse', { name: used.name, place: 'product_part', usedBy: used.whole });
}

/** Queries a product's barcode rows with SKUs, in order; the caller selects the columns. */
export const selectProductBarcodes = ({ tx, tenantId }: Context, productId: string) =>
  tx
    .selectFrom('barcode')
    .innerJoin('sku', (join) =>
      join.onRef('sku.id', '=', 'barcode.sku_id').on('sku.tenant_id', '=', tenantId),
    )
    .where('barcode.tenant_id', '=', tenantId)
    .where('barcode.product_id', '=', productId)
    .orderBy('barcode.position')
    .orderBy('barcode.id');

export async function knownBarcodes(
  context: Context,
  productId: string,
): Promise<readonly KnownBarcode[]> {
  return selectProductBarcodes(context, productId)
    .select([
      'barcode.id',
      'barcode.code',
      'barcode.unit',
      'barcode.ratio',
      'sku.attributes',
      isUsed(context.tenantId).as('used'),
    ])
    .execute();
}

/** Refuses codes used by another row, naming the first and its position. */
export async function refuseTakenCodes(
  { tx, tenantId }: Context,
  barcodes: readonly BarcodeInput[],
): Promise<void> {
  const ids = barcodes.flatMap(({ id }) => id ?? []);
  const known = await tx
    .selectFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .select('code')
    .execute();
  // Codes stored before UPC-A and EAN-13 counted as equal may stay.
  const kept = new Set(known.map(({ code }) => code));
  const forms = barcodes.flatMap(({ code }) => (kept.has(code) ? [code] : barcodeForms(code)));
  const taken = await tx
    .selectFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', sql<string>`any(${forms}::text[])`)
    .where('id', '!=', sql<string>`all(${ids}::bigint[])`)
    .select('code')
    .execute();
  const line = barcodes.findIndex(({ code }) =>
    taken.some((other) => barcodeKey(other.code) === barcodeKey(code)),
  );
  const barcode = barcodes[line];
  if (barcode === undefined) return;
  refuseWith('barcode.taken', { barcode: barcode.code }, { field: 'barcodes', line: line + 1 });
}

/** Saves the barcode rows of a product: removes, changes and adds. */
export async function saveBarcodes(
  context: Context,
  { productId, skuOf }: { readonly productId: string; readonly skuOf: SkuIds },
  known: readonly KnownBarcode[],
  wanted: readonly RatedBarcode[],
): Promise<void> {
  refuseForeignRows(known, wanted);
  await refuseTakenCodes(context, wanted);
  const kept = new Set(wanted.flatMap(({ id }) => id ?? []));
  await removeBarcodes(
    context,
    known.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  );
  const codes = new Map(known.map(({ id, code }) => [id, code]));
  const rows = wanted.map(({ id, code, ratio, ...row }) => ({
    ...row,
    id,
    code,
    ratio: toPlainDecimal(ratio),
  }));
  await changeBarcodes(
    context,
    rows.flatMap(({ id, code, ...row }) =>
      id === undefined ? [] : [{ ...row, id, ...(codes.get(id) === code ? {} : { code }) }],
    ),
  );
  await addBarcodes(
    context,
    rows.flatMap(({ id, ...row }) =>
      id === undefined
        ? [{ ...row, productId, skuId: orRefuseMissing(skuOf(productId, row.attributes ?? '')) }]
        : [],
    ),
  );
}

/** Refuses another product's barcodes, and barcodes repeated in the rows. */
function refuseForeignRows(known: readonly KnownBarcode[], wanted: readonly RatedBarcode[]): void {
  const line = wanted.findIndex(
    ({ id }, index) =>
      id !== undefined &&
      !(known.some((row) => row.id === id) && wanted.findIndex((row) => row.id === id) === index),
  );
  if (line >= 0) refuseWith('record.missing', {}, { field: 'barcodes', line: line + 1 });
}

async function removeBarcodes(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, tenantId } = context;
  await forgetRelations(context, sql`${ids}::bigint[]`);
  await tx
    .deleteFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
}
