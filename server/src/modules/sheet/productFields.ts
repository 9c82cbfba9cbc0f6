import { sheets } from '@tradehouse/contract';
import type { TableColumn, RecordFields, SheetField } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import {
  mainSupplierSql,
  priceColumns as columnOf,
  productColumns as keptAsSaid,
} from '../catalog/index.ts';

/** Storage of a sheet field: text for comparison with a cell, and the column value from a cell. */
export interface StoredField {
  readonly column: string;
  /** Type of the column: unknown texts are empty, everything else is null. */
  readonly cast: 'text' | 'numeric' | 'integer' | 'boolean' | 'date';
}

const castOf: Readonly<Partial<Record<(TableColumn | SheetField)['type'], StoredField['cast']>>> = {
  amount: 'numeric',
  day: 'date',
  integer: 'integer',
  flag: 'boolean',
  money: 'numeric',
  percent: 'numeric',
  quantity: 'numeric',
};

/** Record fields that a column stores in sheet format. */
export const storedFields = (
  fields: RecordFields,
  wanted: readonly string[],
): Readonly<Record<string, StoredField>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { keeps, is }]) =>
      keeps !== undefined && wanted.includes(name)
        ? [[name, { column: keeps, cast: castOf[is.column.type] ?? 'text' }]]
        : [],
    ),
  );

/** Fields stored in `product` itself; a brand beside the brand's id. */
export const productColumns: Readonly<Record<string, StoredField>> = Object.fromEntries(
  Object.entries({ ...keptAsSaid, brand: 'brand' }).flatMap(([name, column]) => {
    const type = sheets.products.fields[name]?.type ?? 'attributes';
    return type === 'attributes' ? [] : [[name, { column, cast: castOf[type] ?? 'text' }]];
  }),
);

/** Terms of the main supplier of a product, in `product_supplier`. */
export const supplierColumns: Readonly<Record<string, StoredField>> = {
  supplierCode: { column: 'code', cast: 'text' },
  supplierPrice: { column: 'price', cast: 'numeric' },
  supplierCurrency: { column: 'currency', cast: 'text' },
  leadDays: { column: 'lead_days', cast: 'integer' },
  minimumOrder: { column: 'minimum_order', cast: 'numeric' },
  packSize: { column: 'pack_size', cast: 'numeric' },
};

/** Fields of the main supplier: name and terms. */
export const supplierFields: readonly string[] = ['supplierName', ...Object.keys(supplierColumns)];

/** Prices of a barcode, in the barcode's unit. */
export const priceColumns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(columnOf).map(([price, column]) => [`${price}Price`, column]),
);

/** Converts cells of stored fields to column values; a blank text is empty. */
export const asColumns = (
  fields: Readonly<Record<string, StoredField>>,
  cells: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([field, value]) => {
      const stored = fields[field];
      if (stored === undefined) return [];
      return [[stored.column, value ?? (stored.cast === 'text' ? '' : null)]];
    }),
  );

/** Converts a column (of `alias`) to cell format. */
export function asCell(alias: string, { column, cast }: StoredField): RawBuilder<unknown> {
  const ref = sql.ref(`${alias}.${column}`);
  if (cast === 'text') return sql`nullif(${ref}, '')`;
  return cast === 'numeric' ? sql`trim_scale(${ref})::text` : sql`${ref}::text`;
}

/** Opening stock of products, a row per product and warehouse. */
export const openingsHeld = ({ tenantId }: Context): RawBuilder<unknown> => sql`
  select d.subject, l.warehouse_id, sum(l.base_quantity) as quantity, max(l.unit_price) as price
  from document d join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
  where d.tenant_id = ${tenantId} and d.kind = 'openingStock' and d.subject <> '' and d.deleted_at is null
  group by d.subject, l.warehouse_id`;

/** Opening stock by `subject`: { stock:<warehouse>: quantity }, in base units. */
const openingFields = (context: Context): RawBuilder<unknown> => sql`
  select subject, jsonb_object_agg('stock:' || warehouse_id, trim_scale(quantity)::text) as fields
  from (${openingsHeld(context)}) as held
  group by subject`;

/** Attribute combination of a SKU `k` of a product `p`, in cell format; null without attributes. */
export const skuAttributes = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select string_agg(a.name || ':' || split_part(k.attributes, ',', one.place::int), ';' order by one.place)
  from jsonb_array_elements(p.attributes) with ordinality as one(kept, place)
  join attribute a on a.tenant_id = ${tenantId} and a.id = (one.kept->>'id')::bigint)`;

/**
 * Joins the sheet data of a barcode `b` of a product `p`: unit group `u`, category `c`, the sub unit's
 * barcode `s`, SKU `k`, openings `o`, main supplier `f`.
 */
export const productJoins = (context: Context): RawBuilder<unknown> => sql`
  join sku k on k.tenant_id = ${context.tenantId} and k.id = b.sku_id
  left join unit u on u.tenant_id = ${context.tenantId} and u.id = p.unit_id
  left join category c on c.tenant_id = ${context.tenantId} and c.id = p.category_id
  left join barcode s on s.tenant_id = ${context.tenantId} and s.product_id = p.id and s.position = 1 and p.unit_id is not null
  left join lateral (${mainSupplierSql(context.tenantId, sql`p.id`)}) f on true
  left join (${openingFields(context)}) o on o.subject = 'product:' || p.id`;

/** Product in sheet format; warehouses without opening stock are 0. */
export function productFields(
  context: Context,
  warehouses: readonly string[],
): RawBuilder<unknown> {
  const own = Object.entries(productColumns).map(
    ([field, stored]) => sql`${sql.lit(field)}, ${asCell('p', stored)}`,
  );
  const prices = Object.entries(priceColumns).map(
    ([field, column]) => sql`${sql.lit(field)}, trim_scale(${sql.ref(`b.${column}`)})::text`,
  );
  const terms = Object.entries(supplierColumns).map(
    ([field, stored]) => sql`${sql.lit(field)}, ${asCell('f', stored)}`,
  );
  const none = Object.fromEntries(warehouses.map((id) => [`stock:${id}`, '0']));
  return sql`jsonb_build_object(${sql.join(own)})
    || jsonb_build_object('supplierName', f.supplier, ${sql.join(terms)})
    || jsonb_build_object(${sql.join(prices)},
      'categoryName', c.name, 'unit', coalesce(p.unit_name, u.base_unit), 'subUnit', u.sub_unit,
      'ratio', trim_scale(u.ratio)::text, 'barcode', b.code, 'subBarcode', s.code, 'skuCode', nullif(k.code, ''),
      'attributes', case when p.attributes <> '[]' then ${skuAttributes(context)} end)
    || ${JSON.stringify(none)}::jsonb || coalesce(o.fields, '{}')`;
}

/** Warehouses with columns in an import. */
export const warehousesIn = (columns: readonly { readonly field: string }[]): string[] =>
  columns.flatMap(({ field }) => (field.startsWith('stock:') ? [field.slice(6)] : []));
