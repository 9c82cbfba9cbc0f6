import { sheets } from '@tradehouse/contract';
import type { Column, RecordFields, SheetField } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { priceColumns as columnOf, productColumns as keptAsSaid } from '../catalog/index.ts';

/** How a field of the sheet stands in its table: as text that a cell is compared with, and as the column takes a cell. */
export interface StoredField {
  readonly column: string;
  /** What a cell's text becomes: texts are empty where nothing is known, everything else is null. */
  readonly cast: 'text' | 'numeric' | 'integer' | 'boolean' | 'date';
}

const castOf: Readonly<Partial<Record<(Column | SheetField)['type'], StoredField['cast']>>> = {
  amount: 'numeric',
  day: 'date',
  integer: 'integer',
  flag: 'boolean',
  money: 'numeric',
  percent: 'numeric',
  quantity: 'numeric',
};

/** Those fields of a record that a column keeps as a sheet brings them. */
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

/** The fields that lie in `product` itself; a brand beside its id. */
export const productColumns: Readonly<Record<string, StoredField>> = Object.fromEntries(
  Object.entries({ ...keptAsSaid, brand: 'brand' }).flatMap(([name, column]) => {
    const type = sheets.products.fields[name]?.type ?? 'attributes';
    return type === 'attributes' ? [] : [[name, { column, cast: castOf[type] ?? 'text' }]];
  }),
);

/** Prices of a barcode, in its unit. */
export const priceColumns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(columnOf).map(([price, column]) => [`${price}Price`, column]),
);

/** Those cells that columns keep as they are said, as the columns take them; a blank text is an empty one. */
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

/** A column (of `alias`) as a cell says it. */
export function asCell(alias: string, { column, cast }: StoredField): RawBuilder<unknown> {
  const ref = sql.ref(`${alias}.${column}`);
  if (cast === 'text') return sql`nullif(${ref}, '')`;
  return cast === 'numeric' ? sql`trim_scale(${ref})::text` : sql`${ref}::text`;
}

/** What products started with, one row per product and warehouse. */
export const openingsHeld = ({ tenantId }: Context): RawBuilder<unknown> => sql`
  select d.subject, l.warehouse_id, sum(l.base_quantity) as quantity, max(l.unit_price) as price
  from document d join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
  where d.tenant_id = ${tenantId} and d.kind = 'openingStock' and d.subject <> '' and d.deleted_at is null
  group by d.subject, l.warehouse_id`;

/** The same by `subject`: { stock:<warehouse>: quantity }, in base units. */
const openingFields = (context: Context): RawBuilder<unknown> => sql`
  select subject, jsonb_object_agg('stock:' || warehouse_id, trim_scale(quantity)::text) as fields
  from (${openingsHeld(context)}) as held
  group by subject`;

/** The combination of attributes that a SKU `k` of a product `p` is, as a cell says it; null where it has none. */
export const skuAttributes = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select string_agg(a.name || ':' || split_part(k.attributes, ',', one.place::int), ';' order by one.place)
  from jsonb_array_elements(p.attributes) with ordinality as one(kept, place)
  join attribute a on a.tenant_id = ${tenantId} and a.id = (one.kept->>'id')::bigint)`;

/**
 * What belongs to a barcode `b` of a product `p` for a sheet: the product's unit group `u`, category `c`, the sub unit's
 * barcode `s`, the SKU `k`, openings `o`.
 */
export const productJoins = (context: Context): RawBuilder<unknown> => sql`
  join sku k on k.tenant_id = ${context.tenantId} and k.id = b.sku_id
  left join unit u on u.tenant_id = ${context.tenantId} and u.id = p.unit_id
  left join category c on c.tenant_id = ${context.tenantId} and c.id = p.category_id
  left join barcode s on s.tenant_id = ${context.tenantId} and s.product_id = p.id and s.position = 1 and p.unit_id is not null
  left join (${openingFields(context)}) o on o.subject = 'product:' || p.id`;

/** A product as a row of the sheet says it; warehouses without opening stock say 0. */
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
  const none = Object.fromEntries(warehouses.map((id) => [`stock:${id}`, '0']));
  return sql`jsonb_build_object(${sql.join(own)})
    || jsonb_build_object(${sql.join(prices)},
      'categoryName', c.name, 'unit', coalesce(p.unit_name, u.base_unit), 'subUnit', u.sub_unit,
      'ratio', trim_scale(u.ratio)::text, 'barcode', b.code, 'subBarcode', s.code, 'skuCode', nullif(k.code, ''),
      'attributes', case when p.attributes <> '[]' then ${skuAttributes(context)} end)
    || ${JSON.stringify(none)}::jsonb || coalesce(o.fields, '{}')`;
}

/** The warehouses that an import has columns of. */
export const warehousesIn = (columns: readonly { readonly field: string }[]): string[] =>
  columns.flatMap(({ field }) => (field.startsWith('stock:') ? [field.slice(6)] : []));
