import { recountPage } from '@tradehouse/contract';
import { toPlainDecimal, decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, mayOpen, refuseWith } from '../../kernel/access/index.ts';
import { isNamedBy } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { firstPass, goesAgain, passSql, stateSql, takeEntries } from '../stock/index.ts';
import {
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellTextSql,
  notesJsonSql,
  importRowsSql,
  listImportRowRanges,
  valueFact,
  importRowRangeSql,
} from './compare.ts';
import type { SheetCellFault, ImportRowRange } from './compare.ts';
import type { SheetImportState } from './sheetImport.ts';
import type { ImportProgress, SheetWork } from './work.ts';

/**
 * Open counts `c` in the reader's warehouses, with the running pass, and the right to know the book stock:
 * the lines to recount would reveal the book stock.
 */
const openCounts = ({ tenantId, scope }: Context): RawBuilder<unknown> => sql`
  select sheet.id, sheet.number, ${passSql} as pass,
    (not sheet.blind or ${mayOpen(scope, recountPage, '2')}) as open
  from count_sheet sheet
  left join document posted on posted.tenant_id = ${tenantId} and posted.id = sheet.document_id
  where sheet.tenant_id = ${tenantId} and ${stateSql} <> 'posted'
    and ${grantedWarehouses(scope, 'sheet.warehouse_id')}`;

/** Reader's own share of the line and pass in `r`, named `s`. */
const ownShare = ({ tenantId, scope }: Context): RawBuilder<unknown> => sql`
  count_share s on s.tenant_id = ${tenantId} and s.sheet_id = (r.derived->>'sheetId')::bigint
    and s.line_id = r.target_id and s.pass = (r.derived->>'pass')::int and s.user_id = ${scope.userId}::bigint`;

const counted = sql`(${cellTextSql('quantity')}::numeric * (r.derived->>'ratio')::numeric)`;

/**
 * Counted quantities by spreadsheet: each row is the importing user's count for a line of an open count. A
 * blank quantity is not counted yet, and changes nothing.
 */
export const countWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check: checkCountImport,
  present: (context, { id }) => sql`
    select r.row, 1, r.cells || case when ${cellTextSql('quantity')} is null then '{}' else jsonb_build_object(
      'quantity', trim_scale(round(s.quantity / (r.derived->>'ratio')::numeric, 6))::text) end
    from sheet_row r left join ${ownShare(context)}
    where ${importRowsSql(context, id)} and (s.quantity is not null or ${cellTextSql('quantity')} is null)`,
  write: writeCountImport,
  undo: undoCountImport,
  all: (context) => sql`
    select jsonb_build_object('number', c.number, 'barcode', b.code, 'name', p.name, 'lot', nullif(line.lot, ''),
      'shelfPosition', nullif(p.shelf_position, ''), 'quantity', trim_scale(s.quantity)::text) as cells
    from (${openCounts(context)}) c
    join count_line line on line.tenant_id = ${context.tenantId} and line.sheet_id = c.id and line.stock_type = 'formal'
    join sku k on k.tenant_id = ${context.tenantId} and k.id = line.sku_id
    join product p on p.tenant_id = ${context.tenantId} and p.id = k.product_id and not p.serial_managed
    join lateral (select min(code) as code from barcode
      where barcode.tenant_id = ${context.tenantId} and barcode.sku_id = k.id and barcode.ratio = 1) b on b.code is not null
    ${firstPass(context.tenantId)}
    left join count_share s on s.tenant_id = ${context.tenantId} and s.sheet_id = c.id and s.line_id = line.id
      and s.pass = c.pass and s.user_id = ${context.scope.userId}::bigint
    where c.pass = 1 or not c.open or ${goesAgain(context.tenantId)}
    order by c.id, line.id`,
};

async function checkCountImport(context: Context, at: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  const { id } = at;
  // Counts found at reading may meanwhile be closed, or belong to another user.
  await sql`
    update sheet_row r set derived = r.derived - array['sheetId', 'pass', 'skuId', 'ratio', 'serials', 'lots']
    where ${importRowsSql(context, id)}`.execute(tx);
  await sql`
    update sheet_row r set derived = r.derived || ${notesJsonSql({ sheetId: sql`c.id`, pass: sql`c.pass` })}
    from (${openCounts(context)}) c
    where ${importRowsSql(context, id)} and c.number = ${cellTextSql('number')}`.execute(tx);
  await sql`
    update sheet_row r set derived = r.derived || ${notesJsonSql({
      skuId: sql`b.sku_id`,
      ratio: sql`b.ratio`,
      serials: sql`p.serial_managed`,
      lots: sql`p.lot_managed`,
    })}
    from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where ${importRowsSql(context, id)} and b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, cellTextSql('barcode'))}`.execute(
    tx,
  );
  await sql`
    update sheet_row r set target_id = line.id
    from count_line line
    ${firstPass(tenantId)}
    where ${importRowsSql(context, id)} and line.tenant_id = ${tenantId}
      and line.sheet_id = (r.derived->>'sheetId')::bigint and line.sku_id = (r.derived->>'skuId')::bigint
      and line.lot = coalesce(${cellTextSql('lot')}, '') and line.stock_type = 'formal'
      and ((r.derived->>'pass')::int = 1 or ${goesAgain(tenantId)})`.execute(tx);
  await tellFaults(context, at);
  await addRepeated(context, id, 'barcode', sql`r.target_id`);
}

