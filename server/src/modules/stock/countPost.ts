import type { GoodsDocumentInput } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { deleteInternal, saveDocument } from '../document/index.ts';
import { lockSheets } from './countSheet.ts';
import { lateQuantity, lateSerials } from './lateMoves.ts';
import type { LockedCountSheet } from './countSheet.ts';

type CountDocumentLine = GoodsDocumentInput['lines'][number];

interface CountDifference {
  readonly barcode: string;
  readonly lot: string;
  readonly expiry: string | null;
  readonly stock_type: NonNullable<
    NonNullable<CountDocumentLine['allocations']>[number]['stockType']
  >;
  readonly difference: string;
  readonly cost: string;
  readonly serial_managed: boolean;
  /**
   * Serials missing although the books hold them here, and serials found although the books hold them
   * nowhere.
   */
  readonly lost: string[];
  readonly found: string[];
}

/**
 * Posts counts, one document each: counted quantity less the books at the moment of the count, so later
 * moves remain valid (S12). A second pass wins over the first; uncounted goods remain unchanged.
 */
export async function approveCounts(
  context: Context,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const sheets = await lockSheets(context, ids, ['recounting']);
  await lockWarehouses(context, sheets);
  for (const sheet of sheets) {
    await noteLate(context, sheet);
    await refuseOvertaken(context, sheet);
    const lines = await linesToPost(context, sheet);
    const saved =
      lines.length === 0
        ? null
        : await saveDocument(context, {
            kind: 'stockRecount',
            goods: { lines, status: '1', remark: sheet.number },
          });
    await sql`
      update count_sheet set stage = 'posted', document_id = ${saved?.id ?? null}, version = version + 1
      where tenant_id = ${tenantId} and id = ${sheet.id}`.execute(tx);
    const { id: subjectId, number } = sheet;
    const after = { document: saved?.number ?? null, lines: lines.length };
    logChange(context, { action: 'audit', subject: 'count_sheet', subjectId, number, after });
  }
  return { changed: sheets.length };
}

/** Stores with each line the moves entered late for earlier days. */
const noteLate = ({ tx, tenantId }: Context, { id }: LockedCountSheet) =>
  sql`
    update count_result result set late = ${lateQuantity(tenantId, 'result')}
    where result.tenant_id = ${tenantId} and result.sheet_id = ${id}`.execute(tx);

/** Counts of a warehouse are posted in sequence: each needs the previous one's corrections. */
const lockWarehouses = ({ tx, tenantId }: Context, sheets: readonly LockedCountSheet[]) =>
  sql`
    select from warehouse
    where tenant_id = ${tenantId} and id = any(${sheets.map(({ warehouseId }) => warehouseId)}::bigint[])
    order by id for no key update`.execute(tx);

/**
 * Refuses a line corrected by another count after being counted here: both found the same goods missing,
 * and no goods moved. Order follows the books: a clock shows when a posting began, not how much of it the
 * counter's books had seen. Serials are settled individually, and never lost twice.
 */
async function refuseOvertaken({ tx, tenantId }: Context, sheet: LockedCountSheet): Promise<void> {
  const { rows } = await sql<{ barcode: string; number: string }>`
    select coalesce(base.code, '') as barcode, overtaking.number
    from count_line line
    join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id and not product.serial_managed
    join lateral (
      select result.book + result.late as book, result.counted, result.book_posting from count_result result
      where result.tenant_id = ${tenantId} and result.sheet_id = line.sheet_id and result.line_id = line.id
      order by result.pass desc limit 1) last on last.counted <> last.book
    join lateral (
      select other.number from stock_move move
      join document posted on posted.tenant_id = ${tenantId} and posted.id = move.document_id and posted.kind = 'stockRecount'
        and posted.deleted_at is null
      join count_sheet other on other.tenant_id = ${tenantId} and other.document_id = move.document_id
        and other.warehouse_id = ${sheet.warehouseId} and other.id <> line.sheet_id
      where move.tenant_id = ${tenantId} and move.sku_id = line.sku_id and move.posting_number > last.book_posting
        and move.lot = line.lot and move.stock_type = line.stock_type
      limit 1) overtaking on true
    left join barcode base on base.tenant_id = ${tenantId} and base.sku_id = line.sku_id and base.is_default
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id}
    order by line.id limit 1`.execute(tx);
  const [overtaken] = rows;
  if (overtaken !== undefined) refuseWith('count.overtaken', { ...overtaken });
}

