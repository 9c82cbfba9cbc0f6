import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { addFaults, addFaultsWhere, addRepeated, cellTextSql, importRowsSql } from './compare.ts';
import { productColumns, skuAttributes, supplierFields } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';

const pairs = sql`(r.derived->>'pairs')::jsonb`;
const attributeNamesSql = (alias: string) =>
  sql`jsonb_path_query_array((${sql.ref(`${alias}.derived`)}->>'pairs')::jsonb, '$[*].name')`;
const lead = sql`(r.derived->>'lead')::int`;

export const hasAttributes = ({ columns }: SheetImportState): boolean =>
  columns.some(({ field }) => field === 'attributes');

/** Condition for a row `r` without attributes; unreadable cells do not match. */
export const isPlainRowSql = (at: SheetImportState): RawBuilder<boolean> =>
  hasAttributes(at)
    ? sql<boolean>`(jsonb_exists(r.cells, 'attributes') and r.derived->'pairs' is null)`
    : sql<boolean>`true`;

/**
 * Condition for a product's leading row: the first of the combinations; further products have a single row.
 */
export const leads = sql<boolean>`coalesce((r.derived->>'lead')::int = r.row, true)`;

/**
 * Adds faults among rows with combinations of a product: an unknown attribute or value, attributes
 * different from the product's first row, a repeated combination, or a contradicting product field. An
 * existing product keeps the combinations.
 */
export async function checkCombinationRows(context: Context, at: SheetImportState): Promise<void> {
  if (!hasAttributes(at)) return;
  await findUnknown(context, at);
  await checkStoredAttributes(context, at);
  await findLeads(context, at);
  await checkLikeLead(context, at);
  await collectValues(context, at);
}

async function findUnknown(context: Context, { id }: SheetImportState): Promise<void> {
  const unknown = sql`
    select distinct on (r.row) r.row, jsonb_build_object('value', left(
      pair->>'name' || case when a.id is null then '' else ':' || (pair->>'value') end, 40))
    from sheet_row r cross join jsonb_array_elements(${pairs}) as pair
    left join attribute a on a.tenant_id = ${context.tenantId} and a.name = pair->>'name'
    where ${importRowsSql(context, id)} and (pair->>'value' = any(a.choices)) is not true
    order by r.row`;
  await addFaults(context, id, ['attributes', 'cell.unknown'], unknown);
}

async function checkStoredAttributes(context: Context, { id }: SheetImportState): Promise<void> {
  const { tenantId } = context;
  const changed = sql`
    select r.row, '{}'::jsonb from sheet_row r
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    left join barcode b on b.tenant_id = ${tenantId} and b.id = (r.derived->>'barcodeId')::bigint
    left join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
    where ${importRowsSql(context, id)}
      and ${cellTextSql('attributes')} is distinct from ${skuAttributes(context)}`;
  await addFaults(context, id, ['attributes', 'cell.stays'], changed);
  // An extra combination of a product that another row changes into this product.
  const more = sql<boolean>`r.target_id is null and r.derived->'pairs' is not null
    and ${isSameProductSql(context, id, sql<boolean>`r.target_id is not null`)}`;
  await addFaultsWhere(context, id, ['attributes', 'cell.stays'], more);
}

/** Condition for a row `r` of a product with some row that meets `condition`. */
const isSameProductSql = (context: Context, id: string, condition: RawBuilder<boolean>) =>
  sql<boolean>`r.derived->>'identity' in (
    select r.derived->>'identity' from sheet_row r where ${importRowsSql(context, id)} and ${condition})`;

/** Records in each row the product's first row, and the position within the product. */
async function findLeads(context: Context, { id }: SheetImportState): Promise<void> {
  await sql`
    update sheet_row r set derived = r.derived || pairs.found
    from (select r.row, jsonb_build_object('lead', min(r.row) over (partition by ${product}),
        'place', row_number() over (partition by ${product} order by r.row) - 1) as found
      from sheet_row r where ${importRowsSql(context, id)} and r.derived->'pairs' is not null) as pairs
    where ${importRowsSql(context, id)} and r.row = pairs.row`.execute(context.tx);
}

const product = sql`coalesce(r.target_id::text, r.derived->>'identity')`;

async function checkLikeLead(context: Context, at: SheetImportState): Promise<void> {
  const { id } = at;
  const other = sql`sheet_row r
    join sheet_row l on l.tenant_id = ${context.tenantId} and l.import_id = ${id} and l.row = ${lead}
    where ${importRowsSql(context, id)} and r.row <> l.row`;
  const differs = sql`select r.row, jsonb_build_object('value', left(${cellTextSql('attributes')}, 40)) from ${other}
    and ${attributeNamesSql('r')} <> ${attributeNamesSql('l')}`;
  await addFaults(context, id, ['attributes', 'attribute.combination'], differs);
  // One row declares combinations of the product, another declares none.
  const plainOne = sql<boolean>`r.target_id is null and ${isPlainRowSql(at)}
    and ${isSameProductSql(context, id, sql<boolean>`r.derived->'pairs' is not null`)}`;
  await addFaultsWhere(context, id, ['attributes', 'cell.missing'], plainOne);
  const combination = sql`(${product} || ' ' || (r.derived->>'combination'))`;
  await addRepeated(context, id, 'attributes', combination);
  const shared = [...Object.keys(productColumns), ...supplierFields, 'categoryName'];
  for (const field of shared.filter((one) => at.columns.some((column) => column.field === one))) {
    const said = sql`select r.row, jsonb_build_object('row', l.row) from ${other}
      and r.cells->${sql.lit(field)} is distinct from l.cells->${sql.lit(field)}`;
    await addFaults(context, id, [field, 'cell.differs'], said);
  }
}

/** Collects the attribute values of a new product from the rows, in the order of the attribute. */
async function collectValues(context: Context, { id }: SheetImportState): Promise<void> {
  await sql`
    update sheet_row r set derived = r.derived || kept.found
    from (
      select lead, jsonb_build_object('attributes',
        jsonb_agg(jsonb_build_object('id', id::text, 'values', choices) order by place)) as found
      from (
        select lead, place, id, jsonb_agg(value order by position, value) as choices
        from (
          select distinct ${lead} as lead, one.place, a.id, one.pair->>'value' as value,
            array_position(a.choices, one.pair->>'value') as position
          from sheet_row r cross join jsonb_array_elements(${pairs}) with ordinality as one(pair, place)
          join attribute a on a.tenant_id = ${context.tenantId} and a.name = one.pair->>'name'
          where ${importRowsSql(context, id)} and r.target_id is null) as named
        group by lead, place, id) as valued
      group by lead) as kept
    where ${importRowsSql(context, id)} and r.row = kept.lead`.execute(context.tx);
}
