// Missing categories and brands of product rows: faults, or added with the import.
import {
  brandPage,
  brands,
  categories,
  categoryPage,
  namedRecords,
  readTextLengths,
} from '@tradehouse/contract';
import type { MissingRecords } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayOpen } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { addNames, removeNames } from '../catalog/index.ts';
import type { NamedRecord } from '../catalog/index.ts';
import { addFaultsWhere, addUnknown, cellTextSql, importRowsSql } from './compare.ts';
import type { SheetImportState } from './sheetImport.ts';

interface MissingField {
  readonly field: string;
  /** Derived value with the id of the record. */
  readonly key: string;
  /** Page with the right to add the record. */
  readonly page: string;
  readonly lengths: ReturnType<typeof readTextLengths>;
}

const namedFields: Readonly<Record<NamedRecord, MissingField>> = {
  category: {
    field: 'categoryName',
    key: 'categoryId',
    page: categoryPage,
    lengths: readTextLengths(categories.declares.name.is.takes),
  },
  brand: {
    field: 'brand',
    key: 'brandId',
    page: brandPage,
    lengths: readTextLengths(brands.declares.name.is.takes),
  },
};

/** Names shown of missing records. */
const SHOWN_NAMES = 20;

/** Records added by an import of this user. */
const addableRecords = (scope: Scope): readonly NamedRecord[] =>
  namedRecords.filter((record) => mayOpen(scope, namedFields[record].page, '1'));

export const mayAddMissing = (scope: Scope): boolean => addableRecords(scope).length > 0;

/** Holds for rows `r` with the name of a missing record. A brand written but never listed may stay. */
function isMissingSql({ tenantId }: Context, record: NamedRecord): RawBuilder<boolean> {
  const { field, key } = namedFields[record];
  const missing = sql<boolean>`${cellTextSql(field)} is not null and r.derived->${sql.lit(key)} is null`;
  const isWritten = sql`exists (
    select from product p
    where p.tenant_id = ${tenantId} and p.id = r.target_id and p.brand = ${cellTextSql(field)})`;
  return field === 'brand'
    ? sql<boolean>`(${missing} and not ${isWritten})`
    : sql<boolean>`(${missing})`;
}

const tooShortSql = (record: NamedRecord): RawBuilder<boolean> => {
  const { field, lengths } = namedFields[record];
  return sql<boolean>`length(${cellTextSql(field)}) < ${lengths.minLength ?? 0}::integer`;
};
const tooLongSql = (record: NamedRecord): RawBuilder<boolean> => {
  const { field, lengths } = namedFields[record];
  return sql<boolean>`length(${cellTextSql(field)}) > ${lengths.maxLength ?? 0}::integer`;
};

/** Records the faults of missing records, unless the import adds the records. */
export async function checkMissing(context: Context, at: SheetImportState): Promise<void> {
  const addable = at.adds_missing ? addableRecords(context.scope) : [];
  for (const record of namedRecords) {
    const { field, lengths } = namedFields[record];
    const missing = isMissingSql(context, record);
    if (!addable.includes(record)) {
      await addUnknown(context, at.id, field, missing);
      continue;
    }
    await addFaultsWhere(
      context,
      at.id,
      [field, 'cell.tooShort'],
      sql`${missing} and ${tooShortSql(record)}`,
      sql`jsonb_build_object('least', ${lengths.minLength ?? 0}::integer)`,
    );
    await addFaultsWhere(
      context,
      at.id,
      [field, 'cell.tooLong'],
      sql`${missing} and ${tooLongSql(record)}`,
      sql`jsonb_build_object('most', ${lengths.maxLength ?? 0}::integer)`,
    );
  }
}

/** Deletes the faults of an earlier `checkMissing`; cells refused by the reader have no text in `cells`. */
export async function clearMissing(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  for (const { field } of Object.values(namedFields))
    await sql`
      delete from sheet_fault f
      where f.tenant_id = ${tenantId} and f.import_id = ${id} and f.field = ${field}
        and f.key in ('cell.unknown', 'cell.tooShort', 'cell.tooLong') and exists (
          select from sheet_row r
          where ${importRowsSql(context, id)} and r.row = f.row and jsonb_exists(r.cells, ${field}))`.execute(
      tx,
    );
}

