import type { BarcodeInput } from '@tradehouse/contract';
import { plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';
import type { KnownBarcode, RatedBarcode } from './productRules.ts';

/** A document line or a price adjustment names `barcode`. */
export const isUsed = (tenantId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select from document_line as line
    where line.tenant_id = ${tenantId} and line.sku_id = barcode.sku_id and line.barcode_id = barcode.id)
  or exists (select from price_adjustment_line as line
    where line.tenant_id = ${tenantId} and line.product_id = barcode.product_id and line.barcode_id = barcode.id))`;

/** The barcode rows of a product with their SKUs, in order; what of them is the caller's. */
export const barcodesOf = ({ tx, tenantId }: Context, productId: string) =>
  tx
    .selectFrom('barcode')
    .innerJoin('sku', (join) =>
      join.onRef('sku.id', '=', 'barcode.sku_id').on('sku.tenant_id', '=', tenantId),
    )
    .where('barcode.tenant_id', '=', tenantId)
    .where('barcode.product_id', '=', productId)
    .orderBy('barcode.position')
    .orderBy('barcode.id');

/** The barcode rows of a product as they are. */
export async function knownBarcodes(
  context: Context,
  productId: string,
): Promise<readonly KnownBarcode[]> {
  return barcodesOf(context, productId)
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

/** Refuses codes that another row has, naming the first of them and where it stands. */
export async function refuseTakenCodes(
  { tx, tenantId }: Context,
  barcodes: readonly BarcodeInput[],
): Promise<void> {
  const taken = await tx
    .selectFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', sql<string>`any(${barcodes.map(({ code }) => code)}::text[])`)
    .where('id', '!=', sql<string>`all(${barcodes.flatMap(({ id }) => id ?? [])}::bigint[])`)
    .select('code')
    .execute();
  const line = barcodes.findIndex(({ code }) => taken.some((other) => other.code === code));
  const barcode = barcodes[line];
  if (barcode === undefined) return;
  refuse('barcode.taken', { barcode: barcode.code }, { field: 'barcodes', line: line + 1 });
}

/** Whose barcodes they are: the product, and its SKUs by their combinations of attributes. */
export interface BarcodeOwner {
  readonly productId: string;
  readonly skus: ReadonlyMap<string, string>;
}

/** Makes the barcode rows of a product what is wanted: removes, changes and adds. */
export async function saveBarcodes(
  context: Context,
  owner: BarcodeOwner,
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
  await changeBarcodes(
    context,
    known,
    wanted.filter(({ id }) => id !== undefined),
  );
  await addBarcodes(
    context,
    owner,
    wanted.filter(({ id }) => id === undefined),
  );
}

function refuseForeignRows(known: readonly KnownBarcode[], wanted: readonly RatedBarcode[]): void {
  const line = wanted.findIndex(
    ({ id }) => id !== undefined && !known.some((row) => row.id === id),
  );
  if (line >= 0) refuse('record.missing', {}, { field: 'barcodes', line: line + 1 });
}

async function removeBarcodes({ tx, tenantId }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
}

async function changeBarcodes(
  context: Context,
  known: readonly KnownBarcode[],
  wanted: readonly RatedBarcode[],
): Promise<void> {
  const { tx, tenantId } = context;
  await makeRoom(context, known, wanted);
  for (const barcode of wanted) {
    await tx
      .updateTable('barcode')
      .set(columns(context.scope, barcode))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', barcode.id ?? '')
      .execute();
  }
}

/** Two rows may swap their codes, and a code is unique at every moment: the changing ones step aside first. */
async function makeRoom(
  { tx, tenantId }: Context,
  known: readonly KnownBarcode[],
  wanted: readonly RatedBarcode[],
): Promise<void> {
  const before = new Map(known.map(({ id, code }) => [id, code]));
  const renamed = wanted.flatMap(({ id, code }) =>
    id !== undefined && before.get(id) !== code ? [id] : [],
  );
  if (renamed.length === 0) return;
  await tx
    .updateTable('barcode')
    .set({ code: sql<string>`'#' || id` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${renamed}::bigint[])`)
    .execute();
}

async function addBarcodes(
  { tx, tenantId, scope }: Context,
  { productId, skus }: BarcodeOwner,
  wanted: readonly RatedBarcode[],
): Promise<void> {
  if (wanted.length === 0) return;
  await tx
    .insertInto('barcode')
    .values(
      wanted.map((barcode) => ({
        tenant_id: tenantId,
        product_id: productId,
        sku_id: found(skus.get(barcode.attributes ?? '')),
        ...columns(scope, barcode),
      })),
    )
    .execute();
}

const columns = (scope: Scope, barcode: RatedBarcode) => ({
  code: barcode.code,
  unit: barcode.unit,
  ratio: plain(barcode.ratio),
  is_default: barcode.position === 0,
  position: barcode.position,
  ...prices(scope, barcode),
});

/** The prices that were given; anyone who can't see a price can't write it either. */
function prices(scope: Scope, barcode: RatedBarcode) {
  const sale = seesAmounts(scope, 'sale');
  return {
    purchase_price: seesAmounts(scope, 'purchase') ? barcode.purchasePrice : undefined,
    retail_price: seesAmounts(scope, 'retail') ? barcode.retailPrice : undefined,
    sale_price: sale ? barcode.salePrice : undefined,
    minimum_price: sale ? barcode.minimumPrice : undefined,
    distributor_price: sale ? barcode.distributorPrice : undefined,
    supply_price: sale ? barcode.supplyPrice : undefined,
  };
}