async function tellFaults(context: Context, { id }: SheetImportState): Promise<void> {
  const wrong = (fault: SheetCellFault, condition: RawBuilder<boolean>): Promise<void> => {
    const facts = sql`jsonb_build_object('barcode', ${cellTextSql('barcode')})`;
    return addFaultsWhere(context, id, fault, condition, facts);
  };
  const lotless = sql<boolean>`((r.derived->>'lots')::boolean and ${cellTextSql('lot')} is null)`;
  await addUnknown(context, id, 'number', sql`r.derived->'sheetId' is null`);
  await addUnknown(context, id, 'barcode', sql`r.derived->'skuId' is null`);
  await wrong(['quantity', 'count.whichSerial'], sql`(r.derived->>'serials')::boolean`);
  await wrong(['lot', 'count.whichLot'], lotless);
  await wrong(
    ['barcode', 'count.notOnSheet'],
    sql`r.target_id is null and r.derived->'sheetId' is not null and r.derived->'skuId' is not null
      and ${cellTextSql('quantity')} is not null and not ${lotless}`,
  );
  await addFaultsWhere(
    context,
    id,
    ['quantity', 'cell.decimals'],
    sql`scale(trim_scale(${counted})) > 6`,
    sql`${valueFact('quantity')} || jsonb_build_object('most', 6)`,
  );
}

interface ImportedCount {
  readonly row: number;
  readonly sheet: string;
  readonly line: string;
  readonly quantity: string;
  readonly before: string | null;
}

interface CountedNow extends ImportedCount {
  readonly now: string | null;
  readonly name: string;
  /** True while the counting pass is running. */
  readonly running: boolean;
}

/** Reads each row of a range, with the importing user's earlier and new share. */
async function countedIn(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<readonly CountedNow[]> {
  const { rows } = await sql<CountedNow>`
    select r.row, r.derived->>'sheetId' as sheet, r.target_id as line, ${counted} as quantity,
      r.derived->>'before' as before, s.quantity as now, ${cellTextSql('barcode')} as name,
      coalesce(${passSql} = (r.derived->>'pass')::int, false) as running
    from sheet_row r left join ${ownShare(context)}
    left join count_sheet sheet on sheet.tenant_id = ${context.tenantId} and sheet.id = (r.derived->>'sheetId')::bigint
    where ${importRowRangeSql(context, id, part, 'new')} or ${importRowRangeSql(context, id, part, 'changed')}
    order by r.row`.execute(context.tx);
  return rows;
}

async function writeCountImport(
  context: Context,
  at: SheetImportState,
  progress: ImportProgress,
): Promise<void> {
  for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
    const rows = await countedIn(context, at, part);
    await sql`
      update sheet_row r set derived = r.derived || ${notesJsonSql({ before: sql`given.before` })}
      from ${rowsAsTable(
        rows.map(({ row, now }) => ({ row, before: now })),
        'row int, before text',
      )}
      where r.tenant_id = ${context.tenantId} and r.import_id = ${at.id} and r.row = given.row`.execute(
      context.tx,
    );
    await writeCountEntries(context, rows, ({ quantity }) => quantity);
    await progress(part.rows);
  }
}

async function undoCountImport(
  context: Context,
  at: SheetImportState,
  progress: ImportProgress,
): Promise<void> {
  for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
    const rows = await countedIn(context, at, part);
    const other = rows.find(
      ({ now, quantity, running }) => !running || now === null || !decimal(now).equals(quantity),
    );
    if (other !== undefined) refuseWith('sheet.undoChanged', { name: other.name });
    await writeCountEntries(context, rows, ({ before }) => before);
    await progress(part.rows);
  }
}

/** Lines counted per statement. */
const TOGETHER = 500;

async function writeCountEntries(
  context: Context,
  rows: readonly ImportedCount[],
  what: (row: ImportedCount) => string | null,
): Promise<void> {
  for (const [id, own] of Map.groupBy(rows, ({ sheet }) => sheet))
    for (let from = 0; from < own.length; from += TOGETHER) {
      const entries = own.slice(from, from + TOGETHER).map((row) => {
        const quantity = what(row);
        return {
          lineId: row.line,
          quantity: quantity === null ? null : toPlainDecimal(decimal(quantity)),
        };
      });
      await takeEntries(context, { id, entries });
    }
}