/** Holds for rows `r` written with the missing records, or only wrong without the missing records. */
function isAddedSql(context: Context, { id, adds_missing: adds }: SheetImportState) {
  if (adds) return sql<boolean>`r.outcome in ('new', 'changed')`;
  const fields = addableRecords(context.scope).map((record) => namedFields[record].field);
  return sql<boolean>`(r.outcome = 'wrong' and not exists (
    select from sheet_fault f
    where f.tenant_id = ${context.tenantId} and f.import_id = ${id} and f.row = r.row
      and not (f.key = 'cell.unknown' and f.field = any(${fields}::text[]))))`;
}

/** Reads the records added by the import or on request, in the order of the rows. */
export async function readMissing(
  context: Context,
  at: SheetImportState,
): Promise<readonly MissingRecords[]> {
  const found: MissingRecords[] = [];
  for (const record of addableRecords(context.scope)) {
    const names = await missingNames(context, at, record);
    if (names.length > 0)
      found.push({ record, count: names.length, names: names.slice(0, SHOWN_NAMES) });
  }
  return found;
}

/** Reads the missing names, alike names once, as first spelled. */
async function missingNames(
  context: Context,
  at: SheetImportState,
  record: NamedRecord,
): Promise<readonly string[]> {
  const { field } = namedFields[record];
  const isFitting = sql`not ${tooShortSql(record)} and not ${tooLongSql(record)}`;
  const { rows } = await sql<{ name: string }>`
    select name from (
      select distinct on (normal_text(${cellTextSql(field)})) ${cellTextSql(field)} as name, r.row
      from sheet_row r
      where ${importRowsSql(context, at.id)} and ${isMissingSql(context, record)} and ${isFitting}
        and ${isAddedSql(context, at)}
      order by normal_text(${cellTextSql(field)}), r.row) as named
    order by row`.execute(context.tx);
  return rows.map(({ name }) => name);
}

/** Derived mark of rows with an added record. */
const addedMark = (record: NamedRecord): string => `added:${record}`;

/** Adds the missing records, and notes id and spelling on the rows. */
export async function addMissing(context: Context, at: SheetImportState): Promise<void> {
  if (!at.adds_missing) return;
  for (const record of addableRecords(context.scope)) {
    const { field, key } = namedFields[record];
    const names = await missingNames(context, at, record);
    if (names.length === 0) continue;
    const added = await addNames(context, record, names);
    // Computed apart: a change on a cluster may not call functions depending on the session.
    const noted = sql`
      select r.row, jsonb_build_object(${sql.lit(field)}, given.name) as cells,
        case when jsonb_exists(r.changes, ${field}) then jsonb_build_object(${sql.lit(field)},
          jsonb_build_array(r.changes->${sql.lit(field)}->0, given.name)) else '{}' end as changes,
        jsonb_build_object(${sql.lit(key)}, given.id::text, ${sql.lit(addedMark(record))}, '1') as derived
      from sheet_row r
      join ${rowsAsTable(added, 'id bigint, name text')}
        on normal_text(given.name) = normal_text(${cellTextSql(field)})
      where ${importRowsSql(context, at.id)} and r.outcome in ('new', 'changed')
        and ${isMissingSql(context, record)} offset 0`;
    await sql`
      update sheet_row r
      set cells = r.cells || noted.cells, changes = r.changes || noted.changes,
        derived = r.derived || noted.derived
      from (${noted}) as noted
      where ${importRowsSql(context, at.id)} and r.row = noted.row`.execute(context.tx);
  }
}

/** Deletes the records added by an import, if unchanged and unused. */
export async function removeMissing(context: Context, { id }: SheetImportState): Promise<void> {
  for (const record of namedRecords) {
    const { key } = namedFields[record];
    const { rows } = await sql<{ id: string }>`
      select distinct r.derived->>${sql.lit(key)} as id from sheet_row r
      where ${importRowsSql(context, id)} and jsonb_exists(r.derived, ${addedMark(record)})`.execute(
      context.tx,
    );
    if (rows.length > 0)
      await removeNames(
        context,
        record,
        rows.map((row) => row.id),
      );
  }
}
