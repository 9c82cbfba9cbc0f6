import type { ErrorKey } from '@tradehouse/domain';
import { sql } from 'kysely';
import { isNamedBy } from '../../kernel/table/index.ts';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import type { SheetImportState } from './sheetImport.ts';

/** Condition for the rows `r` of an import: the start of every statement. */
export const importRowsSql = ({ tenantId }: Context, id: string): RawBuilder<boolean> =>
  sql<boolean>`(r.tenant_id = ${tenantId} and r.import_id = ${id})`;

/** Cell of a field of `r`, in text form. */
export const cellTextSql = (field: string): RawBuilder<string> =>
  sql<string>`(r.cells->>${sql.lit(field)})`;

/**
 * Builds a JSON object of pending values, each as text. `jsonb_build_object` is avoided: a cluster rejects
 * the function in an update, because the result depends on the session's time format.
 */
export const notesJsonSql = (
  values: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> =>
  sql`jsonb_object(array[${sql.join(
    Object.entries(values).map(([key, value]) => sql`${sql.lit(key)}, (${value})::text`),
  )}])`;

/** Field of the faulty cell, and the error. */
export type SheetCellFault = readonly [field: string, key: ErrorKey];

/** Records faults: `found` gives the rows and the message facts. */
export async function addFaults(
  { tx, tenantId }: Context,
  id: string,
  [field, key]: SheetCellFault,
  found: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into sheet_fault (tenant_id, import_id, row, field, key, facts)
    select ${tenantId}::bigint, ${id}::bigint, found.row, ${field}, ${key}, found.facts
    from (${found}) as found(row, facts)
    on conflict do nothing`.execute(tx);
}

/** Records a fault for all rows that meet `condition`. */
export const addFaultsWhere = (
  context: Context,
  id: string,
  fault: SheetCellFault,
  condition: RawBuilder<boolean>,
  facts: RawBuilder<unknown> = sql`'{}'::jsonb`,
): Promise<void> =>
  addFaults(
    context,
    id,
    fault,
    sql`select r.row, ${facts} from sheet_row r where ${importRowsSql(context, id)} and ${condition}`,
  );

/** Message fact `{ value }` of a cell. */
export const valueFact = (field: string): RawBuilder<unknown> =>
  sql`jsonb_build_object('value', left(${cellTextSql(field)}, 40))`;

/**
 * Notes under `key` the id of the record named by a cell, among `named` (name, id): by exact name, else
 * ignoring width and blanks (decision 0070). The cell takes the record's spelling.
 */
export async function lookUpNames(
  context: Context,
  { id }: Pick<SheetImportState, 'id'>,
  [field, key]: readonly [field: string, key: string],
  named: RawBuilder<unknown>,
): Promise<void> {
  const alike = sql`
    select distinct on (normal_text(one.name)) one.name, one.id, normal_text(one.name) as form from (${named}) as one
    order by normal_text(one.name), one.id`;
  for (const [known, isNamed] of [
    [named, sql`known.name = ${cellTextSql(field)}`],
    [
      alike,
      sql`known.form = normal_text(${cellTextSql(field)}) and r.derived->${sql.lit(key)} is null`,
    ],
  ] as const)
    await sql`
      update sheet_row r
      set cells = r.cells || ${notesJsonSql({ [field]: sql`known.name` })},
        derived = r.derived || ${notesJsonSql({ [key]: sql`known.id` })}
      from (${known}) as known
      where ${importRowsSql(context, id)} and ${isNamed}`.execute(context.tx);
}

/** Adds faults for cells that name missing records. */
export const addUnknown = (
  context: Context,
  id: string,
  field: string,
  missing: RawBuilder<boolean>,
): Promise<void> =>
  addFaultsWhere(
    context,
    id,
    [field, 'cell.unknown'],
    sql`${cellTextSql(field)} is not null and ${missing}`,
    valueFact(field),
  );

/** Adds faults for rows repeating an earlier row: `key` must be unique; null exempts the row. */
export async function addRepeated(
  context: Context,
  id: string,
  field: string,
  key: RawBuilder<unknown>,
): Promise<void> {
  const repeated = sql`
    select row, jsonb_build_object('row', first) from (
      select r.row, min(r.row) over (partition by ${key}) as first
      from sheet_row r where ${importRowsSql(context, id)} and ${key} is not null) as said
    where row <> first`;
  await addFaults(context, id, [field, 'cell.repeated'], repeated);
}

export interface ImportOutcomes {
  readonly newRows: number;
  readonly changedRows: number;
  readonly sameRows: number;
  readonly wrongRows: number;
  readonly digest: string;
}

/**
 * Determines each row's effect. `present` gives existing records, { row, version, fields }, in cell format;
 * a row missing in `present` is new. Earlier results are discarded.
 */
export async function compareImportRows(
  context: Context,
  { id }: SheetImportState,
  present: RawBuilder<unknown>,
): Promise<ImportOutcomes> {
  const { tx, tenantId } = context;
  await sql`
    with wrong as (
      select distinct row from sheet_fault where tenant_id = ${tenantId} and import_id = ${id}),
    compared as (
      select r.row, r.cells, p.version, p.fields,
        case when w.row is not null then 'wrong' when p.row is null then 'new'
          when p.fields @> r.cells then 'same' else 'changed' end as outcome
      from sheet_row r
      left join (${present}) as p(row, version, fields) on p.row = r.row
      left join wrong w on w.row = r.row
      where ${importRowsSql(context, id)}),
    stated as materialized (
      select c.row, c.outcome, jsonb_build_object('version', c.version) as found,
        case when c.outcome <> 'changed' then '{}' else (
          select jsonb_object_agg(cell.key, jsonb_build_array(c.fields->cell.key, cell.value))
          from jsonb_each(c.cells) as cell where c.fields->cell.key is distinct from cell.value) end as changes
      from compared c)
    update sheet_row r set outcome = c.outcome, derived = r.derived || c.found, changes = c.changes
    from stated c
    where ${importRowsSql(context, id)} and r.row = c.row`.execute(tx);
  return countImportOutcomes(context, id);
}

async function countImportOutcomes(context: Context, id: string): Promise<ImportOutcomes> {
  const { rows } = await sql<ImportOutcomes>`
    select count(*) filter (where outcome = 'new')::int as "newRows",
      count(*) filter (where outcome = 'changed')::int as "changedRows",
      count(*) filter (where outcome = 'same')::int as "sameRows",
      count(*) filter (where outcome = 'wrong')::int as "wrongRows",
      coalesce(sum(hashtextextended(r.row || outcome || changes::text, 0)), 0)::text as digest
    from sheet_row r where ${importRowsSql(context, id)}`.execute(context.tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}

/** A stretch of an import's rows, both ends included. */
export interface ImportRowRange {
  readonly first: number;
  readonly last: number;
  readonly rows: number;
}

/**
 * Fills the barcode of rows that name their goods by SKU code and unit. Adds faults for units without a
 * barcode: a price of boxes is no price of pieces.
 */
export async function fillUnitBarcodes(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const [code, unit] = [cellTextSql('skuCode'), cellTextSql('unit')];
  const isByUnit = sql<boolean>`${importRowsSql(context, id)} and ${cellTextSql('barcode')} is null
    and ${code} is not null and ${unit} is not null`;
  const units = sql`
    select normal_text(k.code) as form, normal_text(c.unit) as unit, count(distinct k.id) as goods,
      (array_agg(c.code order by c.position, c.id))[1] as barcode
    from sku k
    join product p on p.tenant_id = ${tenantId} and p.id = k.product_id and p.removed_at is null
    join barcode c on c.tenant_id = ${tenantId} and c.sku_id = k.id
    where k.tenant_id = ${tenantId} and k.code <> '' and normal_text(k.code) in (
      select normal_text(${code}) from sheet_row r where ${isByUnit})
    group by 1, 2`;
  const unknown = sql`
    select r.row, ${valueFact('unit')} from sheet_row r
    where ${isByUnit}
      and exists (select from (${units}) one where one.form = normal_text(${code}))
      and not exists (
        select from (${units}) one
        where one.form = normal_text(${code}) and one.unit = normal_text(${unit}))`;
  await addFaults(context, id, ['unit', 'cell.unknown'], unknown);
  await sql`
    update sheet_row r set cells = r.cells || ${notesJsonSql({ barcode: sql`one.barcode` })}
    from (${units}) one
    where ${isByUnit} and one.form = normal_text(${code}) and one.unit = normal_text(${unit})
      and one.goods = 1`.execute(tx);
}

/**
 * Fills the barcode of rows that name their goods by SKU code alone. Adds faults for a code that is missing
 * or shared by several goods, and for rows that name no goods.
 */
export async function fillBarcodes(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const code = cellTextSql('skuCode');
  const isByCode = sql<boolean>`${cellTextSql('barcode')} is null and ${code} is not null`;
  const named = sql`
    select normal_text(k.code) as form, min(b.code) as barcode, count(*) as goods
    from sku k
    join product p on p.tenant_id = ${tenantId} and p.id = k.product_id and p.removed_at is null
    join lateral (
      select c.code from barcode c where c.tenant_id = ${tenantId} and c.sku_id = k.id and c.ratio = 1
      order by c.position, c.id limit 1) b on true
    where k.tenant_id = ${tenantId} and k.code <> '' and normal_text(k.code) in (
      select normal_text(${code}) from sheet_row r where ${importRowsSql(context, id)} and ${code} is not null)
    group by normal_text(k.code)`;
  const several = sql`
    select r.row, ${valueFact('skuCode')} from sheet_row r join (${named}) one
      on one.form = normal_text(${code}) and one.goods > 1
    where ${importRowsSql(context, id)} and ${isByCode}`;
  await addFaults(context, id, ['skuCode', 'cell.severalGoods'], several);
  await sql`
    update sheet_row r set cells = r.cells || ${notesJsonSql({ barcode: sql`one.barcode` })}
    from (${named}) one
    where ${importRowsSql(context, id)} and ${isByCode} and one.form = normal_text(${code})
      and one.goods = 1`.execute(tx);
  const unnamed = sql`
    select r.row, ${valueFact('skuCode')} from sheet_row r
    where ${importRowsSql(context, id)} and ${isByCode} and not exists (
      select from (${named}) one where one.form = normal_text(${code}))`;
  await addFaults(context, id, ['skuCode', 'cell.unknown'], unnamed);
  const none = sql<boolean>`${cellTextSql('barcode')} is null and ${code} is null and not exists (
    select from sheet_fault fault where fault.tenant_id = ${tenantId} and fault.import_id = ${id}
      and fault.row = r.row and fault.field in ('barcode', 'skuCode'))`;
  await addFaultsWhere(context, id, ['barcode', 'cell.missing'], none);
  await refuseOtherSkuCodes(context, id);
}

/** Refuses a SKU code beside a barcode of other goods; goods without a code have no code to contradict. */
async function refuseOtherSkuCodes(context: Context, id: string): Promise<void> {
  const { tenantId } = context;
  const code = sql`normal_text(${cellTextSql('skuCode')})`;
  const contradicting = sql`
    select r.row, ${valueFact('skuCode')} || jsonb_build_object('barcode', ${cellTextSql('barcode')})
    from sheet_row r
    join barcode b on b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, cellTextSql('barcode'))}
    join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
    where ${importRowsSql(context, id)} and ${cellTextSql('skuCode')} is not null
      and normal_text(k.code) <> ${code} and (k.code <> '' or exists (
        select from sku other
        join product p on p.tenant_id = ${tenantId} and p.id = other.product_id and p.removed_at is null
        where other.tenant_id = ${tenantId} and other.code <> '' and normal_text(other.code) = ${code}))`;
  await addFaults(context, id, ['skuCode', 'cell.otherGoods'], contradicting);
}

/** Notes the barcode named by each row in `barcodeId`; nothing for an unknown code. */
export async function noteBarcodes(context: Context, id: string): Promise<void> {
  await sql`
    update sheet_row r set derived = r.derived || ${notesJsonSql({ barcodeId: sql`b.id` })}
    from barcode b
    where ${importRowsSql(context, id)} and b.tenant_id = ${context.tenantId} and ${isNamedBy('b', context.tenantId, cellTextSql('barcode'))}`.execute(
    context.tx,
  );
}

const STRETCH = 2_000;

/** The rows of these outcomes in stretches, in order. */
export async function listImportRowRanges(
  context: Context,
  id: string,
  outcomes: readonly string[],
): Promise<readonly ImportRowRange[]> {
  const { rows } = await sql<ImportRowRange>`
    select min(row) as first, max(row) as last, count(*)::int as rows from (
      select r.row, (row_number() over (order by r.row) - 1) / ${sql.lit(STRETCH)} as part
      from sheet_row r where ${importRowsSql(context, id)} and r.outcome = any(${outcomes}::text[])) as numbered
    group by part order by part`.execute(context.tx);
  return rows;
}

/** The rows of a stretch with an outcome, under the name `r`. */
export const importRowRangeSql = (
  context: Context,
  id: string,
  { first, last }: ImportRowRange,
  outcome: 'new' | 'changed',
): RawBuilder<boolean> =>
  sql<boolean>`(${importRowsSql(context, id)} and r.row between ${first} and ${last} and r.outcome = ${outcome})`;
