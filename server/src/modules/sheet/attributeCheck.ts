import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { addFaults, addFaultsWhere, addRepeated, cellOf, rowsOf } from './compare.ts';
import { productColumns, skuAttributes } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';

const pairs = sql`(r.derived->>'pairs')::jsonb`;
const names = (alias: string) =>
  sql`jsonb_path_query_array((${sql.ref(`${alias}.derived`)}->>'pairs')::jsonb, '$[*].name')`;
const lead = sql`(r.derived->>'lead')::int`;

export const hasAttributes = ({ columns }: SheetImport): boolean =>
  columns.some(({ field }) => field === 'attributes');

/** A row of `r` without attributes; one whose cell can't be read is no such row. */
export const isPlain = (at: SheetImport): RawBuilder<boolean> =>
  hasAttributes(at)
    ? sql<boolean>`(jsonb_exists(r.cells, 'attributes') and r.derived->'pairs' is null)`
    : sql<boolean>`true`;

/** Which row of a product speaks for the product itself: the first of its combinations; other products have one row. */
export const leads = sql<boolean>`coalesce((r.derived->>'lead')::int = r.row, true)`;

/**
 * What is wrong among rows that are combinations of one product: an attribute or a value that is not known, other
 * attributes than the product's first row has, a combination twice, or anything else of the product said otherwise.
 * A product that exists keeps its combinations.
 */
export async function checkCombinations(context: Context, at: SheetImport): Promise<void> {
  if (!hasAttributes(at)) return;
  await findUnknown(context, at);
  await checkKept(context, at);
  await findLeads(context, at);
  await checkLikeLead(context, at);
  await collectValues(context, at);
}

async function findUnknown(context: Context, { id }: SheetImport): Promise<void> {
  const unknown = sql`
    select distinct on (r.row) r.row, jsonb_build_object('value', left(
      pair->>'name' || case when a.id is null then '' else ':' || (pair->>'value') end, 40))
    from sheet_row r cross join jsonb_array_elements(${pairs}) as pair
    left join attribute a on a.tenant_id = ${context.tenantId} and a.name = pair->>'name'
    where ${rowsOf(context, id)} and (pair->>'value' = any(a.choices)) is not true
    order by r.row`;
  await addFaults(context, id, ['attributes', 'cell.unknown'], unknown);
}

async function checkKept(context: Context, { id }: SheetImport): Promise<void> {
  const { tenantId } = context;
  const changed = sql`
    select r.row, '{}'::jsonb from sheet_row r
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    left join barcode b on b.tenant_id = ${tenantId} and b.id = (r.derived->>'barcodeId')::bigint
    left join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
    where ${rowsOf(context, id)}
      and ${cellOf('attributes')} is distinct from ${skuAttributes(context)}`;
  await addFaults(context, id, ['attributes', 'cell.stays'], changed);
  // A combination more of a product that another row changes into this one.
  const more = sql<boolean>`r.target_id is null and r.derived->'pairs' is not null
    and ${isLike(context, id, sql<boolean>`r.target_id is not null`)}`;
  await addFaultsWhere(context, id, ['attributes', 'cell.stays'], more);
}

/** A row of `r` that is of the same product as some row that `condition` is true of. */
const isLike = (context: Context, id: string, condition: RawBuilder<boolean>) =>
  sql<boolean>`r.derived->>'identity' in (
    select r.derived->>'identity' from sheet_row r where ${rowsOf(context, id)} and ${condition})`;

/** Rows of one product learn of its first row, and of their place among them. */
async function findLeads(context: Context, { id }: SheetImport): Promise<void> {
  await sql`
    update sheet_row r set derived = r.derived || told.found
    from (select r.row, jsonb_build_object('lead', min(r.row) over (partition by ${product}),
        'place', row_number() over (partition by ${product} order by r.row) - 1) as found
      from sheet_row r where ${rowsOf(context, id)} and r.derived->'pairs' is not null) as told
    where ${rowsOf(context, id)} and r.row = told.row`.execute(context.tx);
}

const product = sql`coalesce(r.target_id::text, r.derived->>'identity')`;

async function checkLikeLead(context: Context, at: SheetImport): Promise<void> {
  const { id } = at;
  const other = sql`sheet_row r
    join sheet_row l on l.tenant_id = ${context.tenantId} and l.import_id = ${id} and l.row = ${lead}
    where ${rowsOf(context, id)} and r.row <> l.row`;
  const differs = sql`select r.row, jsonb_build_object('value', left(${cellOf('attributes')}, 40)) from ${other}
    and ${names('r')} <> ${names('l')}`;
  await addFaults(context, id, ['attributes', 'attribute.combination'], differs);
  // One row says that the product comes in combinations, the next that it does not.
  const plainOne = sql<boolean>`r.target_id is null and ${isPlain(at)}
    and ${isLike(context, id, sql<boolean>`r.derived->'pairs' is not null`)}`;
  await addFaultsWhere(context, id, ['attributes', 'cell.missing'], plainOne);
  const combination = sql`(${product} || ' ' || (r.derived->>'combination'))`;
  await addRepeated(context, id, 'attributes', combination);
  const shared = [...Object.keys(productColumns), 'categoryName'];
  for (const field of shared.filter((one) => at.columns.some((column) => column.field === one))) {
    const said = sql`select r.row, jsonb_build_object('row', l.row) from ${other}
      and r.cells->${sql.lit(field)} is distinct from l.cells->${sql.lit(field)}`;
    await addFaults(context, id, [field, 'cell.differs'], said);
  }
}

/** What a new product differs in: the values that its rows name, in the order of the attribute's own. */
async function collectValues(context: Context, { id }: SheetImport): Promise<void> {
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
          where ${rowsOf(context, id)} and r.target_id is null) as named
        group by lead, place, id) as valued
      group by lead) as kept
    where ${rowsOf(context, id)} and r.row = kept.lead`.execute(context.tx);
}