/** Reverses counts; the counted quantities remain and can be posted again. */
export async function reverseCounts(
  context: Context,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const sheets = await lockSheets(context, ids, ['posted']);
  for (const { id, number, documentId } of sheets) {
    if (documentId !== null) await deleteInternal(context, documentId);
    await sql`
      update count_sheet set stage = 'recounting', document_id = null, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    logChange(context, { action: 'reverseAudit', subject: 'count_sheet', subjectId: id, number });
  }
  return { changed: sheets.length };
}

async function linesToPost(
  { tx, tenantId }: Context,
  sheet: LockedCountSheet,
): Promise<CountDocumentLine[]> {
  const { rows } = await sql<CountDifference>`
    select coalesce(base.code, '') as barcode, line.lot, coalesce(lot.expiry, line.expiry) as expiry, line.stock_type,
      last.counted - last.book as difference,
      round(coalesce(worth.value / nullif(worth.quantity, 0), 0), 6) as cost, product.serial_managed,
      array(select one.serial from unnest(last.book_serials || last.late_serials) as one(serial)
        where product.serial_managed and one.serial <> all(last.serials)
          and exists (select from serial_number card where card.tenant_id = ${tenantId} and card.sku_id = line.sku_id
            and card.serial = one.serial and card.warehouse_id = ${sheet.warehouseId} and card.stock_type = line.stock_type)
        order by one.serial) as lost,
      array(select one.serial from unnest(last.serials) as one(serial)
        where product.serial_managed and one.serial <> all(last.book_serials)
          and not exists (select from serial_number card where card.tenant_id = ${tenantId} and card.sku_id = line.sku_id
            and card.serial = one.serial and card.warehouse_id = ${sheet.warehouseId} and card.stock_type = line.stock_type)
        order by one.serial) as found
    from count_line line
    join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    join lateral (
      select result.book + result.late as book, result.counted, result.book_serials,
        ${lateSerials(tenantId, 'result')} as late_serials,
        array(select serial from count_share share cross join unnest(share.serials) as serial
          where share.tenant_id = ${tenantId} and share.sheet_id = result.sheet_id and share.line_id = result.line_id
            and share.pass = result.pass) as serials
      from count_result result
      where result.tenant_id = ${tenantId} and result.sheet_id = line.sheet_id and result.line_id = line.id
      order by result.pass desc limit 1) last on last.counted <> last.book or product.serial_managed
    left join barcode base on base.tenant_id = ${tenantId} and base.id = (
      select id from barcode own where own.tenant_id = ${tenantId} and own.sku_id = line.sku_id and own.ratio = 1
      order by own.position limit 1)
    left join sku_cost worth on worth.tenant_id = ${tenantId} and worth.sku_id = line.sku_id
    left join lot on lot.tenant_id = ${tenantId} and lot.sku_id = line.sku_id and lot.lot = line.lot
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id}
    order by product.shelf_position, base.code, line.lot, line.id`.execute(tx);
  return rows.flatMap((row) => documentLinesOfDifference(row, sheet.warehouseId));
}

function documentLinesOfDifference(row: CountDifference, warehouseId: string): CountDocumentLine[] {
  const line = (quantity: string, serials: readonly string[]): CountDocumentLine => ({
    barcode: row.barcode,
    quantity,
    unitPrice: toPlainDecimal(decimal(row.cost).abs()),
    warehouseId,
    allocations: [
      {
        stockType: row.stock_type,
        ...(row.lot === '' ? {} : { lot: row.lot, expiry: row.expiry }),
        ...(serials.length === 0 ? {} : { serials: [...serials] }),
      },
    ],
  });
  if (!row.serial_managed) return [line(toPlainDecimal(decimal(row.difference)), [])];
  return [
    ...(row.lost.length === 0 ? [] : [line(String(-row.lost.length), row.lost)]),
    ...(row.found.length === 0 ? [] : [line(String(row.found.length), row.found)]),
  ];
}
