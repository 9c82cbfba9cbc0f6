// Writing of products with barcodes, typed singly or by thousands from a spreadsheet.
import { priceMasks } from '@tradehouse/contract';
import type { ProductFields } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesAmounts } from '../../kernel/access/index.ts';
import { addRows, changeRows } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { forgetRelations } from '../externalOrder/index.ts';
import { forgetCosts } from '../posting/index.ts';
import { withNameForms } from './nameForms.ts';
import { priceColumns } from './priceAdjustments.ts';
import { skuIdsOfProductsSql } from './skus.ts';

type MaskedPriceName = keyof typeof priceMasks;
export type ProductTenantTx = Pick<Context, 'tx' | 'tenantId'>;
type ChangedColumns = ColumnValues & { readonly id: string };

/** Fields stored unchanged in `product`. */
export const productColumns = {
  name: 'name',
  englishName: 'english_name',
  standard: 'standard',
  model: 'model',
  color: 'color',
  maker: 'maker',
  origin: 'origin',
  country: 'country',
  categoryId: 'category_id',
  weight: 'weight',
  shelfLifeDays: 'shelf_life_days',
  serialManaged: 'serial_managed',
  lotManaged: 'lot_managed',
  kit: 'kit',
  shelfPosition: 'shelf_position',
  propertyOne: 'property_one',
  propertyTwo: 'property_two',
  propertyThree: 'property_three',
  remark: 'remark',
  enabled: 'enabled',
  attributes: 'attributes',
} as const satisfies Partial<Record<keyof ProductFields, string>>;

export async function addProducts(
  books: ProductTenantTx,
  rows: readonly ColumnValues[],
): Promise<void> {
  await addRows(books, 'product', rows.map(withNameForms), sql`id`);
}

/** Writes products with the next `version` and returns the changed products. */
export const writeProductChanges = (
  books: ProductTenantTx,
  rows: readonly ChangedColumns[],
): Promise<StoredResourceRow[]> => changeRows(books, 'product', rows.map(withNameForms));

export const barcodeIdsOf = (
  tenantId: string,
  productIds: readonly string[],
): RawBuilder<unknown> =>
  sql`array(select id from barcode where tenant_id = ${tenantId} and product_id = any(${productIds}::bigint[]))`;

/** Deletes products that no document ever named; the caller has locked their barcodes. */
export async function removeProducts(
  books: ProductTenantTx,
  ids: readonly string[],
): Promise<void> {
  const { tx, tenantId } = books;
  await forgetCosts(books, skuIdsOfProductsSql(tenantId, ids));
  await forgetRelations(books, barcodeIdsOf(tenantId, ids));
  await sql`
    delete from product where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) returning id`.execute(
    tx,
  );
}

/** Hides products named in the ledger from everybody, and frees their barcodes. */
export async function hideProducts(books: ProductTenantTx, ids: readonly string[]): Promise<void> {
  const { tx, tenantId } = books;
  await forgetRelations(books, barcodeIdsOf(tenantId, ids));
  await sql`
    update barcode set code = '#' || id, enabled = false
    where tenant_id = ${tenantId} and product_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update product set removed_at = now(), enabled = false, version = version + 1
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
}

/** Prices of a barcode in its unit; absent: unchanged. */
type MaskedBarcodePrices = {
  readonly [P in MaskedPriceName as `${P}Price`]?: string | null | undefined;
};

export interface BarcodeFields extends MaskedBarcodePrices {
  readonly productId: string;
  readonly skuId: string;
  readonly code: string;
  readonly unit: string;
  /** Number of base units in one `unit`. */
  readonly ratio: string;
  /** The first barcode represents the product. */
  readonly position: number;
}
/** Changes of a barcode; absent: unchanged. */
export type BarcodeChange = Partial<BarcodeFields> & { readonly id: string };

export async function addBarcodes(
  context: Context,
  barcodes: readonly BarcodeFields[],
): Promise<void> {
  const rows = barcodes.map((barcode) => columnsOfBarcode(context.scope, barcode));
  await addRows(context, 'barcode', rows, sql`id`);
}

/**
 * Changes barcodes. Two rows may swap codes, and codes are unique at every moment, so changing rows first
 * get temporary codes.
 */
export async function changeBarcodes(
  context: Context,
  barcodes: readonly BarcodeChange[],
): Promise<void> {
  const renamed = barcodes.filter(({ code }) => code !== undefined);
  const aside = renamed.map(({ id }) => ({ id, code: `#${id}` }));
  await changeRows(context, 'barcode', aside);
  const changed = barcodes.map(({ id, ...given }) => ({
    ...columnsOfBarcode(context.scope, given),
    id,
  }));
  await changeRows(context, 'barcode', changed);
}

/** Returns the given columns; a price hidden from the user can't be written either. */
const columnsOfBarcode = (scope: Scope, given: Partial<BarcodeFields>): ColumnValues => ({
  product_id: given.productId,
  sku_id: given.skuId,
  code: given.code,
  unit: given.unit,
  ratio: given.ratio,
  position: given.position,
  is_default: given.position === undefined ? undefined : given.position === 0,
  ...Object.fromEntries(
    prices.flatMap((price) =>
      seesAmounts(scope, priceMasks[price]) ? [[priceColumns[price], given[`${price}Price`]]] : [],
    ),
  ),
});
// SAFETY: the keys are the prices.
const prices = Object.keys(priceColumns) as readonly MaskedPriceName[];
