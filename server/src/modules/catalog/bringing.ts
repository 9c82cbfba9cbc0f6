// Products with their barcodes as they are written, whether one is typed or a spreadsheet brings thousands.
import { priceMasks } from '@tradehouse/contract';
import type { ProductFields } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { addRows, changeRows, seesAmounts } from '../../kernel/index.ts';
import type { Columns, Context, Row, Scope } from '../../kernel/index.ts';
import { forgetCosts } from '../posting/index.ts';
import { withNameForms } from './nameForms.ts';
import { priceColumns } from './priceAdjustments.ts';
import { skusOf } from './skus.ts';

type Price = keyof typeof priceMasks;
export type Books = Pick<Context, 'tx' | 'tenantId'>;
type Changed = Columns & { readonly id: string };

/** The fields that lie in `product` itself as they are said. */
export const productColumns = {
  name: 'name',
  englishName: 'english_name',
  standard: 'standard',
  model: 'model',
  color: 'color',
  maker: 'maker',
  origin: 'origin',
  categoryId: 'category_id',
  weight: 'weight',
  shelfLifeDays: 'shelf_life_days',
  serialManaged: 'serial_managed',
  lotManaged: 'lot_managed',
  shelfPosition: 'shelf_position',
  propertyOne: 'property_one',
  propertyTwo: 'property_two',
  propertyThree: 'property_three',
  remark: 'remark',
  enabled: 'enabled',
  attributes: 'attributes',
} as const satisfies Partial<Record<keyof ProductFields, string>>;

export async function addProducts(books: Books, rows: readonly Columns[]): Promise<void> {
  await addRows(books, 'product', rows.map(withNameForms), sql`id`);
}

/** Changes those whose `version` is the next one, and answers them. */
export const changeProducts = (books: Books, rows: readonly Changed[]): Promise<Row[]> =>
  changeRows(books, 'product', rows.map(withNameForms));

/** Codes of platforms that stand for barcodes which go stand for none; they stay, to be matched again. */
export async function forgetRelations(
  { tx, tenantId }: Books,
  barcodeIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update product_relation set barcode_id = null, version = version + 1
    where tenant_id = ${tenantId} and barcode_id = any(${barcodeIds})`.execute(tx);
}

/** The barcodes of products, as an array. */
export const barcodeIdsOf = (
  tenantId: string,
  productIds: readonly string[],
): RawBuilder<unknown> =>
  sql`array(select id from barcode where tenant_id = ${tenantId} and product_id = any(${productIds}::bigint[]))`;

/** Products that no document ever named are gone for good; the caller holds their barcodes. */
export async function removeProducts(books: Books, ids: readonly string[]): Promise<void> {
  const { tx, tenantId } = books;
  await forgetCosts(books, skusOf(tenantId, ids));
  await forgetRelations(books, barcodeIdsOf(tenantId, ids));
  await sql`
    delete from product where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) returning id`.execute(
    tx,
  );
}

/** Those that the ledger names stay out of everybody's sight, their barcodes free for others. */
export async function hideProducts(books: Books, ids: readonly string[]): Promise<void> {
  const { tx, tenantId } = books;
  await forgetRelations(books, barcodeIdsOf(tenantId, ids));
  await sql`
    update barcode set code = '#' || id, enabled = false
    where tenant_id = ${tenantId} and product_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update product set removed_at = now(), enabled = false, version = version + 1
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
}

/** What a barcode costs in its unit; absent stays as it is. */
type Prices = { readonly [P in Price as `${P}Price`]?: string | null | undefined };

/** A barcode as it is written. */
export interface BarcodeFields extends Prices {
  readonly productId: string;
  readonly skuId: string;
  readonly code: string;
  readonly unit: string;
  /** Base units in one of `unit`. */
  readonly ratio: string;
  /** The first one stands for the product. */
  readonly position: number;
}
/** What changes of one; the rest stays as it is. */
export type BarcodeChange = Partial<BarcodeFields> & { readonly id: string };

export async function addBarcodes(
  context: Context,
  barcodes: readonly BarcodeFields[],
): Promise<void> {
  const rows = barcodes.map((barcode) => columnsOf(context.scope, barcode));
  await addRows(context, 'barcode', rows, sql`id`);
}

/** Two rows may swap their codes, and a code is unique at every moment: the changing ones step aside first. */
export async function changeBarcodes(
  context: Context,
  barcodes: readonly BarcodeChange[],
): Promise<void> {
  const renamed = barcodes.filter(({ code }) => code !== undefined);
  const aside = renamed.map(({ id }) => ({ id, code: `#${id}` }));
  await changeRows(context, 'barcode', aside);
  const changed = barcodes.map(({ id, ...given }) => ({ ...columnsOf(context.scope, given), id }));
  await changeRows(context, 'barcode', changed);
}

/** The columns that were given; anyone who can't see a price can't write it either. */
const columnsOf = (scope: Scope, given: Partial<BarcodeFields>): Columns => ({
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
// SAFETY: its keys are the prices.
const prices = Object.keys(priceColumns) as readonly Price[];
