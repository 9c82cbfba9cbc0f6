import type { ErrorKey } from '@tradehouse/domain';
import { sql } from 'kysely';
import { isNamedBy } from '../../kernel/index.ts';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import type { SheetImport } from './sheetImport.ts';

/** The rows of an import, under the name `r`: what every statement over them begins with. */
export const rowsOf = ({ tenantId }: Context, id: string): RawBuilder<boolean> =>
  sql<boolean>`(r.tenant_id = ${tenantId} and r.import_id = ${id})`;

/** The cell of a field of `r`, as text. */
export const cellOf = (field: string): RawBuilder<string> =>
  sql<string>`(r.cells->>${sql.lit(field)})`;

/**
 * What a change notes of rows, each as text, as one JSON object. It is put together by no `jsonb_build_object`, which a cluster
 * takes in a change for no value of a column, since it asks the session how times are written.
 */
export const noted = (values: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> =>
  sql`jsonb_object(array[${sql.join(
    Object.entries(values).map(([key, value]) => sql`${sql.lit(key)}, (${value})::text`),
  )}])`;

/** Which cell is wrong, and why. */
export type Fault = readonly [field: string, key: ErrorKey];

/** Writes down what is wrong: `found` gives the rows and the facts of the sentence. */
export async function addFaults(
  { tx, tenantId }: Context,
  id: string,
  [field, key]: Fault,
  found: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into sheet_fault (tenant_id, import_id, row, field, key, facts)
    select ${tenantId}::bigint, ${id}::bigint, found.row, ${field}, ${key}, found.facts
    from (${found}) as found(row, facts)
    on conflict do nothing`.execute(tx);
}

/** The same of all rows that `condition` is true of. */
export const addFaultsWhere = (
  context: Context,
  id: string,
  fault: Fault,
  condition: RawBuilder<boolean>,
  facts: RawBuilder<unknown> = sql`'{}'::jsonb`,
): Promise<void> =>
  addFaults(
    context,
    id,
    fault,
    sql`select r.row, ${facts} from sheet_row r where ${rowsOf(context, id)} and ${condition}`,
  );

/** `{ value }` of a cell, as the sentences take it. */
export const valueFact = (field: string): RawBuilder<unknown> =>
  sql`jsonb_build_object('value', left(${cellOf(field)}, 40))`;

/**
 * Notes under `key` the id of what a cell names among `named` (name, id): as it is called, else in another width or with other
 * blanks (decision 0070). The cell is spelled as it is called.
 */
export async function lookUpNames(
  context: Context,
  { id }: Pick<SheetImport, 'id'>,
  [field, key]: readonly [field: string, key: string],
  named: RawBuilder<unknown>,
): Promise<void> {
  const alike = sql`
    select distinct on (normal_text(one.name)) one.name, one.id, normal_text(one.name) as form from (${named}) as one
    order by normal_text(one.name), one.id`;
  for (const [known, isNamed] of [
    [named, sql`known.name = ${cellOf(field)}`],
    [alike, sql`known.form = normal_text(${cellOf(field)}) and r.derived->${sql.lit(key)} is null`],
  ] as const)
    await sql`
      update sheet_row r
      set cells = r.cells || ${noted({ [field]: sql`known.name` })},
        derived = r.derived || ${noted({ [key]: sql`known.id` })}
      from (${known}) as known
      where ${rowsOf(context, id)} and ${isNamed}`.execute(context.tx);
}

/** Faults of cells that name what is not there. */
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
    sql`${cellOf(field)} is not null and ${missing}`,
    valueFact(field),
  );

/** Faults of rows that say the same as one before them: `key` is what must differ, null where it does not matter. */
export async function addRepeated(
  context: Context,
  id: string,
  field: string,
  key: RawBuilder<unknown>,
): Promise<void> {
  const repeated = sql`
    select row, jsonb_build_object('row', first) from (
      select r.row, min(r.row) over (partition by ${key}) as first
      from sheet_row r where ${rowsOf(context, id)} and ${key} is not null) as said
    where row <> first`;
  await addFaults(context, id, [field, 'cell.repeated'], repeated);
}

export interface Outcomes {
  readonly newRows: number;
  readonly changedRows: number;
  readonly sameRows: number;
  readonly wrongRows: number;
  /** Tells one comparison from another. */
  readonly digest: string;
}

/**
 * Says of every row what writing it would do. `present` gives what there is now, { row, version, fields }, written as the
 * cells are; a row that it lacks is new. What was known of the rows before is forgotten.
 */
export async function compare(
  context: Context,
  { id }: SheetImport,
  present: RawBuilder<unknown>,
): Promise<Outcomes> {
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
      where ${rowsOf(context, id)}),
    told as materialized (
      select c.row, c.outcome, jsonb_build_object('version', c.version) as found,
        case when c.outcome <> 'changed' then '{}' else (
          select jsonb_object_agg(cell.key, jsonb_build_array(c.fields->cell.key, cell.value))
          from jsonb_each(c.cells) as cell where c.fields->cell.key is distinct from cell.value) end as changes
      from compared c)
    update sheet_row r set outcome = c.outcome, derived = r.derived || c.found, changes = c.changes
    from told c
    where ${rowsOf(context, id)} and r.row = c.row`.execute(tx);
  return outcomes(context, id);
}

async function outcomes(context: Context, id: string): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`
    select count(*) filter (where outcome = 'new')::int as "newRows",
      count(*) filter (where outcome = 'changed')::int as "changedRows",
      count(*) filter (where outcome = 'same')::int as "sameRows",
      count(*) filter (where outcome = 'wrong')::int as "wrongRows",
      coalesce(sum(hashtextextended(r.row || outcome || changes::text, 0)), 0)::text as digest
    from sheet_row r where ${rowsOf(context, id)}`.execute(context.tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}

/** A stretch of an import's rows, both ends included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly rows: number;
}

/** Notes which barcode each row names, as `barcodeId`; nothing where there is none of that code. */
export async function noteBarcodes(context: Context, id: string): Promise<void> {
  await sql`
    update sheet_row r set derived = r.derived || ${noted({ barcodeId: sql`b.id` })}
    from barcode b
    where ${rowsOf(context, id)} and b.tenant_id = ${context.tenantId} and ${isNamedBy('b', context.tenantId, cellOf('barcode'))}`.execute(
    context.tx,
  );
}

const STRETCH = 2_000;

/** The rows of these outcomes in stretches, in order. */
export async function stretches(
  context: Context,
  id: string,
  outcomes: readonly string[],
): Promise<readonly Stretch[]> {
  const { rows } = await sql<Stretch>`
    select min(row) as first, max(row) as last, count(*)::int as rows from (
      select r.row, (row_number() over (order by r.row) - 1) / ${sql.lit(STRETCH)} as part
      from sheet_row r where ${rowsOf(context, id)} and r.outcome = any(${outcomes}::text[])) as numbered
    group by part order by part`.execute(context.tx);
  return rows;
}

/** The rows of a stretch with an outcome, under the name `r`. */
export const within = (
  context: Context,
  id: string,
  { first, last }: Stretch,
  outcome: 'new' | 'changed',
): RawBuilder<boolean> =>
  sql<boolean>`(${rowsOf(context, id)} and r.row between ${first} and ${last} and r.outcome = ${outcome})`;
