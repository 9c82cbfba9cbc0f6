import type { ProductInfo } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, grantedWarehouses, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { namedAttributes } from './attributes.ts';
import { attributesFromProductRow } from './productAttributes.ts';
import { selectProductBarcodes, isUsed } from './productBarcodes.ts';
import { readProductParts } from './productParts.ts';
import { readProductSuppliers } from './productSuppliers.ts';

/** Reads a product for its form: fields, barcode rows in order, and a stock row per granted warehouse. */
export async function productInfo(context: Context, id: string): Promise<ProductInfo> {
  const { attributes, ...product } = orRefuseMissing(await readProductFields(context, id));
  const named = await namedAttributes(context, attributesFromProductRow({ attributes }));
  return {
    ...product,
    attributes: named.map(({ id: one, name, values }) => ({ id: one, name, values: [...values] })),
    images: await readProductImages(context, id),
    barcodes: await readProductBarcodes(context, id),
    stock: await stockRows(context, id),
    suppliers: await readProductSuppliers(context, id),
    parts: await readProductParts(context, id),
  };
}

/** Tests that a document line names a SKU of the product, or a kit contains the product. */
export const isNamedSql = (
  tenantId: string,
  productId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  exists (select from sku as any_sku join document_line as line
    on line.tenant_id = ${tenantId} and line.sku_id = any_sku.id
    where any_sku.tenant_id = ${tenantId} and any_sku.product_id = ${productId})
  or exists (select from sku as any_sku join line_part as part
    on part.tenant_id = ${tenantId} and part.sku_id = any_sku.id
    where any_sku.tenant_id = ${tenantId} and any_sku.product_id = ${productId})
  or exists (select from barcode as any_barcode
    join product_part as part on part.tenant_id = ${tenantId} and part.barcode_id = any_barcode.id
    join product as whole on whole.tenant_id = ${tenantId} and whole.id = part.product_id and whole.kit
    where any_barcode.tenant_id = ${tenantId} and any_barcode.product_id = ${productId}))`;

async function readProductFields({ tx, tenantId }: Context, id: string) {
  return tx
    .selectFrom('product')
    .leftJoin('sku', (join) =>
      join
        .onRef('sku.product_id', '=', 'product.id')
        .on('sku.tenant_id', '=', tenantId)
        .on('sku.attributes', '=', ''),
    )
    .leftJoin('category', (join) =>
      join.onRef('category.id', '=', 'product.category_id').on('category.tenant_id', '=', tenantId),
    )
    .where('product.tenant_id', '=', tenantId)
    .where('product.id', '=', id)
    .select([
      'product.id',
      'product.version',
      'product.name',
      'product.english_name as englishName',
      'product.mnemonic',
      'product.standard',
      'product.model',
      'product.color',
      'product.brand_id as brandId',
      'product.brand as brandName',
      'product.maker',
      'product.origin',
      'product.country',
      'product.category_id as categoryId',
      sql<string>`coalesce(category.name, '')`.as('categoryName'),
      'product.unit_name as unitName',
      'product.unit_id as unitId',
      sql<string | null>`trim_scale(product.weight)`.as('weight'),
      'product.shelf_life_days as shelfLifeDays',
      'product.serial_managed as serialManaged',
      'product.lot_managed as lotManaged',
      'product.kit',
      'product.shelf_position as shelfPosition',
      'product.label_template_id as labelTemplateId',
      sql<string>`coalesce((select label.name from label_template label
        where label.tenant_id = ${tenantId} and label.id = product.label_template_id), '')`.as(
        'labelTemplateName',
      ),
      sql<string>`coalesce(sku.code, '')`.as('skuCode'),
      sql<string>`coalesce(sku.outer_code, '')`.as('outerSkuCode'),
      'product.attributes',
      'product.property_one as propertyOne',
      'product.property_two as propertyTwo',
      'product.property_three as propertyThree',
      'product.remark',
      'product.enabled',
      isNamedSql(tenantId, sql`product.id`).as('used'),
    ])
    .executeTakeFirst();
}

async function readProductImages({ tx, tenantId }: Context, productId: string) {
  return tx
    .selectFrom('stored_file')
    .where('tenant_id', '=', tenantId)
    .where('owner', '=', 'product')
    .where('owner_id', '=', productId)
    .orderBy('position')
    .select(['id', 'name'])
    .execute();
}

async function readProductBarcodes(context: Context, productId: string) {
  const { tenantId, scope } = context;
  const price = (column: string, mask: 'purchase' | 'retail' | 'sale') =>
    seesAmounts(scope, mask)
      ? sql<string | null>`trim_scale(${sql.ref(`barcode.${column}`)})`
      : sql<string | null>`null::text`;
  return selectProductBarcodes(context, productId)
    .select([
      'barcode.id',
      'barcode.code',
      'barcode.unit',
      sql<string>`trim_scale(barcode.ratio)`.as('ratio'),
      'sku.attributes',
      'sku.code as skuCode',
      'sku.outer_code as outerSkuCode',
      'barcode.is_default as isDefault',
      price('purchase_price', 'purchase').as('purchasePrice'),
      price('retail_price', 'retail').as('retailPrice'),
      price('sale_price', 'sale').as('salePrice'),
      price('minimum_price', 'sale').as('minimumPrice'),
      price('distributor_price', 'sale').as('distributorPrice'),
      price('supply_price', 'sale').as('supplyPrice'),
      isUsed(tenantId).as('used'),
    ])
    .execute();
}

interface ProductStockRow {
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly openingStock: string;
  readonly openingPrice: string | null;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly stock: string;
}

async function stockRows(
  { tx, tenantId, scope }: Context,
  productId: string,
): Promise<ProductStockRow[]> {
  const { rows } = await sql<ProductStockRow>`
    select warehouse.id as "warehouseId", warehouse.name as "warehouseName",
      trim_scale(coalesce(opening.base_quantity, 0)) as "openingStock",
      ${seesAmounts(scope, 'cost') ? sql`trim_scale(opening.unit_price)` : sql`null`} as "openingPrice",
      trim_scale(safety.minimum) as minimum, trim_scale(safety.maximum) as maximum,
      trim_scale(coalesce((
        select sum(held.quantity) from sku join stock_balance as held
          on held.tenant_id = ${tenantId} and held.sku_id = sku.id and held.warehouse_id = warehouse.id
        where sku.tenant_id = ${tenantId} and sku.product_id = ${productId}), 0)) as stock
    from warehouse
    left join safety_stock as safety
      on safety.tenant_id = ${tenantId} and safety.warehouse_id = warehouse.id and safety.product_id = ${productId}
    left join (
      select line.warehouse_id, sum(line.base_quantity) as base_quantity, max(line.unit_price) as unit_price
      from document join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
      where document.tenant_id = ${tenantId} and document.kind = 'openingStock'
        and document.subject = ${`product:${productId}`} and document.subject <> '' and document.deleted_at is null
      group by line.warehouse_id) as opening on opening.warehouse_id = warehouse.id
    where warehouse.tenant_id = ${tenantId} and ${grantedWarehouses(scope, 'warehouse.id')}
      and (warehouse.enabled or opening.base_quantity is not null or safety.product_id is not null)
    order by warehouse.sort, warehouse.id`.execute(tx);
  return rows;
}
