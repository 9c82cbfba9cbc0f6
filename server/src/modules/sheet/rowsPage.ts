import { sheets } from '@tradehouse/contract';
import type { InputOf, ReplyOf, SheetId, sheetRows } from '@tradehouse/contract';
import { DomainError } from '@tradehouse/domain';
import type { ErrorKey, SentenceFacts } from '@tradehouse/domain';
import { sql } from 'kysely';
import { sentenceOf } from '../../kernel/http/index.ts';
import { isNamedBy } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { toSheetValueLabel } from './cellValue.ts';
import { cellTextSql, importRowsSql } from './compare.ts';
import { columnName } from './read/cells.ts';
import { ownImport, seenColumns } from './sheetImport.ts';
import type { KeptColumn } from './sheetImport.ts';

interface SheetPageRow {
  readonly row: number;
  readonly name: string | null;
  readonly cells: Readonly<Record<string, string | null>>;
  readonly changes: Readonly<Record<string, readonly [string | null, string | null]>>;
  readonly faults: readonly { field: string; key: ErrorKey; facts: SentenceFacts }[];
}

const PAGE = 50;

/** Reads a page of an import's rows in sheet order, with changes or faults by cell. */
export async function rowsPage(
  context: Context,
  { id, outcome, currentPage = 1, pageSize = PAGE }: InputOf<typeof sheetRows>,
): Promise<ReplyOf<typeof sheetRows>> {
  const { tx, tenantId, scope } = context;
  const at = await ownImport(context, id);
  const total = {
    new: at.new_rows,
    changed: at.changed_rows,
    same: at.same_rows,
    wrong: at.wrong_rows,
  }[outcome];
  const { rows } = await sql<SheetPageRow>`
    select r.row, coalesce(r.cells->>'name', ${productName(context)}, r.cells->>'barcode') as name, r.cells, r.changes, coalesce((
      select json_agg(json_build_object('field', f.field, 'key', f.key, 'facts', f.facts) order by f.field, f.key)
      from sheet_fault f where f.tenant_id = ${tenantId} and f.import_id = ${id} and f.row = r.row), '[]') as faults
    from sheet_row r where ${importRowsSql(context, id)} and r.outcome = ${outcome}
    order by r.row limit ${pageSize} offset ${(currentPage - 1) * pageSize}`.execute(tx);
  const columns = seenColumns(at, scope);
  return {
    total,
    rows: rows.map((row) => toShownSheetRow(context, at.sheet, row, outcome, columns)),
  };
}

/** Product name of a row's barcode; null without a product. */
const productName = ({ tenantId }: Context) => sql`(
  select p.name from barcode b
  join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
  where b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, cellTextSql('barcode'))} limit 1)`;

function toShownSheetRow(
  { language }: Context,
  sheet: SheetId,
  { row, name, cells, changes, faults }: SheetPageRow,
  outcome: string,
  columns: readonly KeptColumn[],
): ReplyOf<typeof sheetRows>['rows'][number] {
  const changed = columns.flatMap(({ field, label }) => {
    const change = changes[field];
    const definition = sheets[sheet].fields[field];
    const shownValue = (value: string | null): string | null =>
      value === null || definition === undefined
        ? value
        : toSheetValueLabel(field, definition, value, language);
    if (change !== undefined)
      return [{ label, before: shownValue(change[0]), after: shownValue(change[1]) }];
    const value = outcome === 'new' ? (cells[field] ?? null) : null;
    return value === null ? [] : [{ label, before: null, after: shownValue(value) }];
  });
  const errors = faults.flatMap(({ field, key, facts }) => {
    const column = columns.find((one) => one.field === field) ?? findNearestColumn(columns, field);
    if (column === undefined) return [];
    const message = sentenceOf(new DomainError(key, facts), language);
    return [
      {
        cell: `${columnName(column.column)}${row}`,
        label: column.label,
        message,
        at: column.column,
      },
    ];
  });
  return {
    row,
    name: name ?? '',
    changes: changed,
    errors: errors
      .toSorted((one, other) => one.at - other.at)
      .map(({ cell, label, message }) => ({ cell, label, message })),
  };
}

/** Fields of goods, related to the barcode or SKU code of the row. */
const ofBarcode = ['barcode', 'lot', 'serials'];

/** A fault in a field without a column is shown at a related column, else at the row's start. */
const findNearestColumn = (columns: readonly KeptColumn[], field: string): KeptColumn | undefined =>
  columns.find(
    (one) =>
      (field.startsWith('sub') && one.field === 'unit') ||
      (ofBarcode.includes(field) && (one.field === 'barcode' || one.field === 'skuCode')),
  ) ?? columns[0];
